"""A reader's sign-ins, where and how; and the identities by which the site knows them."""

from __future__ import annotations

from datetime import datetime

from goodpapers import wiring_outside as outside
from goodpapers.domain.reader import Kind
from goodpapers.services import own_identities, sign_in
from goodpapers.services.profile import standing
from goodpapers.web.forms import GoTo
from goodpapers.web.visit import Page, Visit

HERE = "/sign-ins"


def page(visit: Visit) -> Page:
    """Every sign-in of the reader, each with a button that ends it; identities, and how to add."""
    site, visitor = visit.site, visit.visitor
    found = sign_in.sign_ins(site.database, visitor.reader, visitor.token, site.now())
    identities = own_identities.identities(site.database, visitor.reader)
    reader = visitor.reader
    needs = {
        "sign_ins": [(each, _day(each.made_at), _day(each.seen_at)) for each in found],
        "identities": identities,
        "providers": tuple(outside.providers_of(site.settings).values()),
        "has_mail": bool(site.settings.mail_host),
        "is_demo": reader is not None and reader.kind is Kind.DEMO,
        "known": standing(reader) if reader else "",
    }
    return Page("pages/sign_ins.html", "Your sign-ins", needs, is_own=True)


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def end(visit: Visit, form: dict[str, str]) -> GoTo:
    """End the sign-in that the form names."""
    site = visit.site
    sign_in.end_one(site.database, visit.visitor.reader, form.get("mark", ""), site.now())
    return GoTo(HERE)


def end_others(visit: Visit, _form: dict[str, str]) -> GoTo:
    """End every sign-in of the reader but this one."""
    sign_in.end_others(visit.site.database, visit.visitor.reader, visit.visitor.token)
    return GoTo(HERE)


def remove_identity(visit: Visit, form: dict[str, str]) -> GoTo:
    """Take an identity from the reader's account."""
    own_identities.remove(
        visit.site.database,
        visit.visitor.reader,
        form.get("provider", ""),
        form.get("subject", ""),
        visit.site.now(),
    )
    return GoTo(HERE)
