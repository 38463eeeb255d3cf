"""Out to a provider of sign-in, and back.

The way out is a page that leads on by itself: a form may not lead away from this site (the content
policy says so), so the answer to the form is a page, and the page has a link.
"""

from __future__ import annotations

from goodpapers import wiring_outside as outside
from goodpapers.domain.errors import Unknown
from goodpapers.services import sign_in_outside as ways
from goodpapers.web.forms import GoTo
from goodpapers.web.pages.sign_in import signed_in, wants_to_add, way_back
from goodpapers.web.visit import Page, Visit
from goodpapers.wiring_outside import Provider


def go_out(visit: Visit, form: dict[str, str]) -> Page:
    """The page that leads on to the provider which the form names."""
    provider = _provider(visit, form.get("provider", ""))
    address = ways.go_out(
        visit.site.database,
        provider,
        browser=visit.visitor.secret,
        callback=_callback(visit, provider),
        back=way_back(form.get("back")),
        adds_to=wants_to_add(visit, form),
        now=visit.site.now(),
    )
    needs: dict[str, object] = {"name": provider.name, "href": address}
    return Page("pages/sign_in_out.html", f"On to {provider.name}", needs, is_own=True)


def come_back(visit: Visit) -> GoTo:
    """Where the provider sends the browser back to: signs in, and goes where the reader was."""
    provider = _provider(visit, visit.keys["provider"])
    came = ways.come_back(
        visit.site.database,
        provider,
        outside.policy_of(visit.site.settings),
        browser=visit.visitor.secret,
        state=visit.value("state") or "",
        code=visit.value("code"),
        callback=_callback(visit, provider),
        reader=visit.visitor.reader,
        now=visit.site.now(),
    )
    return GoTo("/sign-ins") if came.added else signed_in(visit, came.reader, came.how, came.back)


def _provider(visit: Visit, key: str) -> Provider:
    found = outside.providers_of(visit.site.settings).get(key)
    if found is None:
        raise Unknown("this site has no such way to sign in")
    return found


def _callback(visit: Visit, provider: Provider) -> str:
    return f"{visit.origin}/sign-in/back/{provider.key}"
