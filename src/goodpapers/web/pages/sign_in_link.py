"""Sign-in by a link: its page has a button, and only the button uses the link."""

from __future__ import annotations

from goodpapers.services import sign_in_link as links
from goodpapers.web.forms import GoTo
from goodpapers.web.pages.sign_in import signed_in
from goodpapers.web.visit import Page, Visit


def page(visit: Visit) -> Page:
    """What the link would do, and the button that does it."""
    token = visit.value("token") or ""
    found = links.what_link_does(visit.site.database, token, visit.site.now())
    needs: dict[str, object] = {"token": token, "link": found}
    return Page("pages/sign_in_link.html", "Sign in by this link", needs, is_own=True)


def use(visit: Visit, form: dict[str, str]) -> GoTo:
    """Use the link, and sign in."""
    reader = links.use(
        visit.site.database, form.get("token", ""), form.get("name", ""), visit.site.now()
    )
    return signed_in(visit, reader, "link", "/")
