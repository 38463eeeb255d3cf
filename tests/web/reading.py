"""What a visitor reads in a page: its words without tags, its links, its cards."""

from __future__ import annotations

import re
from html import unescape


def text_of(html: str) -> str:
    """The words of a page or part, blanks made single."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def links_of(html: str) -> list[str]:
    """Every address that a page leads to, in order."""
    return [unescape(found) for found in re.findall(r'<a [^>]*href="([^"]*)"', html)]


def papers_of(html: str) -> list[str]:
    """The keys of the papers that a list shows, in order."""
    return re.findall(r'<h\d><a href="/papers/([a-z2-7]{10})"', html)


def cards_of(html: str) -> list[str]:
    """The HTML of each card."""
    return re.findall(r'<article class="card"[^>]*>.*?</article>', html, re.DOTALL)


def card_with(html: str, words: str) -> str:
    """The words of the one card that holds `words`."""
    (found,) = [text for text in map(text_of, cards_of(html)) if words in text]
    return found
