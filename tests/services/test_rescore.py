"""Rescoring a site: what stands in the database afterwards. Figures worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import goodpapers.sample
from goodpapers.domain.errors import BadUsage, DatabaseFailure
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.score import Score, Tier
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.services import rescore as module
from goodpapers.services.import_programme import import_programme
from goodpapers.services.rescore import rescore
from goodpapers.store.browse import uncover
from goodpapers.store.database import Database
from goodpapers.store.scores import stored_tiers
from goodpapers.store.verdicts import PaperMerit, merits, write_results

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
EDITION = "neurips-2026"
SAMPLE = next(Path(goodpapers.sample.__file__).parent.glob("neurips-*.json"))


def _site(database: Database, merit_step: float = 0.2) -> list[PaperMerit]:
    """The sample of 19 papers; all but the last are judged, merit and count of yes rising."""
    import_programme(database, SAMPLE, now=NOW)
    with database.write() as db:
        papers = merits(db, EDITION, "embedded")
        results = [
            (paper.key, _result(merit_step * i - 1, yes=i)) for i, paper in enumerate(papers[:-1])
        ]
        write_results(db, results, NOW)
    return papers


def _result(merit: float, yes: int) -> PanelResult:
    verdicts = tuple(Verdict(f"persona {k}", 0.5, k < yes) for k in range(20))
    return PanelResult("embedded", "model", "recipe", "hash", merit, verdicts)


def _score(database: Database, key: PaperKey) -> Score | None:
    with database.read() as db:
        return uncover(db, [key])[key].score


def _tiers(database: Database) -> dict[PaperKey, Tier]:
    with database.read() as db:
        return stored_tiers(db, EDITION)


def test_every_judged_paper_gets_a_score_and_the_report_counts_the_rest(
    database: Database,
) -> None:
    _site(database)
    [edition] = rescore(database, now=NOW).editions
    assert (edition.key, edition.name, edition.scored, edition.not_judged) == (
        EDITION,
        "NeurIPS 2026",
        18,
        1,
    )
    # Of 18 places (i - 1/2)/18: two are at most 0.10, seven at most 0.40, and the four beyond 0.75
    # may be Niche pick. With a step of merit above any track's bonus, those four are the papers
    # with 0, 1, 2 and 3 yes; three yes are one too many for a Niche pick.
    assert sum(edition.tiers.values()) == 18
    assert edition.tiers["must_read"] == 2
    assert edition.tiers["highly_rated"] == 5


def test_lowest_word_needs_readers_or_a_panel_that_does_not_recommend(database: Database) -> None:
    papers = _site(database, merit_step=3.0)
    rescore(database, now=NOW)
    tiers = _tiers(database)
    lowest = [tiers[paper.key] for paper in papers[:5]]
    assert lowest == [Tier.NICHE_PICK] * 3 + [Tier.WORTH_A_LOOK] * 2


def test_a_poster_of_average_merit_scores_54_within_25_to_81(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    average = papers[5]  # merit 0.2 · 5 - 1 = 0
    assert average.track == "poster"
    score = _score(database, average.key)
    assert score is not None
    # scipy.integrate.quad of the formula of the design's section 12, with a mean worth of 0.2
    assert score.score == pytest.approx(54.0868, abs=1e-3)
    assert score.low == pytest.approx(25.2229, abs=2e-3)
    assert score.high == pytest.approx(81.1365, abs=2e-3)
    assert score.panel == score.score
    assert (score.readers, score.n_votes, score.n_ranked) == (None, 0, 18)
    assert score.fitted_at == NOW


def test_a_paper_that_was_not_judged_has_neither_score_nor_tier(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    assert _score(database, papers[-1].key) is None
    assert papers[-1].key not in _tiers(database)


def test_running_again_writes_the_same_scores(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    first = [_score(database, paper.key) for paper in papers]
    rescore(database, now=NOW)
    assert [_score(database, paper.key) for paper in papers] == first


def test_tiers_by_score_use_fixed_borders(database: Database) -> None:
    papers = _site(database)
    report = rescore(database, tiers="score", now=NOW)
    # No panel alone lifts a paper to 80; merit 0 is 54 and stays between 50 and 65.
    assert report.editions[0].tiers["must_read"] == 0
    assert _tiers(database)[papers[5].key] is Tier.WORTH_A_LOOK


def test_tiers_can_be_switched_off_and_places_stay(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    report = rescore(database, tiers="off", now=NOW)
    assert report.editions[0].tiers == {}
    assert _tiers(database) == {}
    score = _score(database, papers[5].key)
    assert score is not None
    assert score.tier is None
    assert score.place is not None


def test_a_stronger_source_spreads_the_scores_further(database: Database) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    weak = _score(database, papers[17].key)
    rescore(database, now=NOW, validity=0.5)
    strong = _score(database, papers[17].key)
    assert weak is not None
    assert strong is not None
    assert strong.score > weak.score


def test_a_site_without_editions_gives_an_empty_report(database: Database) -> None:
    assert rescore(database, now=NOW).editions == ()


def test_an_edition_without_a_judged_paper_is_scored_without_a_score(database: Database) -> None:
    import_programme(database, SAMPLE, now=NOW)
    [edition] = rescore(database, now=NOW).editions
    assert (edition.scored, edition.not_judged) == (0, 19)


def test_an_edition_that_fails_halfway_keeps_its_earlier_scores(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    papers = _site(database)
    rescore(database, now=NOW)
    before = _score(database, papers[5].key)
    write = module.write_scores

    def write_and_break(*arguments: object) -> None:
        write(*arguments)  # type: ignore[arg-type]
        raise DatabaseFailure("the disk is full")

    monkeypatch.setattr(module, "write_scores", write_and_break)
    with pytest.raises(DatabaseFailure):
        rescore(database, now=NOW + timedelta(days=1))
    assert _score(database, papers[5].key) == before


@pytest.mark.parametrize(
    ("tiers", "validity", "line"),
    [
        ("rank", 0.25, 'there is no way "rank" to give tiers; expected place, score, off'),
        ("place", 1.0, "a validity of 1.0 is impossible; expected 0 or more and below 1"),
    ],
)
def test_impossible_wishes_get_one_clear_line(
    database: Database, tiers: str, validity: float, line: str
) -> None:
    with pytest.raises(BadUsage, match=line.replace(".", r"\.")):
        rescore(database, tiers=tiers, validity=validity, now=NOW)
