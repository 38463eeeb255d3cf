"""Lists: filters that combine, pages that neither repeat nor skip, and nothing hidden in them."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.cast import (
    EVENING,
    ICLR,
    MORNING,
    NEURIPS,
    NOW,
    a_paper,
    a_result,
    a_score,
    empty,
    key,
    save,
    stored,
)

from goodpapers.domain.errors import BadUsage, Unknown
from goodpapers.domain.listing import Hidden, Listing, Order, Query
from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Slot, Status, Track
from goodpapers.domain.score import Tier
from goodpapers.domain.verdict import PanelCount
from goodpapers.store.browse import (
    area_keys,
    card,
    facets,
    list_cards,
    session_page,
    uncover,
    uncover_whole,
)
from goodpapers.store.database import Database, open_database
from goodpapers.store.list_statements import (
    Shape,
    count_statement,
    page_statement,
    scored_statement,
)
from goodpapers.store.papers import write_papers
from goodpapers.store.scores import write_scores
from goodpapers.store.verdicts import write_results

DAY = date(2026, 12, 1)


def page(database: Database, query: Query, *, all_open: bool = False) -> Listing:
    with database.read() as db:
        return list_cards(db, query, all_open=all_open)


def uncovered(database: Database, *keys: PaperKey, source: str | None = None) -> list[Hidden]:
    """What is hidden of these papers."""
    with database.read() as db:
        found = uncover(db, keys, source=source)
    return [found[key] for key in keys]


def keys(listing: Listing) -> list[PaperKey]:
    return [card.paper.key for card in listing.cards]


def pages(database: Database, query: Query, *, all_open: bool = False) -> Iterator[list[PaperKey]]:
    while True:
        listing = page(database, query, all_open=all_open)
        yield keys(listing)
        if listing.next is None:
            return
        query = replace(query, after=listing.next)


def score(database: Database, tiers: dict[PaperKey, Tier], *, base: float = 50.0) -> None:
    scores = {
        paper: a_score(base + place % 7, tier) for place, (paper, tier) in enumerate(tiers.items())
    }
    with database.write() as db:
        write_scores(db, NEURIPS.key, scores, "fit")


VARIED = (
    a_paper(1, area="Optimization", track=Track.ORAL, slots=(Slot(MORNING, "#2"),)),
    a_paper(2, area="Vision", track=Track.POSTER, slots=(Slot(EVENING, "#1"), Slot(MORNING, "#1"))),
    a_paper(3, area=None, track=None, slots=(), institutions=("Technion",)),
    a_paper(4, area="Vision", track=Track.POSTER, slots=(Slot(EVENING, "#9"),)),
    a_paper(5, status=Status.REJECTED, area="Vision"),
    a_paper(6, status=Status.WITHDRAWN, area="Vision", abstract=None),
)


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        (Query(), {1, 2, 3, 4}),
        (Query(with_unaccepted=True), {1, 2, 3, 4, 5, 6}),
        (Query(edition="neurips-2026"), {1, 2, 3, 4}),
        (Query(edition="iclr-2025"), {9}),
        (Query(edition="neurips-2026", area="vision"), {2, 4}),
        (Query(area="vision", with_unaccepted=True), {2, 4, 5, 6}),
        (Query(track=Track.ORAL), {1}),
        (Query(institution="epfl"), {1, 2, 4}),
        (Query(institution="epfl", area="vision", city="sydney"), {2}),
        (Query(edition="neurips-2026", session="poster-session-2"), {2, 4}),
        (Query(city="atlanta"), {2, 4}),
        (Query(edition="neurips-2026", city="sydney", words="paper 1"), {1}),
        (Query(tier=Tier.MUST_READ), {4}),
        (Query(edition="neurips-2026", tier=Tier.NICHE_PICK), set()),
        (Query(area="no-such-area"), set()),
        (Query(edition="iclr-2025", session="poster-session-2"), set()),
    ],
)
def test_filters_combine(database: Database, query: Query, numbers: set[int]) -> None:
    save(database, *VARIED)
    save(database, a_paper(9, edition=ICLR, slots=(), area="Law", institutions=()), edition=ICLR)
    score(database, {key(4): Tier.MUST_READ})
    expected = {key(number) for number in numbers | ({9} if query == Query() else set())}
    if query == Query(with_unaccepted=True):
        expected.add(key(9))
    for order in Order:
        listing = page(database, replace(query, order=order), all_open=True)
        assert set(keys(listing)) == expected
        assert listing.total == len(listing.cards) == len(expected)


def test_an_unknown_edition_is_unknown(database: Database) -> None:
    with pytest.raises(Unknown, match='no edition "icml-1999"'):
        page(database, Query(edition="icml-1999"))


def test_order_by_tier_begins_with_must_read(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(6)))
    score(
        database,
        {
            key(3): Tier.NICHE_PICK,
            key(1): Tier.MUST_READ,
            key(5): Tier.HIGHLY_RATED,
            key(0): Tier.WORTH_A_LOOK,
        },
    )
    listing = page(database, Query(edition=NEURIPS.key, day=DAY))
    assert keys(listing)[:4] == [key(1), key(5), key(0), key(3)]
    assert [card.tier for card in listing.cards][3:] == [Tier.NICHE_PICK, None, None]


def test_the_order_inside_a_tier_changes_with_the_day_and_is_the_same_for_all(
    database: Database,
) -> None:
    save(database, *(a_paper(number) for number in range(20)))
    today, again, tomorrow = (
        keys(page(database, Query(day=day))) for day in (DAY, DAY, date(2026, 12, 2))
    )
    assert today == again
    assert today != tomorrow
    assert sorted(today) == sorted(tomorrow)


def test_both_databases_shuffle_alike(sqlite_url: str, postgres_url: str) -> None:
    orders = []
    for url in (sqlite_url, postgres_url):
        database = open_database(url)
        save(database, *(a_paper(number) for number in range(50)))
        orders.append(list(pages(database, Query(day=DAY, limit=7))))
        database.close()
    assert orders[0] == orders[1]


def test_order_by_time_follows_the_programme(database: Database) -> None:
    save(database, *VARIED)
    order = list(pages(database, Query(order=Order.TIME, limit=1)))
    assert order == [[key(2)], [key(1)], [key(4)], [key(3)]]


def test_order_by_time_in_a_session_follows_the_boards_of_that_session(
    database: Database,
) -> None:
    early = tuple(a_paper(n, slots=(Slot(MORNING, f"#{100 - n}"),)) for n in range(8, 12))
    save(database, *VARIED, *early)
    query = Query(edition=NEURIPS.key, session="poster-session-1", order=Order.TIME, limit=2)
    found = [each for some in pages(database, query) for each in some]
    assert found == [key(2), key(1), key(11), key(10), key(9), key(8)]


def test_order_by_score_begins_with_the_highest(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(5)))
    scores = {key(1): a_score(40.25), key(2): a_score(80.125), key(4): a_score(60.0)}
    with database.write() as db:
        write_scores(db, NEURIPS.key, scores, "fit")
    query = Query(order=Order.SCORE, limit=1)
    found = [each for some in pages(database, query, all_open=True) for each in some]
    assert found == [key(2), key(4), key(1), key(0), key(3)]


def test_order_by_score_is_refused_where_scores_are_hidden(database: Database) -> None:
    with pytest.raises(BadUsage, match="every score is shown"):
        page(database, Query(order=Order.SCORE))


def test_a_listed_card_has_the_public_part_alone(database: Database) -> None:
    save(database, a_paper(1))
    with database.write() as db:
        write_results(db, [(key(1), a_result())], NOW)
        write_scores(db, NEURIPS.key, {key(1): a_score(70.0, Tier.MUST_READ)}, "fit")
    (found,) = page(database, Query()).cards
    assert (found.tier, found.n_votes, found.hidden, found.judged) == (
        Tier.MUST_READ, 0, None, True,
    )  # fmt: skip


def test_an_uncovered_paper_has_score_count_and_dots(database: Database) -> None:
    save(database, a_paper(1), a_paper(2))
    result = a_result(yes="11110" + "1111110000" + "1-100")
    given = a_score(58.0)
    with database.write() as db:
        write_results(db, [(key(1), result)], NOW)
        write_scores(db, NEURIPS.key, {key(1): given}, "fit")
    first, second = uncovered(database, key(1), key(2))
    assert first.score == replace(given, fit="fit")
    assert first.count == PanelCount(12, 19, 4, 5, 6, 10, 2, 4)
    assert first.recommends[13:17] == (False, False, True, None)
    assert first.result is None
    assert (second.score, second.count, second.recommends) == (None, None, ())
    with database.read() as db:
        whole = uncover_whole(db, key(1))
    assert whole is not None
    assert whole.result == result


def test_a_card_shows_the_source_that_was_asked_for(database: Database) -> None:
    save(database, a_paper(1))
    with database.write() as db:
        write_results(db, [(key(1), a_result("endpoint", yes="0" * 20))], NOW)
        write_results(db, [(key(1), a_result("embedded", yes="1" * 20))], NOW)
    with database.read() as db:
        counts = {
            source: uncover(db, [key(1)], source=source)[key(1)]
            for source in (None, "embedded", "endpoint", "none")
        }
        whole = uncover_whole(db, key(1), source="endpoint")
    yes = {source: hidden.count and hidden.count.yes for source, hidden in counts.items()}
    assert yes == {None: 20, "embedded": 20, "endpoint": 0, "none": None}
    assert whole is not None
    assert whole.result is not None
    assert whole.result.source == "endpoint"


def test_lists_read_no_hidden_table(database: Database) -> None:
    save(database, *VARIED)
    with database.write() as db:
        db.exec_driver_sql("DROP TABLE score")
        db.exec_driver_sql("DROP TABLE panel_result")
    for order in (Order.TIER, Order.TIME, Order.RELEVANCE):
        assert len(page(database, Query(order=order, words="paper")).cards) == 4
    with database.read() as db:
        assert card(db, key(1)).paper == VARIED[0]
        assert len(facets(db, NEURIPS.key).areas) == 2


QUIET = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
tiers = st.lists(st.sampled_from(Tier), min_size=1, max_size=25)


@QUIET
@given(given_tiers=tiers, before=st.randoms(), after=st.randoms())
def test_order_depends_on_nothing_hidden(
    database: Database, given_tiers: list[Tier], before: Random, after: Random
) -> None:
    empty(database)
    save(database, *(a_paper(number) for number in range(len(given_tiers))))
    answers = []
    for luck in (before, after):
        scores = {
            key(number): a_score(luck.uniform(0, 100), tier, place=luck.randint(1, 99))
            for number, tier in enumerate(given_tiers)
        }
        results = [
            (
                key(number),
                a_result(yes="".join(luck.choices("01-", k=20)), merit=luck.gauss(0, 1)),
            )
            for number in range(len(given_tiers))
        ]
        with database.write() as db:
            write_scores(db, NEURIPS.key, scores, str(luck.random()))
            write_results(db, results, NOW)
        with database.read() as db:
            answers.append(
                [
                    list_cards(db, Query(day=DAY, order=order, words=typed))
                    for order in (Order.TIER, Order.TIME, Order.RELEVANCE)
                    for typed in (None, "paper")
                ]
            )
    assert answers[0] == answers[1]


queries = st.builds(
    Query,
    edition=st.none() | st.just(NEURIPS.key),
    area=st.none() | st.sampled_from(["optimization", "vision"]),
    track=st.none() | st.sampled_from([Track.ORAL, Track.POSTER]),
    institution=st.none() | st.just("epfl"),
    city=st.none() | st.sampled_from(["sydney", "atlanta"]),
    words=st.none() | st.sampled_from(["paper", "study ques", "ada"]),
    with_unaccepted=st.booleans(),
    order=st.sampled_from(Order),
    day=st.just(DAY),
    limit=st.integers(1, 9),
)
varied: st.SearchStrategy[dict[str, object]] = st.builds(
    dict,
    area=st.sampled_from(["Optimization", "Vision", None]),
    track=st.sampled_from([Track.ORAL, Track.POSTER, None]),
    institutions=st.sampled_from([("EPFL",), ("Technion",), ()]),
    status=st.sampled_from([Status.ACCEPTED, Status.ACCEPTED, Status.REJECTED]),
    slots=st.sampled_from(
        [(), (Slot(MORNING, "#3"),), (Slot(EVENING),), (Slot(MORNING, "#3"), Slot(EVENING, "#4"))]
    ),
    title=st.sampled_from(["A paper", "Another", "Study questions"]),
)


@QUIET
@given(
    query=queries,
    known=st.lists(varied, min_size=1, max_size=30),
    later=st.lists(varied, max_size=12),
)
def test_paging_neither_repeats_nor_skips_while_papers_come_in(
    database: Database, query: Query, known: list[dict[str, object]], later: list[dict[str, object]]
) -> None:
    empty(database)
    save(database, *(a_paper(number, **facts) for number, facts in enumerate(known)))
    score(
        database,
        {
            key(number): list(Tier)[number % 4]
            for number, facts in enumerate(known)
            if facts["status"] is Status.ACCEPTED
        },
    )
    wanted = keys(page(database, replace(query, limit=1_000), all_open=True))
    seen: list[PaperKey] = []
    more: Iterator[Paper] = iter(
        [a_paper(number, **facts) for number, facts in enumerate(later, start=1_000)]
    )
    for some in pages(database, query, all_open=True):
        seen += some
        paper = next(more, None)
        if paper is not None:
            with database.write() as db:
                write_papers(db, NEURIPS, stored([paper]), now=NOW)
    assert len(seen) == len(set(seen))
    new = {key(number) for number in range(1_000, 1_000 + len(later))}
    assert [each for each in seen if each not in new] == wanted


def test_every_page_tells_how_many_papers_there_are_now(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(5)))
    first = page(database, Query(limit=2))
    save(database, a_paper(50))
    second = page(database, Query(limit=2, after=first.next))
    assert (first.total, second.total) == (5, 6)


def test_a_search_over_everything_goes_through_the_newest_that_it_began_with(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("goodpapers.store.list_statements.SEARCH_LIMIT", 4)
    page_statement.cache_clear()
    count_statement.cache_clear()
    save(database, *(a_paper(number) for number in range(6)))
    query = Query(words="paper", order=Order.RELEVANCE, limit=1)
    first = page(database, query)
    save(database, *(a_paper(number) for number in range(50, 53)))
    rest = [each for some in pages(database, replace(query, after=first.next)) for each in some]
    page_statement.cache_clear()
    count_statement.cache_clear()
    assert {*keys(first), *rest} == {key(number) for number in range(2, 6)}
    assert first.total == 4 == 1 + len(rest)


def test_a_list_read_over_midnight_goes_on_as_it_began(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(9)))
    first = page(database, Query(day=DAY, limit=4))
    rest = page(database, Query(day=date(2026, 12, 2), limit=9, after=first.next))
    assert keys(first) + keys(rest) == keys(page(database, Query(day=DAY)))


def broken_cursors() -> list[str]:
    packed = [[], {}, 1, ["x"], ["x", 1, 2, 3, 4, 5, 6], [None] * 7, [[]] * 7, ["x", 10**30] * 4]
    written = [base64.urlsafe_b64encode(json.dumps(one).encode()).decode() for one in packed]
    return [*written, "", "!", "x" * 5_000, "é", "AAAA", "\x00", "=", "W10"]


@pytest.mark.parametrize("cursor", broken_cursors())
def test_a_broken_cursor_is_bad_usage(database: Database, cursor: str) -> None:
    save(database, *(a_paper(number) for number in range(3)))
    with pytest.raises(BadUsage, match="begin at the first page"):
        page(database, Query(after=cursor))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (1, 0),
        (1, 10**9),
        (1, -5),
        (1, 739_000.5),
        (1, True),
        (2, "5"),
        (2, 1e20),
        (2, 4.0),
        (2, False),
        (2, -1),
        (2, 2**63),
        (3, None),
        (4, True),
        (5, 2**63),
        (5, "x"),
        (4, "' OR 1"),
        (3, 4.5),
        (4, float("inf")),
    ],
)
def test_a_cursor_with_a_wrong_number_is_bad_usage(
    database: Database, place: int, value: object
) -> None:
    save(database, *(a_paper(number) for number in range(3)))
    after = page(database, Query(day=DAY, limit=1)).next
    assert after is not None
    parts = json.loads(base64.urlsafe_b64decode(after + "=="))
    parts[place] = value
    cursor = base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")
    with pytest.raises(BadUsage, match="begin at the first page"):
        page(database, Query(day=DAY, limit=1, after=cursor))


def test_an_odd_number_in_a_cursor_is_only_a_place_to_begin(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(3)))
    for order, value in ((Order.TIER, 2**62), (Order.TIME, -(2**62)), (Order.SCORE, 1e300)):
        query = Query(day=DAY, limit=1, order=order)
        after = page(database, query, all_open=True).next
        assert after is not None
        parts = json.loads(base64.urlsafe_b64decode(after + "=="))
        parts[3] = value
        cursor = base64.urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")
        assert page(database, replace(query, after=cursor), all_open=True).total == 3


def test_a_cursor_of_another_list_is_bad_usage(database: Database) -> None:
    save(database, *(a_paper(number) for number in range(3)))
    after = page(database, Query(limit=1)).next
    for other in (Query(area="vision"), Query(order=Order.TIME), Query(words="paper")):
        with pytest.raises(BadUsage, match="begin at the first page"):
            page(database, replace(other, limit=1, after=after))


def test_facets_count_accepted_papers_the_largest_first(database: Database) -> None:
    save(database, *VARIED)
    with database.read() as db:
        found = facets(db, NEURIPS.key)
    assert [(one.key, one.name, one.n, one.group) for one in found.areas] == [
        ("vision", "Vision", 2, "Theory"),
        ("optimization", "Optimization", 1, "Theory"),
    ]
    assert [(one.key, one.n) for one in found.tracks] == [("poster", 2), ("oral", 1)]
    assert [(one.name, one.n) for one in found.institutions] == [("Technion", 4), ("EPFL", 3)]
    assert [(one.key, one.name, one.n) for one in found.cities] == [
        ("atlanta", "Atlanta", 2),
        ("sydney", "Sydney", 2),
    ]
    assert [(one.key, one.session, one.n) for one in found.sessions] == [
        ("poster-session-1", MORNING, 2),
        ("poster-session-2", EVENING, 2),
    ]


def test_facets_are_right_before_they_are_stored_too(database: Database) -> None:
    save(database, *VARIED)
    with database.read() as db:
        before = facets(db, NEURIPS.key)
    with database.write() as db:
        write_papers(db, NEURIPS, stored(VARIED), now=NOW)
        assert facets(db, NEURIPS.key) == before
        write_papers(db, NEURIPS, stored([a_paper(7, area="Vision")]), now=NOW)
        assert facets(db, NEURIPS.key).areas[0].n == 3
        query = Query(edition=NEURIPS.key, area="vision")
        assert list_cards(db, query).total == 3


def test_a_session_page_has_its_session(database: Database) -> None:
    save(database, *VARIED)
    with database.read() as db:
        found = session_page(db, NEURIPS.key, "poster-session-2")
        assert (found.session, found.n) == (EVENING, 2)
        with pytest.raises(Unknown, match="no session"):
            session_page(db, NEURIPS.key, "poster-session-3")


def test_a_page_costs_the_same_number_of_statements_whatever_its_length(
    sqlite_url: str,
) -> None:
    database = open_database(sqlite_url)
    save(database, *(a_paper(number) for number in range(30)))

    def statements(limit: int) -> int:
        seen: list[str] = []
        with database.read() as db:
            assert db.connection.driver_connection is not None
            db.connection.driver_connection.set_trace_callback(seen.append)
            list_cards(db, Query(edition=NEURIPS.key, limit=limit), all_open=True)
            db.connection.driver_connection.set_trace_callback(None)
        return len(seen)

    assert statements(2) == statements(30) <= 7
    database.close()


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("oxford", {1, 4}),
        ("Oxford univ", {1, 4}),
        ("university-of-oxford", {1}),
        ("University of Oxford", {1}),
        ("Georgia", {2, 3}),
        ("rgia", set()),
        ("zurich", {5}),
        ("深度", {6}),
        ("%", set()),
        ("_", set()),
        ("", set()),
        ("\udcff\x00", set()),
        ("a b c d e f g h", set()),
    ],
)
def test_an_institution_is_found_by_key_name_or_words_of_its_name(
    database: Database, typed: str, numbers: set[int]
) -> None:
    named = (
        ("University of Oxford", "EPFL"),
        ("Georgia Institute of Technology",),
        ("University of Georgia",),
        ("Oxford Brookes University",),
        ("Universität Zürich",),
        ("深度学习大学",),
    )
    save(database, *(a_paper(n, institutions=one) for n, one in enumerate(named, start=1)))
    for edition in (None, NEURIPS.key):
        query = Query(institution=typed, edition=edition, limit=1)
        seen = [one for some in pages(database, query) for one in some]
        assert sorted(seen) == sorted(key(number) for number in numbers)
        assert page(database, query).total == len(numbers)


def test_a_filter_that_is_no_text_fits_nothing(database: Database) -> None:
    save(database, a_paper(1))
    bad = "\udcff\x00"
    for query in (Query(area=bad), Query(session=bad), Query(city=bad), Query(words=bad)):
        assert page(database, query).total == 0
    with pytest.raises(Unknown):
        page(database, Query(edition=bad))


def test_inside_a_tier_the_areas_that_a_reader_follows_come_first(database: Database) -> None:
    areas = ["Optimization", "Vision", "Speech"]
    papers = [a_paper(number, area=areas[number % 3]) for number in range(1, 25)]
    save(database, *papers)
    tiers = {
        key(n): a_score(50.0 + n, Tier.MUST_READ if n % 2 else Tier.WORTH_A_LOOK)
        for n in range(1, 25)
    }
    with database.write() as db:
        write_scores(db, NEURIPS.key, tiers, "fit")
    query = Query(edition=NEURIPS.key, day=DAY, limit=5)
    followed = replace(query, interests=area_keys(["Vision", "Speech", "Nothing"]))
    plain = [each for some in pages(database, query) for each in some]
    mine = [each for some in pages(database, followed) for each in some]
    area = {one.key: one.area for one in papers}

    def place(one: PaperKey) -> tuple[bool, bool, int]:
        return tiers[one].tier is not Tier.MUST_READ, area[one] == areas[0], plain.index(one)

    assert mine == sorted(plain, key=place)
    with pytest.raises(BadUsage, match="begin at the first page"):
        page(database, replace(query, after=page(database, followed).next))


def test_the_way_along_the_index_of_scores_lists_what_sorting_lists(database: Database) -> None:
    chance = Random(8)
    papers = [a_paper(n, track=chance.choice(list(Track))) for n in range(1, 41)]
    save(database, *papers)
    # Equal scores, and papers without any.
    given = {key(n): a_score(float(chance.randrange(45, 55))) for n in range(1, 31)}
    with database.write() as db:
        write_scores(db, NEURIPS.key, given, "fit")
        numbers = dict(db.exec_driver_sql("SELECT key, id FROM paper").fetchall())

    def place(one: PaperKey) -> tuple[bool, float, int]:
        found = given.get(one)
        return found is None, -found.score if found else 0.0, numbers[one]

    for track in (None, Track.ORAL):
        query = Query(edition=NEURIPS.key, track=track, day=DAY, order=Order.SCORE, limit=4)
        listed = [each for some in pages(database, query, all_open=True) for each in some]
        wanted = [one.key for one in papers if track in (None, one.track)]
        assert listed == sorted(wanted, key=place)


def test_order_by_score_reads_scores_from_their_index(sqlite_url: str) -> None:
    opened = open_database(sqlite_url)
    shape = Shape("sqlite", frozenset({"edition"}), False, Order.SCORE, goes_on=True)
    text = scored_statement(shape).text("sqlite")
    with opened.read() as db:
        plan = db.exec_driver_sql(
            f"EXPLAIN QUERY PLAN {text}", (1, 1, 50.0, -50.0, 3, 30, 0)
        ).fetchall()
    opened.close()
    assert any("ix_score_edition_id_score" in step[3] for step in plan)
    assert not any(step[3] == "USE TEMP B-TREE FOR ORDER BY" for step in plan)
