"""Sign-in by e-mail: ask for a code, and type it."""

from __future__ import annotations

from goodpapers import wiring_outside as outside
from goodpapers.domain.errors import BadInput, Unknown
from goodpapers.services import sign_in_code as codes
from goodpapers.web.environment import SITE_NAME
from goodpapers.web.forms import GoTo
from goodpapers.web.pages.sign_in import signed_in, wants_to_add, way_back
from goodpapers.web.visit import Page, Visit


def ask(visit: Visit, form: dict[str, str]) -> GoTo:
    """Send a code to the address in the form, and lead to the page that takes it."""
    settings = visit.site.settings
    if not settings.mail_host:
        raise Unknown("this site has no such way to sign in")
    codes.ask_for_code(
        visit.site.database,
        outside.policy_of(settings),
        outside.post_of(settings),
        typed=form.get("email", ""),
        browser=visit.visitor.secret,
        client=visit.client,
        back=way_back(form.get("back")),
        adds_to=wants_to_add(visit, form),
        site_name=SITE_NAME,
        now=visit.site.now(),
    )
    return GoTo("/sign-in/code")


def page(visit: Visit) -> Page | GoTo:
    """The page that takes the code; the start of the sign-in where none waits."""
    return _page(visit, "") or GoTo("/sign-in")


def check(visit: Visit, form: dict[str, str]) -> Page | GoTo:
    """Sign in whoever typed the right code; else the page once more, which says how many tries."""
    site = visit.site
    try:
        came = codes.check_code(
            site.database,
            outside.policy_of(site.settings),
            typed=form.get("code", ""),
            browser=visit.visitor.secret,
            reader=visit.visitor.reader,
            now=site.now(),
        )
    except BadInput as error:
        again = _page(visit, f"{str(error)[:1].upper()}{str(error)[1:]}.")
        if again is None:
            raise
        return again
    return GoTo("/sign-ins") if came.added else signed_in(visit, came.reader, came.how, came.back)


def _page(visit: Visit, said: str) -> Page | None:
    secret = visit.visitor.secret
    to = codes.waits_for(visit.site.database, secret, visit.site.now()) if secret else None
    if to is None:
        return None
    status = 400 if said else 200
    needs: dict[str, object] = {"to": to, "said": said}
    return Page("pages/sign_in_code.html", "Type the code", needs, status, is_own=True)
