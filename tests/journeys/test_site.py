"""One site from nothing to its pages, with the commands a keeper types."""

from __future__ import annotations

import json
import signal
import sqlite3
import time
from pathlib import Path

import pytest
from tests.journeys.command import SAMPLE, answered, done, goodpapers, refused, rows_in
from tests.journeys.served import served
from tests.web.made import previews_on

from goodpapers.wiring import opened


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample, imported, judged and scored; no test changes it."""
    folder = tmp_path_factory.mktemp("keeper") / "site"
    done("init", folder)
    done("import", SAMPLE, "--site", folder)
    done("panel", "run", "--site", folder)
    done("score", "--site", folder)
    return folder


def test_init_makes_a_site_that_only_its_owner_can_read(site: Path) -> None:
    assert (site / "goodpapers.toml").stat().st_mode & 0o777 == 0o600
    assert (site / "goodpapers.db").stat().st_mode & 0o077 == 0


def test_init_again_overwrites_nothing(site: Path) -> None:
    before = (site / "goodpapers.toml").read_text(), rows_in(site)
    assert "Nothing to do" in done("init", site)
    assert ((site / "goodpapers.toml").read_text(), rows_in(site)) == before


def test_importing_the_same_file_again_reports_everything_unchanged(site: Path) -> None:
    report = answered("import", SAMPLE, "--site", site)
    assert report == {
        "papers": 19,
        "new": 0,
        "changed": 0,
        "unchanged": 19,
        "merged": 0,
        "refused": 0,
        "problems": [],
    }


def test_a_dry_run_reports_what_is_new_and_writes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    done("init", folder)
    before = rows_in(folder)
    assert answered("import", SAMPLE, "--site", folder, "--dry-run")["new"] == 19
    assert rows_in(folder) == before


def test_a_second_panel_run_judges_nothing(site: Path) -> None:
    report = answered("panel", "run", "--site", site)
    assert (report["judged"], report["already_current"], report["left"]) == (0, 19, 0)


def test_the_panel_stops_at_the_limit_and_says_what_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    done("init", folder)
    done("import", SAMPLE, "--site", folder)
    report = answered("panel", "run", "--site", folder, "--limit", "2")
    assert (report["judged"], report["left"]) == (2, 17)


def test_the_best_tenth_is_must_read_and_the_next_three_are_highly_rated(site: Path) -> None:
    # Of 19 papers the places (i - 1/2)/19 up to 0.10 are 2, up to 0.40 are 8.
    papers = answered("top", "--site", site, "-n", "19")["papers"]
    tiers = [paper["tier"] for paper in papers]
    assert tiers[:8] == ["must_read"] * 2 + ["highly_rated"] * 6
    assert not {"must_read", "highly_rated"} & set(tiers[8:])


def test_top_hides_scores_as_the_pages_do_until_the_keeper_asks(site: Path) -> None:
    hidden = answered("top", "--site", site, "-n", "19")
    assert hidden["revealed"] is False
    with opened(site) as found:
        previews = previews_on(found, found.now().date())
    assert len(previews) == 1  # one paper in twenty, at least one, is open to everyone that day
    for paper in hidden["papers"]:
        is_open = paper["key"] in previews
        assert (paper["score"] is not None) == is_open
        assert (paper["panel"] is not None) == is_open
    shown = answered("top", "--site", site, "--reveal")
    scores = [paper["score"]["score"] for paper in shown["papers"]]
    assert shown["revealed"] is True
    assert scores == sorted(scores, reverse=True)


def test_the_setting_reveal_opens_the_commands_too(site: Path) -> None:
    assert answered("top", "--site", site, GOODPAPERS_REVEAL="always")["revealed"] is True


def test_top_takes_an_area_by_its_name_and_a_tier_in_words(site: Path) -> None:
    found = answered("top", "--site", site, "--area", "deep learning theory", "--tier", "Must read")
    assert found["total"] == 2


def test_top_says_which_area_may_have_been_meant(site: Path) -> None:
    line = refused(2, "top", "--site", site, "--area", "Deep lerning theory")
    assert 'no area "Deep lerning theory"' in line
    assert "Deep learning theory" in line


def test_show_finds_a_paper_by_words_of_its_title(site: Path) -> None:
    text = done("show", "Bifurcation Models", "--site", site)
    for part in (
        "Caleb Jore, Jialin Liu",
        "University of Central Florida",
        "Atlanta Poster Session 2, Wed 9 Dec 2026, 16:30 to 19:30",
        "Hall C1",
        "synopsis written for this demo",
        "--reveal",
    ):
        assert part in text
    assert "typical readers" not in text
    assert "reviewers recommend it" not in text


def test_show_with_reveal_has_score_interval_and_all_twenty_answers(site: Path) -> None:
    paper = answered("show", "Bifurcation Models", "--site", site, "--reveal")
    assert len(paper["verdicts"]) == 20
    assert paper["score"]["low"] <= paper["score"]["score"] <= paper["score"]["high"]
    count = paper["panel"]
    assert (count["lenient_of"], count["medium_of"], count["strict_of"]) == (5, 10, 5)
    assert count["yes"] == sum(each["recommends"] is True for each in paper["verdicts"])


def test_show_of_an_unknown_paper_is_wrong_usage(site: Path) -> None:
    assert 'no paper "zzz"' in refused(2, "show", "zzz", "--site", site)


def test_an_unknown_edition_is_answered_with_those_there_are(site: Path) -> None:
    assert "neurips-2026" in refused(2, "top", "--edition", "ICML 1999", "--site", site)


def test_without_a_site_every_command_says_how_to_make_one(tmp_path: Path) -> None:
    for command in (["top"], ["score"], ["panel", "run"], ["serve"], ["import", str(SAMPLE)]):
        line = refused(2, *command, "--site", tmp_path)
        assert "goodpapers init" in line


def test_the_site_is_found_by_variable_and_by_the_option_before_the_command(site: Path) -> None:
    assert answered("top", GOODPAPERS_SITE=str(site))["total"] == 19
    result = goodpapers("--site", site, "top", "--json")
    assert json.loads(result.stdout)["total"] == 19


def test_alone_the_command_says_the_state_and_three_next_steps(site: Path, tmp_path: Path) -> None:
    lines = done("--site", site).splitlines()
    assert lines[0] == "1 edition, 19 papers; 19 of 19 with an abstract are judged."
    assert len(lines) == 5
    assert "goodpapers init" in done("--site", tmp_path)


def test_a_wrong_settings_key_is_said_with_place_and_the_right_one(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    done("init", folder)
    with (folder / "goodpapers.toml").open("a") as file:
        file.write('reveel = "always"\n')
    line = refused(2, "top", "--site", folder)
    assert 'goodpapers.toml: setting "reveel" is unknown; expected "reveal"' in line


def test_a_corrupted_database_is_said_in_one_line_and_found_by_the_doctor(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    done("init", folder)
    (folder / "goodpapers.db").write_bytes(b"this was a database once" * 1000)
    assert "not a database" in refused(1, "top", "--site", folder)
    result = goodpapers("doctor", "--site", folder)
    assert result.returncode == 1
    assert "BROKEN  database" in result.stdout


def test_a_locked_database_is_waited_for_and_then_said_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    done("init", folder)
    with sqlite3.connect(folder / "goodpapers.db") as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in refused(1, "import", SAMPLE, "--site", folder)
        other.rollback()


def test_a_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot make a site here" in refused(1, "init", tmp_path / "file" / "site")


def test_the_doctor_finds_nothing_wrong_with_a_site_in_order(site: Path) -> None:
    report = answered("doctor", "--site", site)
    assert report["ok"] is True
    names = {check["name"] for check in report["checks"]}
    assert {"Python", "packages", "models", "disk", "settings", "database", "writing"} <= names


def test_the_doctor_says_how_readers_sign_in_and_whether_there_is_a_keeper(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    done("init", folder)
    mail = {"GOODPAPERS_MAIL_HOST": "localhost", "GOODPAPERS_MAIL_FROM": "papers@example.edu"}

    def said(**variables: str) -> str:
        checks = answered("doctor", "--site", folder, **variables)["checks"]
        return next(str(check["found"]) for check in checks if check["name"] == "sign-in")

    assert said() == "by links; no keeper yet: goodpapers serve prints a link for one"
    assert said(**mail).startswith("by a code by e-mail, links; no keeper yet")
    named = said(**mail, GOODPAPERS_KEEPERS="email:ada@example.edu")
    assert named.endswith("no keeper yet: who the settings name becomes one")
    done("reader", "add", "Ada", "--site", folder)
    done("keeper", "add", "Ada", "--site", folder)
    assert said(**mail) == "by a code by e-mail, links; keepers: 1"


def test_the_first_keeper_gets_a_link_also_where_readers_come_by_mail(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    done("init", folder)
    mail = {"GOODPAPERS_MAIL_HOST": "localhost", "GOODPAPERS_MAIL_FROM": "papers@example.edu"}
    with served("serve", "--site", folder, "--port", "0", **mail) as server:
        server.page("/")
        assert server.end() == 0
        printed = "\n".join([*server.lines, server.process.communicate(timeout=10)[0]])
    assert "There is no keeper yet." in printed
    assert "/sign-in/link?token=" in printed
    named = {**mail, "GOODPAPERS_KEEPERS": "email:ada@example.edu"}
    with served("serve", "--site", folder, "--port", "0", **named) as server:
        server.page("/")
        assert server.end() == 0
        printed = "\n".join([*server.lines, server.process.communicate(timeout=10)[0]])
    assert "token=" not in printed


def test_the_doctor_points_to_a_misspelt_variable(site: Path) -> None:
    result = goodpapers("doctor", "--site", site, GOODPAPERS_REVEEL="always")
    assert result.returncode == 1
    assert "GOODPAPERS_REVEEL" in result.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_in_order_when_told_to(site: Path, number: int) -> None:
    with served("serve", "--site", site, "--port", "0") as server:
        assert "19 papers" in server.page("/")
        assert server.end(number) == 0
        _, error = server.process.communicate(timeout=10)
        assert error == ""


def test_several_processes_serve_the_same_pages(site: Path) -> None:
    with served("serve", "--site", site, "--port", "0", "--workers", "2") as server:
        deadline = time.monotonic() + 30
        pages = {server.page("/papers") for _ in range(6)}
        assert len(pages) == 1
        assert time.monotonic() < deadline
        assert server.end() == 0


def test_a_port_that_is_taken_is_said_in_one_line(site: Path) -> None:
    with served("serve", "--site", site, "--port", "0") as server:
        port = server.address.rpartition(":")[2]
        assert f"port {port}" in refused(1, "serve", "--site", site, "--port", port)
