"""The page of sign-in, with the ways that this site has, and the ways that need no other page."""

from __future__ import annotations

from goodpapers import wiring_outside as outside
from goodpapers.domain.errors import BadUsage
from goodpapers.domain.reader import Reader
from goodpapers.services import sign_in, sign_in_demo
from goodpapers.web.forms import GoTo, is_of_sign_in
from goodpapers.web.view_choice import path_of_this_site
from goodpapers.web.visit import Page, Visit
from goodpapers.web.visitor import cookie, no_browser_cookie, no_cookie


def page(visit: Visit) -> Page | GoTo:
    """The ways to sign in; who is signed in already is led to where they wanted to go."""
    back = way_back(visit.value("back"))
    if visit.visitor.reader is not None:
        return GoTo(back)
    settings = visit.site.settings
    needs = {
        "back": back,
        "providers": tuple(outside.providers_of(settings).values()),
        "has_mail": bool(settings.mail_host),
        "is_demo": settings.demo,
        "has_demo_reader": sign_in_demo.is_offered(
            is_demo=settings.demo, client=visit.client, host=visit.host
        ),
        "members_only": settings.access == "members",
        "domains": [each for each in settings.members if not each.startswith("github:")],
    }
    return Page("pages/sign_in.html", "Sign in", needs, is_own=True)


def github_steps(visit: Visit) -> Page:
    """The three steps that set up sign-in by GitHub; for a demo, where none is set up."""
    needs: dict[str, object] = {"origin": visit.origin, "back": way_back(visit.value("back"))}
    return Page("pages/sign_in_github.html", "Set up sign-in by GitHub", needs, is_own=True)


def as_demo_reader(visit: Visit, form: dict[str, str]) -> GoTo:
    """Sign in as the demo's reader."""
    site = visit.site
    reader = sign_in_demo.demo_reader(
        site.database,
        is_demo=site.settings.demo,
        client=visit.client,
        host=visit.host,
        now=site.now(),
    )
    return signed_in(visit, reader, "demo", form.get("back"))


def sign_out(visit: Visit, _form: dict[str, str]) -> GoTo:
    """End this sign-in, here and in the database."""
    if visit.visitor.token:
        sign_in.end(visit.site.database, visit.visitor.token)
    secure = visit.secure
    return GoTo("/", (no_cookie(secure=secure), no_browser_cookie(secure=secure)))


def signed_in(visit: Visit, reader: Reader, how: str, back: str | None) -> GoTo:
    """Begin the sign-in: a new token for this browser, whatever it held before; and go back."""
    token = sign_in.begin(
        visit.site.database,
        reader,
        how=how,
        device=visit.device or "an unknown browser",
        now=visit.site.now(),
        instead_of=visit.visitor.token or None,
    )
    secure = visit.secure
    # The browser's secret goes too: whoever knew it before the sign-in knows nothing after it.
    return GoTo(way_back(back), (cookie(token, secure=secure), no_browser_cookie(secure=secure)))


def way_back(address: str | None) -> str:
    """The path to go to after the sign-in: a page of this site that is not sign-in's own."""
    path = path_of_this_site(address or "/")
    start = path.partition("?")[0]
    return "/" if is_of_sign_in(start) or start == "/sign-out" else path


def wants_to_add(visit: Visit, form: dict[str, str]) -> Reader | None:
    """The reader who adds an identity to their account; None for a sign-in.

    Raises
    ------
    BadUsage
        The form adds to an account, and nobody is signed in.
    """
    if not form.get("adds"):
        return None
    if visit.visitor.reader is None:
        raise BadUsage("you signed out meanwhile; sign in, and add it once more")
    return visit.visitor.reader
