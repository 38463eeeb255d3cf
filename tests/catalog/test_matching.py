"""Which papers of a file does the catalog have already?"""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st
from tests.catalog.cast import EDITION, entry, named

from goodpapers.catalog.identity import abstract_hash, evidence_of, name_hash
from goodpapers.catalog.keys import make_key
from goodpapers.catalog.matching import Known, KnownWorks, Matched
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.programme import Entry, Track

ONE, TWO = PaperKey("aaaaaaaaaa"), PaperKey("bbbbbbbbbb")


def match(
    known: dict[tuple[str, str], PaperKey],
    *entries: Entry,
    names: dict[PaperKey, list[str]] | None = None,
    abstract: str | None = None,
) -> list[Matched]:
    def look(key: PaperKey) -> Known:
        people = frozenset(map(name_hash, (names or {}).get(key, [])))
        return Known(people, abstract_hash(abstract), Track.POSTER)

    works = KnownWorks(EDITION.key, known, set(known.values()), look)
    return works.match([[evidence_of(one)] for one in entries])


def prints_of(one: Entry) -> tuple[str, str]:
    return ("title", evidence_of(one).fingerprint())


def test_a_known_identifier_finds_the_paper_though_its_title_changed() -> None:
    (found,) = match(
        {("openreview", "abcdef1"): ONE},
        entry(title="New", identifiers=named("openreview", "abcdef1")),
    )
    assert (found.key, found.known) == (ONE, True)


def test_title_and_authors_find_the_paper_in_a_file_of_another_format() -> None:
    known = {("openreview", "abcdef1"): ONE, prints_of(entry()): ONE}
    (found,) = match(known, entry(title="on TREES", authors=("chi nguyen", "Bo Li", "Ada Muller")))
    assert (found.key, found.known) == (ONE, True)


def test_nearly_the_same_authors_find_the_paper_by_asking_for_its_names() -> None:
    known = {prints_of(entry()): ONE}
    names = {ONE: ["Ada Müller", "Bo Li", "Chi Nguyễn"]}
    (found,) = match(known, entry(authors=("Ada Müller", "Bo Li")), names=names)
    assert found.key == ONE
    (other,) = match(known, entry(authors=("Ada Müller", "Someone Else")), names=names)
    assert not other.known


def test_a_paper_that_names_another_work_is_not_matched() -> None:
    known = {("openreview", "abcdef1"): ONE, prints_of(entry()): ONE}
    (found,) = match(known, entry(identifiers=named("openreview", "abcdef2")))
    assert not found.known


def test_the_surest_evidence_takes_the_paper() -> None:
    known = {("openreview", "abcdef1"): ONE, prints_of(entry()): ONE}
    by_title, by_work = match(
        known, entry(), entry(title="New", identifiers=named("openreview", "abcdef1"))
    )
    assert (by_work.key, by_work.known) == (ONE, True)
    assert not by_title.known


def test_a_number_finds_a_paper_only_with_the_same_title_or_authors() -> None:
    known = {("number", "7"): ONE, prints_of(entry()): ONE}
    number = named("number", "7")
    (renamed,) = match(known, entry(title="On Shrubs", identifiers=number))
    (stranger,) = match(known, entry(title="On Shrubs", authors=("X X",), identifiers=number))
    assert renamed.key == ONE
    assert not stranger.known


def test_an_unknown_paper_gets_the_key_of_its_edition_and_identity() -> None:
    (found,) = match({}, entry(identifiers=named("openreview", "abcdef1")))
    assert found.key == make_key(EDITION.key, "openreview:abcdef1")
    assert found.fingerprints == (prints_of(entry()),)


def test_entries_without_identifier_and_authors_keep_apart_and_are_found_again() -> None:
    one, two = entry(authors=(), abstract="One."), entry(authors=(), abstract="Two.")
    first = match({}, one, two)
    assert first[0].key != first[1].key
    known = {("made", str(at)): found.key for at, found in enumerate(first)}
    again = match(known, two, one)
    assert [found.key for found in again] == [first[1].key, first[0].key]
    assert all(found.known for found in again)


@given(
    st.lists(
        st.builds(
            entry,
            st.just(1),
            st.sampled_from(["One", "Two"]),
            st.sampled_from([("A A",), ("A A", "B B", "C C")]),
            identifiers=st.sampled_from(
                [(), named("openreview", "abcdef1"), named("uid", "x"), named("number", "1")]
            ),
        ),
        min_size=1,
        max_size=6,
        unique_by=lambda one: (one.title, one.authors, one.identifiers),
    ),
    st.randoms(use_true_random=False),
)
def test_keys_do_not_depend_on_the_order_and_are_all_different(
    entries: list[Entry], chance: random.Random
) -> None:
    known = {("openreview", "abcdef1"): ONE, prints_of(entry(title="Two", authors=("A A",))): TWO}
    order = list(range(len(entries)))
    chance.shuffle(order)
    straight = [found.key for found in match(known, *entries)]
    shuffled = [found.key for found in match(known, *(entries[at] for at in order))]
    assert len(set(straight)) == len(entries)
    assert [straight[at] for at in order] == shuffled


def test_an_event_with_a_mended_title_is_the_same_paper() -> None:
    known = {("event", "7"): ONE, prints_of(entry()): ONE}
    names = {ONE: ["Ada Müller", "Bo Li", "Chi Nguyễn"]}
    for abstract in ("We prove it.", None):
        again = entry(title="Of Woods", abstract=abstract, identifiers=named("event", "7"))
        (found,) = match(known, again, names=names, abstract="We prove it.")
        assert found.key == ONE


def test_an_event_id_given_to_another_paper_makes_another_paper() -> None:
    known = {("event", "7"): ONE, prints_of(entry()): ONE}
    names = {ONE: ["Ada Müller", "Bo Li", "Chi Nguyễn"]}
    other = entry(title="Of Woods", abstract="We refute it.", identifiers=named("event", "7"))
    strangers = entry(title="Of Woods", authors=("Di Ma",), identifiers=named("event", "7"))
    for one in (other, strangers):
        (found,) = match(known, one, names=names, abstract="We prove it.")
        assert not found.known


def test_a_second_paper_of_one_title_and_one_team_is_not_taken_for_the_first() -> None:
    known = {("uid", "u1"): ONE, prints_of(entry()): ONE}
    names = {ONE: ["Ada Müller", "Bo Li", "Chi Nguyễn"]}
    facts = {"track": Track.POSTER, "identifiers": named("uid", "u2")}
    (found,) = match(known, entry(abstract="B.", **facts), names=names, abstract="A.")
    assert not found.known
    (found,) = match(known, entry(abstract="A.", **facts), names=names, abstract="A.")
    assert found.known
