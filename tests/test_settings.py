"""Settings: where each comes from, which one wins, and what is refused with which words."""

from __future__ import annotations

from pathlib import Path

import pytest

from goodpapers.domain.errors import BadSettings
from goodpapers.domain.listing import Reveal
from goodpapers.settings import (
    Settings,
    describe_settings,
    new_settings_file,
    read_settings,
    unknown_variables,
)


def write(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "goodpapers.toml"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return folder


def test_without_file_and_variables_the_defaults_hold(tmp_path: Path) -> None:
    settings = read_settings(tmp_path, {})
    assert settings == Settings()
    assert settings.reveal is Reveal.AFTER_VOTE
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)


def test_the_file_beats_the_default_the_variable_the_file_and_the_flag_all(tmp_path: Path) -> None:
    write(tmp_path, "port = 8001\n")
    variable = {"GOODPAPERS_PORT": "8002"}
    assert read_settings(tmp_path, {}).port == 8001
    assert read_settings(tmp_path, variable).port == 8002
    assert read_settings(tmp_path, variable, {"port": 8003}).port == 8003


def test_a_flag_that_was_not_given_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, "port = 8001\n")
    assert read_settings(tmp_path, {}, {"port": None}).port == 8001


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('reveel = "always"', 'setting "reveel" is unknown; expected "reveal"'),
        ("colour = 1", 'setting "colour" is unknown; expected one of database, reveal'),
        ('reveal = "never"', 'setting "reveal" is "never"; expected after_vote or always'),
        ("port = -1", 'setting "port" is -1; expected a whole number from 0 to 65535'),
        ("port = true", 'setting "port" is True; expected a whole number'),
        ('port = "80"', 'setting "port" is "80"; expected a whole number'),
        ("workers = 1.5", 'setting "workers" is 1.5; expected a whole number'),
        ('tiers = "stars"', 'setting "tiers" is "stars"; expected place, score or off'),
        ('database = "mysql://x"', 'setting "database" is "mysql://x"; expected sqlite:///NAME'),
        ("reveal = [", "is not valid TOML"),
    ],
)
def test_a_wrong_line_is_refused_with_place_found_and_expected(
    tmp_path: Path, text: str, line: str
) -> None:
    write(tmp_path, text)
    with pytest.raises(BadSettings) as caught:
        read_settings(tmp_path, {})
    message = str(caught.value)
    assert str(tmp_path / "goodpapers.toml") in message
    assert line in message
    assert "\n" not in message


def test_a_wrong_variable_is_named_with_what_it_holds(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match='GOODPAPERS_PORT is "eighty"; expected a whole number'):
        read_settings(tmp_path, {"GOODPAPERS_PORT": "eighty"})


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "goodpapers.toml").write_bytes(b"\xff\xfe\x00port")
    with pytest.raises(BadSettings, match="is not UTF-8 text"):
        read_settings(tmp_path, {})


def test_a_password_in_a_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    text = 'database = "postgresql://ada:secret@localhost/papers"'
    write(tmp_path, text, mode=0o644)
    with pytest.raises(BadSettings, match="others may read the file") as caught:
        read_settings(tmp_path, {})
    assert "secret" not in str(caught.value)
    write(tmp_path, text, mode=0o600)
    assert read_settings(tmp_path, {}).database.endswith("/papers")


def test_a_password_that_cannot_be_used_is_not_shown(tmp_path: Path) -> None:
    with pytest.raises(BadSettings) as caught:
        read_settings(tmp_path, {"GOODPAPERS_DATABASE": "mysql://ada:secret@localhost/papers"})
    assert "secret" not in str(caught.value)


def test_a_new_file_says_what_was_asked_and_the_defaults_as_comments(tmp_path: Path) -> None:
    text = new_settings_file(reveal="always")
    assert 'reveal = "always"' in text.splitlines()
    assert "# port = 8000" in text.splitlines()
    write(tmp_path, text)
    assert read_settings(tmp_path, {}) == Settings(reveal=Reveal.ALWAYS)


def test_every_commented_line_of_a_new_file_is_a_valid_setting(tmp_path: Path) -> None:
    lines = new_settings_file().splitlines()[1:]
    write(tmp_path, "\n".join(line.removeprefix("# ") for line in lines))
    assert read_settings(tmp_path, {}) == Settings()


def test_misspelt_variables_are_found() -> None:
    given = {"GOODPAPERS_PROT": "1", "GOODPAPERS_PORT": "1", "GOODPAPERS_SITE": "x", "PATH": "y"}
    assert unknown_variables(given) == ("GOODPAPERS_PROT",)


def test_every_setting_is_described_with_its_variable() -> None:
    described = describe_settings()
    assert [each.name for each in described] == list(Settings.__slots__)
    assert all(each.variable == f"GOODPAPERS_{each.name.upper()}" for each in described)
