"""Addresses that are safe to send a key to, and a key that shows itself nowhere."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest
from tests.panel.endpoint.people import SECRET, source

from goodpapers.domain.errors import BadSettings
from goodpapers.panel.access import Key, read_address, read_key_file


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("https://api.example.org/v1", "https://api.example.org/v1/chat/completions"),
        ("https://api.example.org/v1/", "https://api.example.org/v1/chat/completions"),
        ("https://api.example.org", "https://api.example.org/v1/chat/completions"),
        ("http://localhost:11434", "http://localhost:11434/v1/chat/completions"),
        ("https://h/openai/v2/chat/completions", "https://h/openai/v2/chat/completions"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1/chat/completions"),
    ],
)
def test_a_base_address_leads_to_chat_completions(given: str, url: str) -> None:
    assert read_address(given, with_key=True).url == url


@pytest.mark.parametrize(
    "given",
    [
        "", "api.example.org/v1", "ftp://api.example.org", "https://", "https://h:99999/v1",
        "https://me:hunter2@h/v1", "https://h/v1?key=abc", "https://h/v1#x", "file:///etc/passwd",
        "http://h:port/v1", "http://[::1/v1", "me:hunter2@h/v1", "h.org/v1?key=abc",
    ],
)  # fmt: skip
def test_an_address_that_cannot_be_used_is_refused_in_one_line(given: str) -> None:
    with pytest.raises(BadSettings, match="the endpoint's address") as refused:
        read_address(given, with_key=False)
    assert "hunter2" not in str(refused.value)
    assert "abc" not in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("host", ["api.example.org", "8.8.8.8", "[2001:4860:4860::8888]"])
def test_a_key_does_not_travel_unencrypted_over_the_world(host: str) -> None:
    with pytest.raises(BadSettings, match="unencrypted"):
        read_address(f"http://{host}/v1", with_key=True)
    assert read_address(f"http://{host}/v1", with_key=False)


@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "10.0.0.7", "192.168.1.5", "gpu-box", "box.local", "[::1]"]
)
def test_a_key_may_travel_unencrypted_within_the_own_network(host: str) -> None:
    assert read_address(f"http://{host}:8000/v1", with_key=True)


def test_only_the_own_machine_is_reached_without_a_proxy() -> None:
    near = [read_address(f"http://{host}", with_key=False) for host in ("localhost", "127.0.0.5")]
    far = [read_address(f"http://{host}", with_key=False) for host in ("10.0.0.1", "h.org")]
    assert [each.on_this_machine for each in near + far] == [True, True, False, False]


@pytest.mark.parametrize("text", ["", "  ", "two words", "line\nbreak", "schlüssel", "a\x00b"])
def test_what_cannot_be_a_key_is_refused_without_being_shown(text: str) -> None:
    with pytest.raises(BadSettings) as refused:
        Key(text)
    assert text.strip() == "" or text not in str(refused.value)


def test_a_key_does_not_show_or_copy_itself() -> None:
    key = Key(f"  {SECRET}\n")
    made = source("https://h.org/v1", key=key)
    for shown in (repr(key), str(key), f"{key}", repr(made._endpoint)):
        assert "sk-" not in shown
    for leak in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not copied"):
            leak(key)


@pytest.mark.parametrize(
    "said", [SECRET, f"key={SECRET}!", "sk-test-9f8…", "…d6c5b4a", "SK: xx6c5b4axx"]
)
def test_a_key_quoted_whole_or_in_part_is_scrubbed(said: str) -> None:
    scrubbed = Key(SECRET).scrub(f"Incorrect key {said} given")
    assert scrubbed.startswith("Incorrect key")
    assert scrubbed.endswith("given")
    assert "[key]" in scrubbed
    assert said not in scrubbed


def test_a_short_key_is_scrubbed_whole() -> None:
    assert Key("abc").scrub("got abc here") == "got [key] here"


def test_a_key_file_must_be_for_the_keeper_alone(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text(SECRET + "\n")
    path.chmod(0o644)
    with pytest.raises(BadSettings, match="mode 600") as refused:
        read_key_file(path)
    assert SECRET not in str(refused.value)
    path.chmod(0o600)
    assert read_key_file(path).header() == f"Bearer {SECRET}"


def test_a_key_file_that_is_missing_or_no_text_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "key"
    with pytest.raises(BadSettings, match="cannot be read"):
        read_key_file(path)
    path.write_bytes(b"\xff\xfe")
    path.chmod(0o600)
    with pytest.raises(BadSettings, match="cannot be read"):
        read_key_file(path)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("model", " "), ("name", "embedded"), ("orders", 3), ("in_flight", 0), ("timeout_s", 0),
        ("timeout_s", float("nan")), ("answer_tokens", 10), ("extra", {"messages": []}),
        ("extra", {"stream": True}),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_used_is_refused_before_any_call(field: str, value: object) -> None:
    with pytest.raises(BadSettings, match="expected"):
        source("https://h.org/v1", **{field: value})
