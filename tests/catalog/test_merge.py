"""Which source wins which field."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.catalog.cast import EDITION, entry, named

from goodpapers.catalog.merge import content_hash, input_hash, keep_known, merge_entries
from goodpapers.domain.paper import Paper, PaperKey
from goodpapers.domain.programme import Author, Entry, Link, Session, Slot, Status, Track

KEY = PaperKey("abcdefghij")
ABSTRACT = "We study trees. We prove that all trees are green."


def merge(*entries: Entry) -> Paper:
    return merge_entries(entries, KEY, EDITION)


def slot(hour: int, name: str = "Poster Session 1") -> Slot:
    return Slot(Session(name, starts_at=datetime(2031, 5, 1, hour, tzinfo=UTC)))


def test_an_oral_and_its_poster_are_one_paper_with_two_slots_in_time_order() -> None:
    poster = entry(track=Track.POSTER, slots=(slot(11),), abstract=ABSTRACT, area="Graphs")
    oral = entry(track=Track.ORAL, slots=(slot(9, "Oral Session 1"),))
    paper = merge(poster, oral)
    assert paper.track == Track.ORAL
    assert [one.session.name for one in paper.slots] == ["Oral Session 1", "Poster Session 1"]
    assert (paper.abstract, paper.area) == (ABSTRACT, "Graphs")


def test_a_slot_without_time_comes_last() -> None:
    topic = Slot(Session("Low-Level & Optimization"))
    assert merge(entry(slots=(topic,)), entry(slots=(slot(9),))).slots == (slot(9), topic)


def test_the_longest_abstract_of_the_authors_wins_over_any_synopsis() -> None:
    short = entry(abstract="Short text.", abstract_raw="Short  text.")
    synopsis = entry(abstract="A very long synopsis indeed, of many words.", abstract_by="demo")
    paper = merge(synopsis, short)
    assert (paper.abstract, paper.abstract_raw, paper.abstract_by) == (
        "Short text.",
        "Short  text.",
        "authors",
    )


def test_authors_come_from_the_entry_that_names_most_and_ties_most_to_institutions() -> None:
    bare = entry(abstract=ABSTRACT, more_authors=1)
    tied = replace(
        entry(), authors=tuple(replace(one, institutions=("MIT",)) for one in bare.authors)
    )
    paper = merge(bare, tied)
    assert paper.authors[0].institutions == ("MIT",)
    assert paper.more_authors == 0


def test_links_identifiers_and_keywords_are_joined() -> None:
    one = entry(
        links=(Link("page", "https://a"),), identifiers=named("event", "1"), keywords=("x",)
    )
    two = entry(links=(Link("pdf", "https://b"),), identifiers=named("event", "2"), keywords=("y",))
    paper = merge_entries([one, two], KEY, EDITION, [("title", "t")])
    assert set(paper.links) == {Link("page", "https://a"), Link("pdf", "https://b")}
    assert paper.identifiers == (("event", "1"), ("event", "2"), ("title", "t"))
    assert set(paper.keywords) == {"x", "y"}


def test_a_paper_that_one_entry_says_is_accepted_is_accepted() -> None:
    assert merge(entry(status=Status.SUBMITTED), entry()).status == Status.ACCEPTED


def test_the_summary_is_the_authors_own_or_a_sentence_of_the_abstract() -> None:
    own = merge(entry(abstract=ABSTRACT, summary="Trees are green.", summary_by="authors"))
    assert (own.summary, own.summary_by) == ("Trees are green.", "authors")
    picked = merge(entry(abstract=ABSTRACT))
    assert (picked.summary, picked.summary_by) == (
        "We prove that all trees are green.",
        "abstract",
    )
    assert merge(entry()).summary is None
    assert merge(entry()).summary_by is None


def test_the_hash_of_the_input_follows_title_and_abstract_alone() -> None:
    paper = merge(entry(abstract=ABSTRACT))
    # echo -n $'On Trees\n\nWe study trees. We prove that all trees are green.' | sha256sum
    assert input_hash(paper) == "f9e74a61a6c1cbd0716e8877ba70ae08"
    assert input_hash(replace(paper, authors=(), area="x")) == input_hash(paper)
    assert input_hash(replace(paper, abstract=None)) is None


def test_each_public_field_changes_the_content_hash() -> None:
    paper = merge(
        entry(
            abstract=ABSTRACT,
            abstract_raw="x",
            track=Track.POSTER,
            area="Graphs",
            area_group="Theory",
            slots=(slot(9),),
            links=(Link("page", "https://a"),),
            identifiers=named("event", "1"),
            institutions=("MIT",),
            keywords=("x",),
            published=2031,
        )
    )
    for name in Paper.__slots__:
        if name in ("key", "edition"):
            continue
        value = getattr(paper, name)
        other = value + 1 if isinstance(value, int) else ()
        if isinstance(value, str) or value is None:
            other = "other"
        assert content_hash(replace(paper, **{name: other})) != content_hash(paper), name


def test_a_poorer_file_wipes_nothing() -> None:
    rich = merge(
        entry(
            abstract=ABSTRACT,
            abstract_raw=ABSTRACT,
            track=Track.ORAL,
            area="Graphs",
            area_group="Theory",
            keywords=("x",),
            slots=(slot(9),),
            institutions=("MIT",),
            published=2031,
            links=(Link("page", "https://a"),),
            identifiers=named("openreview", "abcdef1"),
            summary="Green.",
            summary_by="authors",
        )
    )
    poor = merge_entries([entry(authors=())], KEY, EDITION, [("title", "t")])
    kept = keep_known(poor, rich)
    assert kept == replace(rich, identifiers=(("openreview", "abcdef1"), ("title", "t")))
    assert content_hash(keep_known(rich, kept)) == content_hash(kept)


def test_a_later_file_changes_what_it_says_itself() -> None:
    old = merge(entry(abstract="Old text.", abstract_raw="Old text.", track=Track.POSTER))
    new = merge(entry(title="On Green Trees", abstract="New, better text.", track=Track.ORAL))
    kept = keep_known(new, old)
    assert (kept.title, kept.abstract, kept.track) == (
        "On Green Trees",
        "New, better text.",
        Track.ORAL,
    )
    assert kept.summary == "New, better text."


def test_a_synopsis_never_replaces_the_authors_abstract() -> None:
    old = merge(entry(abstract=ABSTRACT, abstract_raw=ABSTRACT))
    demo = merge(entry(abstract="A synopsis.", abstract_by="demo", summary="S.", summary_by="demo"))
    kept = keep_known(demo, old)
    assert (kept.abstract, kept.abstract_by) == (ABSTRACT, "authors")
    assert keep_known(old, demo).abstract_by == "authors"


def test_institutions_known_for_the_same_authors_stay_tied() -> None:
    tied = merge(replace(entry(), authors=(Author("Ada Müller", ("MIT",)),), institutions=("MIT",)))
    bare = merge(entry(authors=("Ada Müller",)))
    assert keep_known(bare, tied).authors == (Author("Ada Müller", ("MIT",)),)


parts = st.lists(
    st.builds(
        entry,
        st.integers(1, 99),
        st.sampled_from(["On Trees", "On trees."]),
        st.sampled_from([(), ("A A",), ("A A", "B B")]),
        abstract=st.sampled_from([None, "Short.", "Also s.", ABSTRACT]),
        abstract_by=st.sampled_from(["authors", "demo"]),
        track=st.sampled_from([None, *Track]),
        status=st.sampled_from(list(Status)),
        area=st.sampled_from([None, "Graphs", "Trees"]),
        area_group=st.sampled_from([None, "Theory"]),
        summary=st.sampled_from([None, "S one.", "S two."]),
        summary_by=st.just("authors"),
        published=st.sampled_from([None, 2030, 2031]),
        keywords=st.sampled_from([(), ("x",), ("y", "x")]),
        slots=st.sampled_from([(), (slot(9),), (slot(11),), (slot(9, "Oral"),)]),
        links=st.sampled_from([(), (Link("page", "https://a"),), (Link("pdf", "https://b"),)]),
        identifiers=st.sampled_from([(), named("event", "1"), named("event", "2")]),
    ),
    min_size=1,
    max_size=5,
)


@given(parts, st.randoms(use_true_random=False))
def test_the_paper_does_not_depend_on_the_order_of_its_entries(
    entries: list[Entry], chance: random.Random
) -> None:
    paper = merge(*entries)
    chance.shuffle(entries)
    assert merge(*entries) == paper
    assert merge(*entries, entries[0]) == paper
