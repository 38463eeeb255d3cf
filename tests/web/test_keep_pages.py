"""The cache of whole pages: bounded, and never wrong."""

from __future__ import annotations

import time
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from goodpapers.domain.listing import Reveal
from goodpapers.services.browse import Viewer
from goodpapers.web import page_cache
from goodpapers.web.page_cache import Kept, PageCache, SiteState
from goodpapers.wiring import Site

VIEWER = Viewer(Reveal.ALWAYS)
DAY = date(2026, 12, 1)
HOME = ("/", b"")


def page(words: str) -> Kept:
    return Kept(words.encode(), b'"etag"', 200)


def test_a_page_that_was_kept_comes_back() -> None:
    cache = PageCache()
    cache.keep((HOME, VIEWER, DAY, 1), page("one"))
    assert cache.get((HOME, VIEWER, DAY, 1)) == page("one")


def test_another_filter_is_another_page() -> None:
    cache = PageCache()
    cache.keep((("/papers", b"track=oral"), VIEWER, DAY, 1), page("one"))
    assert cache.get((("/papers", b"track=poster"), VIEWER, DAY, 1)) is None


def test_the_state_is_believed_only_for_a_moment(sample: Site) -> None:
    state = SiteState(sample.database)
    assert state.fresh() is None
    assert state.read() == state.fresh()
    time.sleep(page_cache.FRESH_S)
    assert state.fresh() is None


def test_another_state_day_viewer_or_address_is_another_page() -> None:
    cache = PageCache()
    cache.keep((HOME, VIEWER, DAY, 1), page("one"))
    assert cache.get((HOME, VIEWER, DAY, 2)) is None
    assert cache.get((HOME, VIEWER, date(2026, 12, 2), 1)) is None
    assert cache.get((HOME, Viewer(Reveal.ALWAYS, True), DAY, 1)) is None
    assert cache.get((("/papers", b""), VIEWER, DAY, 1)) is None


def test_what_was_asked_for_longest_ago_makes_room() -> None:
    cache = PageCache()
    for number in range(page_cache.MOST_PAGES):
        cache.keep((HOME, VIEWER, DAY, number), page(str(number)))
    cache.get((HOME, VIEWER, DAY, 0))
    cache.keep((HOME, VIEWER, DAY, -1), page("new"))
    assert cache.get((HOME, VIEWER, DAY, 0)) is not None
    assert cache.get((HOME, VIEWER, DAY, 1)) is None


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 3_000_000)), max_size=60))
def test_the_cache_never_holds_more_than_it_may(pages: list[tuple[int, int]]) -> None:
    cache = PageCache()
    for number, size in pages:
        cache.keep((HOME, VIEWER, DAY, number), Kept(bytes(size), b'"x"', 200))
    held = [cache.get((HOME, VIEWER, DAY, number)) for number in {n for n, _ in pages}]
    assert sum(len(one.body) for one in held if one) <= page_cache.MOST_BYTES
