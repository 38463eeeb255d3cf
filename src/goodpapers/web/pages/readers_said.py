"""What readers said of one paper, in sentences: how they split, and who agrees with the reader."""

from __future__ import annotations

from goodpapers.domain.listing import Card
from goodpapers.domain.vote import CastVote, Split, Vote
from goodpapers.web import words


def readers_said(card: Card) -> tuple[str, ...]:
    """The sentences, for a paper that is open to the viewer; none for one that is not."""
    split = card.hidden.split if card.hidden else None
    if split is None or card.opened is None:
        return ()
    found = [_split(split), _agreement(split, card.own.vote)]
    return tuple(said for said in found if said)


def _split(split: Split) -> str:
    if not split.judged and not split.no_verdict:
        return "Nobody has voted yet."
    unsaid = (
        f"{words.count(split.no_verdict, 'reader')} gave no verdict" if split.no_verdict else ""
    )
    if not split.judged:
        return f"{unsaid}."
    verb = "calls" if split.judged == 1 else "call"
    said = (
        f"{split.worth_reading} of {words.count(split.judged, 'reader')} {verb} it worth reading, "
        f"{split.not_for_me} {'says' if split.not_for_me == 1 else 'say'} it is not for them"
    )
    return f"{said}; {unsaid}." if unsaid else f"{said}."


def _agreement(split: Split, own: CastVote | None) -> str:
    if own is None or own.vote is Vote.NO_VERDICT:
        return ""
    same, others = split.agreeing(own.vote)
    if not others:
        return "Yours is the first verdict."
    other = words.count(others, "other reader")
    return f"{same} of {other} {'agrees' if same == 1 else 'agree'} with you."
