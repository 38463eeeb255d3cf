"""Meet the panel: twenty reviewers, what each asks, and how far each can be trusted."""

from __future__ import annotations

from goodpapers.services.meet_panel import meet_panel
from goodpapers.web.panel_source import facts
from goodpapers.web.visit import Page, Visit


def page(visit: Visit) -> Page:
    """The page on the panel, the same for everyone: it tells nothing of any paper."""
    return Page("pages/panel.html", "Meet the panel", {"met": meet_panel(facts())})
