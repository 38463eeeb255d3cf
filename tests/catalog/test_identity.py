"""Are these entries one work?"""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.catalog.cast import entry, named

from goodpapers.catalog.identity import evidence_of, fold_title, group, same_people
from goodpapers.domain.programme import Author, Entry, Track


def groups(*entries: Entry) -> list[list[int]]:
    return group([evidence_of(one) for one in entries])


def test_the_same_identifier_joins_even_different_titles() -> None:
    one = entry(title="On Trees", identifiers=named("openreview", "abcdef1"))
    other = entry(title="On Trees, Revised", identifiers=named("openreview", "abcdef1"))
    assert groups(one, other) == [[0, 1]]


def test_a_title_alone_never_joins() -> None:
    assert groups(entry(authors=("Ada Müller",)), entry(authors=("Bo Li",))) == [[0], [1]]
    assert groups(entry(authors=()), entry(authors=())) == [[0], [1]]
    assert groups(entry(authors=("Ada Müller",)), entry(authors=())) == [[0], [1]]


def test_the_same_title_and_authors_join_whatever_case_accents_and_order() -> None:
    one = entry(title="On Trees: a Study", authors=("Ada Müller", "Bo Li"))
    other = entry(title="ON TREES — A STUDY", authors=("Bo LI", "Ada Muller"))
    assert groups(one, other) == [[0, 1]]


def test_a_title_and_most_authors_join() -> None:
    full = entry(authors=("A A", "B B", "C C", "D D", "E E", "F F", "G G"))
    short = entry(authors=("A A", "B B", "C C", "D D", "E E"))
    other = entry(authors=("A A", "B B", "X X", "Y Y", "Z Z"))
    assert groups(full, short, other) == [[0, 1], [2]]


def test_related_events_join_only_under_one_title() -> None:
    oral = entry(identifiers=named("event", "1"), related_events=("2", "3"), authors=())
    poster = entry(identifiers=named("event", "2"), authors=())
    talk = entry(title="Another Work", identifiers=named("event", "3"), authors=())
    assert groups(oral, poster, talk) == [[0, 1], [2]]


def test_entries_that_name_different_works_are_never_joined() -> None:
    one = entry(identifiers=named("openreview", "abcdef1"))
    other = entry(identifiers=named("openreview", "abcdef2"))
    nameless = entry()
    assert groups(one, other) == [[0], [1]]
    assert groups(one, nameless) == [[0, 1]]
    assert groups(one, other, nameless) == [[0], [1], [2]]


def test_two_events_with_ids_of_their_own_join_by_the_work_they_share() -> None:
    oral = entry(identifiers=(("openreview", "abcdef1"), ("uid", "aaaa")))
    poster = entry(identifiers=(("openreview", "abcdef1"), ("uid", "bbbb")))
    assert groups(oral, poster) == [[0, 1]]


def test_a_row_number_joins_only_under_one_title() -> None:
    one = entry(title="One", authors=(), identifiers=named("number", "7"))
    two = entry(title="Two", authors=(), identifiers=named("number", "7"))
    again = entry(title="One", authors=(), identifiers=named("number", "7"))
    assert groups(one, two, again) == [[0, 2], [1]]


def test_titles_of_every_script_are_compared_by_their_letters() -> None:
    assert fold_title("$k$-Trees & Bounds!") == "ktreesbounds"
    assert fold_title("深度学习：综述") == "深度学习综述"
    assert fold_title("?!") == "?!"


def test_a_single_author_must_be_the_same() -> None:
    ada, bo = frozenset((b"ada",)), frozenset((b"bo",))
    assert same_people(ada, ada)
    assert not same_people(ada, bo)
    assert not same_people(ada, ada | bo)
    assert not same_people(frozenset(), frozenset())


works = st.sampled_from(["", "abcdef1", "abcdef2"])
people = st.sampled_from([(), ("A A",), ("A A", "B B", "C C"), ("A A", "B B", "C C", "D D")])
some_entries = st.lists(
    st.builds(
        lambda title, authors, work, uid, event, related, abstract, track: Entry(
            1,
            title,
            title,
            abstract=abstract,
            track=track,
            authors=tuple(map(Author, authors)),
            identifiers=tuple(
                sorted(
                    pair
                    for pair in (("openreview", work), ("uid", uid), ("event", event))
                    if pair[1]
                )
            ),
            related_events=related,
        ),
        st.sampled_from(["Deep nets learn", "Deep nets learn: revised", "Two"]),
        people,
        works,
        st.sampled_from(["", "u1", "u2", "u3"]),
        st.sampled_from(["", "e1", "e2"]),
        st.sampled_from([(), ("e1",), ("e2",)]),
        st.sampled_from([None, "A.", "B."]),
        st.sampled_from([None, Track.ORAL, Track.POSTER]),
    ),
    max_size=9,
)


@given(some_entries, st.randoms(use_true_random=False))
def test_what_is_one_work_does_not_depend_on_the_order(
    entries: list[Entry], chance: random.Random
) -> None:
    order = list(range(len(entries)))
    chance.shuffle(order)
    straight = {frozenset(places) for places in groups(*entries)}
    shuffled = {
        frozenset(order[place] for place in places)
        for places in groups(*(entries[at] for at in order))
    }
    assert straight == shuffled


@given(some_entries)
def test_no_group_names_two_works(entries: list[Entry]) -> None:
    for places in groups(*entries):
        named_works = {
            pair for at in places for pair in entries[at].identifiers if pair[0] == "openreview"
        }
        assert len(named_works) <= 1


def test_events_that_name_each_other_may_differ_a_little_in_title() -> None:
    def event(own: str, other: str, title: str, **facts: Any) -> Entry:
        return entry(title=title, identifiers=named("event", own), related_events=(other,), **facts)

    oral, poster = "Deep nets learn", "Deep nets learn: revised"
    assert groups(event("1", "2", oral), event("2", "1", poster)) == [[0, 1]]
    assert groups(event("1", "2", oral), event("2", "3", poster)) == [[0], [1]]
    assert groups(event("1", "2", oral), event("2", "1", "Shallow nets forget")) == [[0], [1]]
    other = event("2", "1", poster, authors=("Di Ma",))
    assert groups(event("1", "2", oral), other) == [[0], [1]]


def test_two_posters_whose_ids_and_abstracts_differ_are_two_papers() -> None:
    def event(uid: str, abstract: str | None, track: Track = Track.POSTER) -> Entry:
        return entry(identifiers=named("uid", uid), abstract=abstract, track=track)

    assert groups(event("a", "A."), event("b", "B.")) == [[0], [1]]
    assert groups(event("a", "A."), event("b", "A.")) == [[0, 1]]
    assert groups(event("a", "A."), event("a", "B.")) == [[0, 1]]
    assert groups(event("a", "A."), event("b", None)) == [[0, 1]]
    assert groups(event("a", "A."), event("b", "B.", Track.ORAL)) == [[0, 1]]
    assert groups(event("a", "A."), event("b", "B."), event("c", "A.", Track.ORAL)) == [[0, 2], [1]]
