"""The whole path over an endpoint, as a keeper types it: estimate, run, go on, score, measure."""

from __future__ import annotations

import csv
import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.command import SAMPLE, answered, done, environment, goodpapers, refused
from tests.panel.endpoint.replay import read_rows, replaying
from tests.panel.endpoint.servers import Asked, all_answers, random_model_server, scripted
from tests.panel.endpoint.test_a_real_server import AFTER_GRAMMAR

KEY = "sk-very-secret-9f8e7d6c"
N_PAPERS = 120


COMMAND = (sys.executable, "-m", "goodpapers")


def settings(address: str, **more: str) -> dict[str, str]:
    given = {
        "ADDRESS": address,
        "MODEL": "strong",
        "KEY": KEY,
        "PRICE_IN": "2.5",
        "PRICE_OUT": "10",
        "DIALECT": "answers=numbers structure=schema",
        **more,
    }
    return {f"GOODPAPERS_ENDPOINT_{name}": value for name, value in given.items()}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A site with the nineteen papers of the sample."""
    folder = tmp_path / "site"
    done("init", folder)
    done("import", "--site", folder, SAMPLE)
    return folder


def agreeable(asked: Asked) -> None:
    time.sleep(0.02)
    asked.say(all_answers(70))


def rows_of(site: Path, query: str) -> list[Any]:
    with sqlite3.connect(site / "goodpapers.db") as db:
        return db.execute(query).fetchall()


def test_an_estimate_sends_nothing_and_a_budget_ends_the_run_with_a_way_to_go_on(
    site: Path,
) -> None:
    run = ("panel", "run", "--site", site, "--source", "endpoint")
    with scripted(agreeable) as server:
        given = settings(server.address)
        estimate = answered(*run, "--dry-run", **given)
        assert server.asked == []
        assert estimate["papers"] == estimate["cost"]["calls"] == 19
        assert 0.05 < estimate["cost"]["usd"] < estimate["cost"]["usd_most"]

        too_little = refused(2, *run, "--budget", "0.001", **given)
        assert "nothing was sent" in too_little
        assert server.asked == []

        first = done(*run, "--budget", "0.05", **given)
        assert "Ended early: the budget of $0.05" in first
        assert "give the same command to go on" in first
        report = answered(*run, **given)
        assert report["left"] == 0
        assert report["judged"] + report["already_current"] == 19
        again = answered(*run, **given)
        assert (again["judged"], again["already_current"]) == (0, 19)
        assert len(server.asked) == 19
        # The server counts 1,500 tokens in and 150 out a call: $0.00525.
        assert report["spending"]["usd"] == pytest.approx(0.00525 * report["judged"])
    assert KEY not in first + json.dumps([report, estimate])
    assert all(KEY.encode() not in path.read_bytes() for path in site.glob("goodpapers.db*"))


def test_a_server_that_refuses_the_key_is_named_and_the_key_is_not(site: Path) -> None:
    def refuse(asked: Asked) -> None:
        asked.reply(401, json.dumps({"error": {"message": f"bad key {KEY}"}}))

    with scripted(refuse) as server:
        line = refused(
            1, "panel", "run", "--site", site, "--source", "endpoint", **settings(server.address)
        )
    assert "does not accept the key" in line
    assert KEY not in line
    assert "mend this" in line


def test_the_key_may_stand_in_a_file_of_mode_600_and_in_no_other(site: Path) -> None:
    key = site / "key"
    key.write_text(KEY)
    key.chmod(stat.S_IRUSR | stat.S_IWUSR)
    run = ("panel", "run", "--site", site, "--source", "endpoint")
    with scripted(agreeable) as server:
        given = settings(server.address, KEY_FILE="key")
        del given["GOODPAPERS_ENDPOINT_KEY"]
        done(*run, "--limit", "1", **given)
        assert server.asked[0].headers["authorization"] == f"Bearer {KEY}"
        key.chmod(0o644)
        assert "mode 600" in refused(2, *run, **given)


def test_a_source_that_is_not_set_is_refused_in_one_line(site: Path) -> None:
    assert "endpoint_address" in refused(2, "panel", "run", "--site", site, "--source", "endpoint")
    assert "expected embedded" in refused(2, "panel", "run", "--site", site, "--source", "gpt")


def test_papers_without_an_answer_are_named_and_tried_again(site: Path) -> None:
    def mute(asked: Asked) -> None:
        asked.say("I would rather not." if asked.number % 4 == 0 else all_answers(70))

    run = ("panel", "run", "--site", site, "--source", "endpoint")
    with scripted(mute) as server:
        said = done(*run, **settings(server.address, IN_FLIGHT="1"))
        assert "4 papers not judged; the next run tries again:" in said
        assert "no answer could be read" in said
    with scripted(agreeable) as server:
        report = answered(*run, **settings(server.address))
        assert report["judged"] == len(server.asked) == 4
    recommends = rows_of(site, "SELECT recommends FROM panel_result")
    assert all(each != "-" * 20 for (each,) in recommends)


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
def test_a_signal_ends_a_run_in_order_and_no_answer_is_lost(
    site: Path, number: signal.Signals, code: int
) -> None:
    begun = threading.Event()

    def slow(asked: Asked) -> None:
        if asked.number > 3:
            begun.set()
        time.sleep(0.4)
        asked.say(all_answers(70))

    with scripted(slow) as server:
        run = subprocess.Popen(
            [*COMMAND, "panel", "run", "--site", site, "--source", "endpoint"],
            env=environment(**settings(server.address, IN_FLIGHT="3")),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert begun.wait(60)
        os.kill(run.pid, number)
        said, beside = run.communicate(timeout=60)
        n_asked = len(server.asked)
    assert run.returncode == code, beside
    assert "Ending: what is in hand is still written." in beside
    assert "give the same command to go on" in said
    assert len(rows_of(site, "SELECT paper_id FROM panel_result")) == n_asked < 19
    assert rows_of(site, "SELECT count(*) FROM panel_claim") == [(0,)]


def test_a_run_says_nothing_on_the_way_when_nobody_watches(site: Path) -> None:
    with scripted(agreeable) as server:
        result = goodpapers(
            "panel", "run", "--site", site, "--source", "endpoint", **settings(server.address)
        )
    assert result.stderr == ""
    assert result.stdout.startswith("Judged 19 papers in ")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    pytest.importorskip("xllamacpp", reason="xllamacpp is not installed; it comes with make setup")
    with random_model_server() as found:
        yield found


def test_a_real_server_is_asked_once_how_it_wants_to_be_asked(site: Path, address: str) -> None:
    given = settings(address, MODEL="random", EXTRA=json.dumps(AFTER_GRAMMAR), DIALECT="")
    run = ("panel", "run", "--site", site, "--source", "endpoint")
    report = answered(*run, "--limit", "2", **given)
    assert report["judged"] == 2
    [(dialect,)] = rows_of(site, "SELECT dialect FROM panel_source")
    assert dialect.startswith("answers=tokens structure=schema")
    more = answered(*run, "--limit", "1", **given)
    assert (more["judged"], more["already_current"]) == (1, 2)


@pytest.fixture(scope="module")
def remembered(shared: Path) -> list[dict[str, Any]]:
    """Papers of ICLR 2024 that a strong model answered about, with their decisions."""
    answers = read_rows(shared / "data/panel/answers.jsonl.gz")
    reviews = read_rows(shared / "data/reviews/iclr2024.jsonl.gz")
    decided = {each["title"]: each for each in reviews}
    found = [row | {"review": decided[row["title"]]} for row in answers if row["title"] in decided]
    return found[:N_PAPERS]


def write_programme(rows: list[dict[str, Any]], path: Path) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "title", "abstract"])
        table.writerows([row["id"], row["title"], row["abstract"]] for row in rows)
    return path


def test_a_strong_models_answers_go_the_whole_path_from_run_to_score_and_measure(
    remembered: list[dict[str, Any]], tmp_path: Path
) -> None:
    site = tmp_path / "site"
    done("init", site)
    programme = write_programme(remembered, tmp_path / "programme.csv")
    edition = ("--edition", "ICLR 2024")
    imported = answered("import", "--site", site, programme, *edition)
    reviews = tmp_path / "reviews.jsonl"
    texts = {row["title"]: row["abstract"] for row in remembered}
    lines = [json.dumps(row["review"] | {"abstract": texts[row["title"]]}) for row in remembered]
    reviews.write_text("\n".join(lines), encoding="utf-8")
    with scripted(replaying(remembered)) as server:
        given = settings(server.address) | {"GOODPAPERS_PANEL": "endpoint"}
        report = answered("panel", "run", "--site", site, **given)
        assert report["judged"] == imported["papers"] == len(server.asked) == N_PAPERS
        scored = done("score", "--site", site, **given)
        measured = goodpapers(
            "panel", "evaluate", reviews, "--site", site, "--source", "endpoint", "--json", **given
        )
    stored = rows_of(
        site,
        "SELECT title, verdicts FROM panel_result JOIN paper ON paper.id = paper_id",
    )
    # An import takes blanks out of titles that some hold twice.
    answers = {" ".join(row["title"].split()): row["answers"] for row in remembered}
    for title, packed in stored:
        said = {each[0]: each[1] for each in json.loads(packed)["verdicts"]}
        assert said == {key: value / 100 for key, value in answers[title].items()}
    assert f"{N_PAPERS}" in scored
    assert "remembers the decisions" in measured.stderr
    [group] = json.loads(measured.stdout)["groups"]
    decided = {"oral", "spotlight", "poster", "accept", "reject", "workshop"}
    assert group["n"] == sum(row["review"]["decision"] in decided for row in remembered)
    # Of decisions that it remembers it tells accepted from rejected far better than of newer ones.
    assert group["auroc_accept"]["value"] > 0.65
