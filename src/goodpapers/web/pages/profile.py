"""A reader's profile: what they say of themselves, all of it to take along, and the way out."""

from __future__ import annotations

from collections.abc import Iterable

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.reader import Reader
from goodpapers.services import my_data, profile
from goodpapers.services.profile import ProfileForm
from goodpapers.services.rights import signed_in
from goodpapers.web.downloads import Download
from goodpapers.web.forms import GoTo
from goodpapers.web.visit import Page, Visit
from goodpapers.web.visitor import no_cookie

PATH = "/my/profile"
LEAVE_VOTES, TAKE_VOTES = "leave", "take"


def page(visit: Visit) -> Page:
    """The profile, to be read and changed."""
    reader = signed_in(visit.visitor.reader)
    return _page(visit, _as_typed(reader))


def save(visit: Visit, form: dict[str, str]) -> Page | GoTo:
    """Keep what was typed; what cannot be kept is said above it, and nothing typed is lost."""
    reader = signed_in(visit.visitor.reader)
    typed = ProfileForm(**{name: form.get(name, "") for name in ProfileForm.__slots__})
    try:
        profile.change_profile(visit.site.database, reader, typed, visit.site.now())
    except BadUsage as error:
        return _page(visit, typed, problem=str(error), status=400)
    return GoTo(f"{PATH}?saved=1")


def everything(visit: Visit) -> Download:
    """All that the site holds of the reader."""
    reader = signed_in(visit.visitor.reader)
    made = my_data.everything(visit.site.database, reader, visit.site.now())
    return Download("good-papers-everything.zip", made)


def leave(visit: Visit, form: dict[str, str]) -> Page | GoTo:
    """Delete the account, if it was confirmed."""
    reader = signed_in(visit.visitor.reader)
    votes = form.get("votes")
    if votes not in (LEAVE_VOTES, TAKE_VOTES):
        said = "nothing was deleted: choose whether your votes stay without a name or go with you"
        return _page(visit, _as_typed(reader), leaving=said, status=400)
    try:
        my_data.leave(
            visit.site.database,
            reader,
            typed=form.get("confirmation", ""),
            keep_votes=votes == LEAVE_VOTES,
            now=visit.site.now(),
        )
    except BadUsage as error:
        return _page(visit, _as_typed(reader), leaving=str(error), status=400)
    return GoTo("/left", (no_cookie(secure=visit.secure),))


def left(_visit: Visit) -> Page:
    """The page after an account was deleted."""
    needs: dict[str, object] = {
        "heading": "Your account is deleted",
        "said": "Everything of yours is gone from this site. Thank you for your reading.",
        "step": "See all papers",
        "href": "/papers",
    }
    return Page("pages/error.html", "Your account is deleted", needs)


def _as_typed(reader: Reader) -> ProfileForm:
    return ProfileForm(
        name=reader.name,
        names=_lines(reader.names),
        affiliations=_lines(reader.affiliations),
        orcid=reader.orcid or "",
        topics=_lines(reader.topics),
        conferences=_lines(reader.conferences),
    )


def _lines(names: Iterable[str]) -> str:
    return "\n".join(names)


def _page(
    visit: Visit,
    typed: ProfileForm,
    *,
    problem: str | None = None,
    leaving: str | None = None,
    status: int = 200,
) -> Page:
    reader = signed_in(visit.visitor.reader)
    needs: dict[str, object] = {
        "profile": typed,
        "known": profile.suggestions(visit.site.database, reader),
        "standing": profile.standing(reader),
        "problem": _sentence(problem),
        "leaving": _sentence(leaving),
        "saved": visit.value("saved") is not None and problem is None,
        "confirmation": my_data.CONFIRMATION,
    }
    return Page("pages/profile.html", "Profile", needs, status=status)


def _sentence(said: str | None) -> str | None:
    return None if said is None else f"{said[:1].upper()}{said[1:]}."
