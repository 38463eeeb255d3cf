"""What the site keeps, what it sends away, and to whom: sentences made from what is turned on.

Each sentence stands here once, with what must hold for it. What is not turned on is not said, or is
said to be off; nothing is promised that the settings do not do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

SIGN_IN_DAYS = 90


@dataclass(frozen=True, slots=True)
class TurnedOn:
    """What of this site touches people's data, as its settings say."""

    members_only: bool
    reveals_always: bool
    can_peek: bool
    outside: tuple[tuple[str, str], ...]
    """Sign-in providers that are set up: name, and host that a browser is sent to."""
    mail_host: str | None
    """The server that sends codes; None where there is no sign-in by mail."""
    is_demo: bool
    model_host: str | None
    """The host of the language model that reads titles and abstracts; None without one."""
    model_is_here: bool
    """Whether that host is this machine."""
    behind_proxy: bool
    secure: bool
    """Whether the site's own address is HTTPS."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the page: a heading, and sentences that are true."""

    heading: str
    sentences: tuple[str, ...]


def privacy(on: TurnedOn) -> tuple[Part, ...]:
    """The page's parts, in order."""
    return (
        Part("Visitors", tuple(_visitors(on))),
        Part("Signing in", tuple(_signing_in(on))),
        Part("What a reader's account holds", tuple(_account(on))),
        Part("What others see", tuple(_seen_by_others(on))),
        Part("What leaves this site", tuple(_leaves(on))),
        Part("Yours to take and to delete", tuple(_yours())),
    )


def _visitors(on: TurnedOn) -> Iterator[str]:
    if on.members_only:
        yield "Nothing but the sign-in is served to visitors: this site is for its members."
    else:
        yield "You can read without signing in, and nothing is kept of what you read."
    yield (
        "No page asks any other site for anything: there is no advertising, no counting of "
        "visits and no tracking, and no telemetry leaves the site."
    )
    yield (
        "Cookies are set to sign you in and keep you signed in, and to remember how you chose to "
        "see pages; for nothing else."
    )
    yield (
        "Network addresses are used to slow down whoever asks too often; those counts are "
        "forgotten after two days."
    )
    if on.behind_proxy:
        yield "A proxy stands before this site and passes your network address on to it."
    if not on.secure:
        yield (
            "This site is set up without an HTTPS address of its own; over plain HTTP, others on "
            "the network between could read along."
        )


def _signing_in(on: TurnedOn) -> Iterator[str]:
    for name, host in on.outside:
        yield (
            f"Sign-in with {name} is on: your browser goes to {host}, which learns that you sign "
            "in here, and this site keeps what it says of you: name, number there, age of the "
            "account, and the e-mail address that it confirms."
        )
    if on.mail_host:
        yield (
            "Sign-in by e-mail is on: a code goes to your address by way of the mail server "
            f"{on.mail_host}; the code is good for ten minutes, and only its hash is kept."
        )
    if not on.outside and not on.mail_host:
        yield "No outside sign-in and no mail is set up: readers come in by a link from the keeper."
    if on.is_demo:
        yield (
            "This is a demo: whoever uses this machine may sign in as the one demo reader, and "
            "then sees what that reader kept."
        )
    yield (
        f"A sign-in lasts {SIGN_IN_DAYS} days after it was last used; what your browser holds is "
        "kept here only as a hash, with the kind of browser and the day it was last used."
    )
    yield "Sign-ins, and what a keeper does to readers or papers, are written to a log."


def _account(_on: TurnedOn) -> Iterator[str]:
    yield (
        "Your name, and what you say of yourself: names you publish under, affiliations, ORCID "
        "iD, topics and conferences. It decides how much your vote counts on papers near you."
    )
    yield "Your votes, when they were cast, and whether you had seen the score before."
    yield "Your reading list and your private notes."
    yield (
        "Which papers you open is kept only if you switch the history on in My papers; it is off "
        "from the start, and you can clear it."
    )
    yield "Which papers the reading queue offered you, and which verdicts you disagree with."
    yield (
        "With JavaScript, a vote that you cast without a network waits in your own browser and is "
        "sent when the network is back."
    )
    yield (
        "ORCID iDs and e-mail addresses of authors that a programme names are kept as hashes "
        "alone, to know an author by."
    )


def _seen_by_others(on: TurnedOn) -> Iterator[str]:
    yield (
        "Others see how many readers voted on a paper, and, once they may see its score, how "
        "many said what; never who."
    )
    if on.reveals_always:
        yield "On this site scores and the split of votes are open to everyone who may read it."
    elif on.can_peek:
        yield "A reader may look at a paper's score without voting; that they looked is kept."
    yield "Nobody else sees your notes, your reading list, your history or your profile's lists."
    yield (
        "If you answer as an author of a paper, your answer stands on its page with the word "
        "author, without your name."
    )
    yield (
        "A keeper sees readers' names, when they signed in, and who disagrees with which verdict. "
        "Whoever runs this site holds its database and could read all that stands in it; what "
        "a keeper does about readers and papers is in the log."
    )


def _leaves(on: TurnedOn) -> Iterator[str]:
    if on.model_host and on.model_is_here:
        yield (
            f"Titles and abstracts are read by a language model on this machine ({on.model_host});"
            " they go nowhere else."
        )
    elif on.model_host:
        yield (
            "Titles and abstracts of papers are sent to a language model at "
            f"{on.model_host}; nothing of any reader is sent there."
        )
    else:
        yield (
            "The panel runs on the site's own machine: no title or abstract is sent to a model "
            "elsewhere."
        )
    if on.mail_host:
        yield f"Codes for sign-in go to the mail server {on.mail_host}, with your address."
    if on.outside:
        names = " and ".join(name for name, _ in on.outside)
        yield f"During a sign-in this site asks {names} who you are; at no other time."
    yield "Nothing else of yours leaves this site."


def _yours() -> Iterator[str]:
    yield "On your profile you download everything that is yours, as one archive, at once."
    yield (
        "There you also delete your account, at once and for good; your votes go with you, or "
        "stay without your name, as you choose."
    )
    yield (
        "Backups that the keeper made before may still hold what you deleted, until they are "
        "thrown away."
    )
