"""What becomes of a vote: when it is blind, when a later one wins, what stays from the first."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.domain.vote import CastVote, How, Own, Vote
from goodpapers.readers.votes import Circumstances, cast, look_of

NOON = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
AT_NOON = Circumstances(NOON, NOON)
BLIND = CastVote(Vote.WORTH_READING, NOON - 2 * HOUR, NOON - HOUR, True, False, None)


def test_a_first_vote_of_who_saw_nothing_is_blind() -> None:
    kept = cast(Vote.NOT_FOR_ME, Own(), AT_NOON)
    assert kept == CastVote(Vote.NOT_FOR_ME, NOON, NOON, True, False, None)


@pytest.mark.parametrize(
    ("own", "around"),
    [
        (Own(looked=How.PEEK), AT_NOON),
        (Own(looked=How.VOTE), AT_NOON),
        (Own(), replace(AT_NOON, preview=True)),
        (Own(), replace(AT_NOON, open_site=True)),
    ],
    ids=["peeked", "voted and took it back", "an open preview", "an open site"],
)
def test_a_vote_after_a_look_is_not_blind(own: Own, around: Circumstances) -> None:
    kept = cast(Vote.WORTH_READING, own, around)
    assert kept is not None
    assert not kept.blind
    assert kept.open_site is around.open_site


def test_another_verdict_after_the_reveal_is_not_blind_and_keeps_its_first_time() -> None:
    kept = cast(Vote.NOT_FOR_ME, Own(BLIND, How.VOTE), AT_NOON)
    assert kept == replace(BLIND, vote=Vote.NOT_FOR_ME, changed_at=NOON, blind=False)


def test_the_same_vote_again_changes_nothing() -> None:
    assert cast(Vote.WORTH_READING, Own(BLIND, How.VOTE), AT_NOON) is None


@pytest.mark.parametrize(("said", "wins"), [(-3, False), (-1, True), (-0.5, True), (+9, True)])
def test_of_two_votes_of_one_reader_the_later_one_wins(said: float, wins: bool) -> None:
    around = replace(AT_NOON, said_at=NOON + said * HOUR)
    kept = cast(Vote.NOT_FOR_ME, Own(BLIND, How.VOTE), around)
    assert (kept is not None) is wins


def test_a_time_that_a_browser_tells_is_never_kept() -> None:
    around = replace(AT_NOON, said_at=NOON + 100 * HOUR)
    first = cast(Vote.NO_VERDICT, Own(), around)
    later = cast(Vote.NOT_FOR_ME, Own(BLIND), around)
    assert first is not None
    assert later is not None
    assert (first.cast_at, first.changed_at, later.changed_at) == (NOON, NOON, NOON)


def test_only_a_paper_from_the_queue_is_assigned_and_has_a_share_of_skips() -> None:
    around = replace(AT_NOON, skipped_share=0.4)
    chosen, assigned = (
        cast(Vote.NO_VERDICT, Own(), around),
        cast(Vote.NO_VERDICT, Own(taken=True), around),
    )
    assert chosen is not None
    assert assigned is not None
    assert (chosen.assigned, chosen.skipped_share) == (False, 0.0)
    assert (assigned.assigned, assigned.skipped_share) == (True, 0.4)


def test_the_first_look_is_what_is_noted() -> None:
    assert look_of(Own(looked=How.PEEK), AT_NOON) is How.PEEK
    assert look_of(Own(), replace(AT_NOON, preview=True)) is How.PREVIEW
    assert look_of(Own(), AT_NOON) is How.VOTE


@given(st.lists(st.sampled_from([*Vote, None, "peek"]), max_size=8))
def test_whatever_a_reader_does_a_vote_is_blind_only_if_it_was_the_first_thing(
    acts: list[Vote | str | None],
) -> None:
    own, now = Own(), NOON
    for number, act in enumerate(acts):
        now += HOUR
        if act is None:
            own = replace(own, vote=None)
        elif isinstance(act, Vote):
            around = Circumstances(now, now)
            own = Own(cast(act, own, around) or own.vote, look_of(own, around))
        else:
            own = replace(own, looked=own.looked or How.PEEK)
        if own.vote and own.vote.blind:
            acted = [each for each in acts[: number + 1] if each is not None]
            assert acted[0] is own.vote.vote
            assert {each for each in acted if each != "peek"} == {own.vote.vote}
