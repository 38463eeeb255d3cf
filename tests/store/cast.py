"""Papers and results made by hand for the tests of this room."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from sqlalchemy import Connection

from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Author, Edition, Link, Session, Slot, Status, Track
from goodpapers.domain.score import Score, Tier
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.store.database import Database
from goodpapers.store.papers import StoredPaper, refresh_facets, write_papers
from goodpapers.store.tables import metadata

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
NEURIPS = Edition("neurips-2026", "NeurIPS 2026", "NeurIPS", 2026)
ICLR = Edition("iclr-2025", "ICLR 2025", "ICLR", 2025)

SYDNEY = timezone(timedelta(hours=11))
ATLANTA = timezone(timedelta(hours=-5))
MORNING = Session(
    name="Poster Session 1",
    city="Sydney",
    hall="Hall A",
    starts_at=datetime(2026, 12, 8, 10, 0, tzinfo=SYDNEY),
    ends_at=datetime(2026, 12, 8, 13, 0, tzinfo=SYDNEY),
    zone="Australia/Sydney",
)
EVENING = Session(
    name="Poster Session 2",
    city="Atlanta",
    hall="Hall C",
    starts_at=datetime(2026, 12, 9, 16, 30, tzinfo=ATLANTA),
    ends_at=datetime(2026, 12, 9, 19, 30, tzinfo=ATLANTA),
    zone="America/New_York",
)


def key(number: int) -> PaperKey:
    """The key of the paper `number`: ten characters of a-z2-7."""
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    return PaperKey("".join(letters[number >> (5 * place) & 31] for place in range(9, -1, -1)))


def a_paper(number: int = 1, **changes: Any) -> Paper:
    """A paper with every field filled; `changes` are the fields that differ."""
    facts: dict[str, Any] = {
        "key": key(number),
        "edition": NEURIPS,
        "title": f"Paper {number}",
        "title_raw": f"Paper  {number}",
        "abstract": f"We study the question {number}.",
        "abstract_raw": f"We study the question {number}. ",
        "abstract_by": "authors",
        "summary": "It works.",
        "summary_by": "abstract",
        "authors": (Author("Ada Lovelace", ("EPFL",)), Author("Grace Hopper", ())),
        "more_authors": 2,
        "institutions": ("EPFL", "Technion"),
        "track": Track.POSTER,
        "status": Status.ACCEPTED,
        "area": "Optimization",
        "area_group": "Theory",
        "keywords": ("sgd", "convergence"),
        "published": 2026,
        "links": (Link("pdf", f"https://example.org/{number}.pdf"),),
        "slots": (Slot(MORNING, f"#{number}", "https://example.org/slot"),),
        "identifiers": (("event", f"e{number}"), ("openreview", f"or{number}")),
    }
    return Paper(**(facts | changes))


def stored(papers: Iterable[Paper]) -> list[StoredPaper]:
    """The papers with hashes as an import gives them."""
    return [
        StoredPaper(
            one, f"content of {one}", None if one.abstract is None else f"in {one.abstract!a}"
        )
        for one in papers
    ]


def save(database: Database, *papers: Paper, edition: Edition = NEURIPS) -> None:
    """Import the papers in one transaction."""
    with database.write() as db:
        write_papers(db, edition, stored(papers), now=NOW)
        refresh_facets(db, edition.key)


def a_result(source: str = "embedded", *, yes: str = "1" * 20, **changes: Any) -> PanelResult:
    """A panel's result; `yes` holds one character a reviewer: 1, 0, or - for missing."""
    meaning = {"1": True, "0": False, "-": None}
    verdicts = tuple(
        Verdict(f"persona_{place}", None if answer == "-" else place / 20, meaning[answer])
        for place, answer in enumerate(yes)
    )
    facts: dict[str, Any] = {
        "source": source,
        "model": "weights 1",
        "recipe": "recipe 1",
        "input_hash": "in 'We study the question 1.'",
        "merit": 0.25,
        "verdicts": verdicts,
        "judged_at": NOW,
        "flags": (),
    }
    return PanelResult(**(facts | changes))


def a_score(score: float = 58.0, tier: Tier | None = Tier.WORTH_A_LOOK, **changes: Any) -> Score:
    """A score on the panel alone."""
    facts: dict[str, Any] = {
        "score": score,
        "low": 27.0,
        "high": 84.0,
        "tier": tier,
        "place": 2,
        "n_ranked": 19,
        "panel": score,
        "readers": None,
        "n_votes": 0,
        "fitted_at": NOW,
    }
    return Score(**(facts | changes))


def empty(database: Database) -> None:
    """Take everything out again, so that a property test can begin anew."""
    with database.write() as db:
        if database.dialect == "sqlite":
            db.exec_driver_sql("INSERT INTO paper_words (paper_words) VALUES ('delete-all')")
        for table in reversed(metadata.sorted_tables):
            if table.name != "site_state":
                db.execute(table.delete())


def count(db: Connection, table: str) -> int:
    """How many rows the table has."""
    return int(db.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one())
