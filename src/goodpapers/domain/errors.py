"""The error tree. Errors become words only at a door: a page, an answer, a command.

GoodPapersError
├── BadInput            what was given cannot be read: exit 3, page 400
│   └── NotAProgramme   the file is no programme in any format we know
├── BadUsage            the command or address makes no sense: exit 2
│   ├── NoSite          no site folder here
│   ├── Unknown         no such edition, paper, session, persona: page 404
│   ├── SignInFirst     a visitor may not do this: leads to the page of sign-in
│   ├── NotAllowed      this reader may not do this: page 403
│   └── TooOften        asked more often than the limit: page 429
├── BadSettings         a setting has a value that cannot be used: exit 2
└── Failure             our side or an outside service failed: exit 1
    ├── DatabaseFailure the database cannot be reached, opened or written
    └── ModelFailure    the encoder or a panel source is missing or broken
"""

from __future__ import annotations

from goodpapers.domain.lines import one_line
from goodpapers.domain.programme import Problem


class GoodPapersError(Exception):
    """Base of every error of ours. `str(error)` is one clear line for a person."""

    again: bool = False
    """Whether the same call may succeed later without a change by the person."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


class BadInput(GoodPapersError):
    """What was given cannot be read. `problem` says where, what was found, what was expected."""

    def __init__(self, problem: Problem | str) -> None:
        super().__init__(str(problem))
        self.problem = problem if isinstance(problem, Problem) else None


class SignInFailed(BadInput):
    """A code, a link or an outside sign-in cannot be used, or cannot be used any more."""


class NotAProgramme(BadInput):
    """The file holds no programme in any format we know."""


class BadUsage(GoodPapersError):
    """The command or address makes no sense as given."""


class NoSite(BadUsage):
    """There is no site in the folder that was named."""


class Unknown(BadUsage):
    """The edition, paper, session or persona that was named does not exist."""


class SignInFirst(BadUsage):
    """Only a reader who is signed in may do this."""


class NotAllowed(BadUsage):
    """This reader may not do this, signed in or not."""


class TooOften(BadUsage):
    """It was asked for more often than the limit; `retry_after_s` says when to come again."""

    def __init__(self, message: str, retry_after_s: int) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class BadSettings(GoodPapersError):
    """A setting has a value that cannot be used."""


class Failure(GoodPapersError):
    """Something on our side, or an outside service, failed."""

    def __init__(self, message: str, *, again: bool = False) -> None:
        super().__init__(message)
        self.again = again


class DatabaseFailure(Failure):
    """The database cannot be reached, opened or written."""


class ModelFailure(Failure):
    """The encoder or a source of the panel is missing or broken."""
