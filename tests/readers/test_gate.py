"""The gate: a paper opens by one's own vote or look, as a preview, or where all is open."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.domain.listing import Opened, Reveal
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Kind, Reader, ReaderKey, Role
from goodpapers.domain.vote import CastVote, How, Own, Vote
from goodpapers.readers.gate import Viewer, opened, sees_everything

NOW = datetime(2026, 12, 1, tzinfo=UTC)
KEYS = [PaperKey(name * 10) for name in "abcd"]
VOTED = Own(CastVote(Vote.NOT_FOR_ME, NOW, NOW, True, False, None), How.VOTE)


def rosa(role: Role = Role.READER) -> Reader:
    return Reader(1, ReaderKey("rrrrrrrrrr"), "Rosa", role, Kind.PERSON, NOW)


@pytest.mark.parametrize(
    ("reveal", "chose_hidden", "everything"),
    [
        (Reveal.AFTER_VOTE, False, False),
        (Reveal.AFTER_VOTE, True, False),
        (Reveal.ALWAYS, False, True),
        (Reveal.ALWAYS, True, False),
    ],
)
def test_a_choice_can_hide_but_never_reveal(
    reveal: Reveal, chose_hidden: bool, everything: bool
) -> None:
    viewer = Viewer(reveal, chose_hidden)
    assert sees_everything(viewer) is everything
    assert bool(opened(viewer, KEYS, {}, ())) is everything


@pytest.mark.parametrize("role", list(Role))
def test_a_paper_opens_to_the_reader_who_voted_or_peeked_and_to_all_as_a_preview(
    role: Role,
) -> None:
    own = {
        KEYS[0]: VOTED,
        KEYS[1]: Own(looked=How.PEEK),
        KEYS[2]: Own(taken=True),
    }
    found = opened(Viewer(Reveal.AFTER_VOTE, reader=rosa(role)), KEYS, own, {KEYS[3]})
    assert found == {
        KEYS[0]: Opened.VOTE,
        KEYS[1]: Opened.PEEK,
        KEYS[3]: Opened.PREVIEW,
    }


def test_a_vote_that_was_taken_back_leaves_the_paper_open() -> None:
    viewer = Viewer(Reveal.AFTER_VOTE, reader=rosa())
    assert opened(viewer, KEYS, {KEYS[0]: Own(looked=How.VOTE)}, ()) == {KEYS[0]: Opened.VOTE}


def test_a_visitor_has_no_marks_even_if_some_are_handed_in() -> None:
    assert opened(Viewer(Reveal.AFTER_VOTE), KEYS, dict.fromkeys(KEYS, VOTED), ()) == {}


OWN = st.builds(
    Own,
    st.sampled_from([None, VOTED.vote]),
    st.sampled_from([None, *How]),
    st.booleans(),
)


@given(st.dictionaries(st.sampled_from(KEYS), OWN), st.sets(st.sampled_from(KEYS)), st.booleans())
def test_nothing_else_opens_a_paper(
    own: dict[PaperKey, Own], previews: set[PaperKey], signed_in: bool
) -> None:
    viewer = Viewer(Reveal.AFTER_VOTE, reader=rosa() if signed_in else None)
    seen = {key for key, one in own.items() if signed_in and (one.vote or one.looked)}
    assert set(opened(viewer, KEYS, own, previews)) == seen | previews
