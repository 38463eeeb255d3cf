"""A page and its visit become HTML: decided here only."""

from __future__ import annotations

from goodpapers.domain.listing import Reveal
from goodpapers.web.environment import templates
from goodpapers.web.visit import Page, Visit


def render(page: Page, visit: Visit) -> str:
    """The whole HTML of a page."""
    return templates()[page.template].render(
        page.needs,
        title=page.title,
        edition_key=page.edition,
        hidden=page.hidden,
        open_site=visit.viewer.reveal is Reveal.ALWAYS,
        chose_hidden=visit.viewer.chose_hidden,
        address=visit.address,
        path=visit.path,
        typed=visit.value("words") or "",
    )
