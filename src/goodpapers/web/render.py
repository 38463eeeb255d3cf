"""A page and its visit become HTML: decided here only."""

from __future__ import annotations

from goodpapers.domain.listing import Reveal
from goodpapers.web.environment import templates
from goodpapers.web.visit import Page, Visit

_LONGEST_WAY_BACK = 2_000
"""In a form it is three times as long at most, and a form may have 8,192 bytes."""


def render(page: Page, visit: Visit) -> str:
    """The whole HTML of a page."""
    return templates()[page.template].render(
        page.needs,
        title=page.title,
        edition_key=page.edition,
        open_site=visit.viewer.reveal is Reveal.ALWAYS,
        chose_hidden=visit.viewer.chose_hidden,
        address=_way_back(page, visit),
        path=visit.path,
        typed=visit.value("words") or "",
        reader=visit.visitor.reader,
        form_token=visit.visitor.form_token if visit.visitor.reader or page.is_own else "",
    )


def _way_back(page: Page, visit: Visit) -> str:
    """Where the switch of the view leads back to: here, unless here is no place to come back to."""
    if page.status >= 400 or len(visit.path) > _LONGEST_WAY_BACK:
        return "/"
    return visit.address if len(visit.address) <= _LONGEST_WAY_BACK else visit.path
