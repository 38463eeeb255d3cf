"""Sites made for tests: true programmes, and verdicts that we invent and know."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path

from goodpapers.domain.listing import Reveal
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.panel.personas import read_personas
from goodpapers.services.import_programme import import_programme
from goodpapers.services.rescore import EMBEDDED, rescore
from goodpapers.services.reveal import previews_of
from goodpapers.settings import Settings
from goodpapers.store.database import Database, open_database
from goodpapers.store.editions import list_editions
from goodpapers.store.verdicts import PaperToJudge, papers_to_judge, write_results
from goodpapers.wiring import Site

SAMPLE = Path(__file__).parents[2] / "src/goodpapers/sample/neurips-2026-deep-learning-theory.json"
NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
EVIDENCE = "The whole abstract, as evidence that nobody else writes."


def made_site(
    path: Path,
    programmes: Iterable[Path] = (SAMPLE,),
    *,
    reveal: Reveal = Reveal.ALWAYS,
    seed: int | None = 1,
    limit: int | None = None,
) -> Site:
    """A site with its programmes read and judged; `seed` None leaves it unjudged."""
    database = open_database(f"sqlite:///{path}")
    database.migrate()
    for programme in programmes:
        import_programme(database, programme, now=NOW)
    if seed is not None:
        judge(database, seed, limit=limit)
        rescore(database, now=NOW)
    return Site(path.parent, Settings(reveal=reveal), database, now=lambda: NOW)


def judge(database: Database, seed: int, *, limit: int | None = None) -> None:
    """Give every paper twenty invented verdicts, the same for the same seed."""
    chance = random.Random(seed)
    with database.write() as db:
        for summary in list_editions(db):
            waiting = papers_to_judge(
                db, EMBEDDED, "recipe", edition=summary.edition.key, limit=limit
            )
            # The order of the database must not decide who gets which verdict.
            ordered = sorted(waiting, key=lambda paper: paper.key)
            write_results(db, [(paper.key, invented(paper, chance)) for paper in ordered], NOW)


def invented(paper: PaperToJudge, chance: random.Random) -> PanelResult:
    """A panel's result by chance, one reviewer in forty missing."""
    worth = chance.gauss(0, 1)
    verdicts = []
    for persona in read_personas():
        probability = None if chance.random() < 0.025 else chance.random()
        hard = {"lenient": -0.9, "medium": 0.0, "strict": 1.1}[persona.strictness]
        recommends = None if probability is None else worth + chance.gauss(0, 1) > hard
        verdicts.append(Verdict(persona.key, probability, recommends, (EVIDENCE,)))
    return PanelResult(
        EMBEDDED, "invented", "recipe", paper.input_hash, worth, tuple(verdicts), NOW
    )


def previews_on(site: Site, day: date) -> set[PaperKey]:
    """The papers of every edition that are open to everyone on that day."""
    with site.database.read() as db:
        return {
            key
            for summary in list_editions(db)
            for key in previews_of(site.database, db, summary.edition.key, day)
        }
