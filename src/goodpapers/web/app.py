"""The application: addresses become page functions, errors become pages, answers get headers."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from goodpapers.domain.errors import GoodPapersError, SignInFirst
from goodpapers.domain.reader import Reader
from goodpapers.services import browse
from goodpapers.services.votes import get_ready, wait_for_renewals
from goodpapers.web import entry, errors, routes, view_choice
from goodpapers.web.answers import (
    Sent,
    accepts_gzip,
    etag_of,
    led_to,
    page_answer,
    static_answer,
)
from goodpapers.web.downloads import FileFunction, download_answer
from goodpapers.web.environment import templates
from goodpapers.web.forms import GoTo, PostFunction, is_of_sign_in, read_form, refuse_foreign_form
from goodpapers.web.page_cache import Kept, Key, PageCache, SiteState
from goodpapers.web.render import render
from goodpapers.web.static import static_files
from goodpapers.web.visit import LONGEST_VALUE, Page, Visit, checked_values
from goodpapers.web.visitor import NOBODY, Visitor, claims_to_be_someone, is_secure, visitor_of
from goodpapers.wiring import Site, site_from_environment

RENEWALS_WAIT_S = 3.0
"""So long a server that ends waits for the scores of the last votes."""
THREADS = 3
"""Pages are computed, not waited for: more threads only pass the interpreter's lock around."""

LONGEST_PROOF = 4_000
"""What a provider of sign-in may send along as one value of its way back."""

log = logging.getLogger("goodpapers.web")

PageFunction = Callable[[Visit], "Page | GoTo"]
Endpoint = Callable[[Request], Awaitable[Response]]


def site_app() -> Starlette:
    """The application of the site that `GOODPAPERS_SITE` names; each server process calls it."""
    return make_app(site_from_environment())


def make_app(site: Site, *, cached: bool = True) -> Starlette:
    """The application of one site. Without `cached` every page is made anew."""
    desk = _Desk(site, PageCache() if cached else None)
    table = [Route(address, desk.reads(page)) for address, page in routes.PAGES.items()]
    table += [
        Route(address, desk.takes(post, routes.longest_form(address)), methods=["POST"])
        for address, post in routes.FORMS.items()
    ]
    table += [Route(address, desk.gives(file)) for address, file in routes.FILES.items()]
    table += [
        Route(routes.CHOOSE_VIEW, view_choice.choose, methods=["POST"]),
        Route(routes.STATIC, _static),
        Route(routes.ICON, _icon),
    ]

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        yield
        desk.close()
        wait_for_renewals(RENEWALS_WAIT_S)

    app = Starlette(
        routes=table,
        lifespan=lifespan,
        exception_handlers={HTTPException: desk.no_such_page, Exception: desk.broken},
    )
    app.router.redirect_slashes = False
    return app


class _Desk:
    """Answers requests for pages of one site."""

    def __init__(self, site: Site, cache: PageCache | None) -> None:
        self._site = site
        self._cache = cache
        self._state = SiteState(site.database)
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
        templates()  # compiled now, not by the first visitor

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()

    def reads(self, page: PageFunction) -> Endpoint:
        """The endpoint that answers with a page."""

        async def endpoint(request: Request) -> Response:
            kept = self._at_hand(request)
            if kept is None:
                loop = asyncio.get_running_loop()
                kept = await loop.run_in_executor(self._pool, self._fetch, page, request)
            return page_answer(kept, request.headers)

        return endpoint

    def takes(self, post: PostFunction, longest: int) -> Endpoint:
        """The endpoint that takes a form, and answers with a page or with where to go."""

        async def endpoint(request: Request) -> Response:
            form = await read_form(request, longest)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._answer_form, post, request, form)

        return endpoint

    def gives(self, file: FileFunction) -> Endpoint:
        """The endpoint that answers with a file to save."""

        async def endpoint(request: Request) -> Response:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self._give, file, request)

        return endpoint

    async def no_such_page(self, request: Request, error: Exception) -> Response:
        """404 for an address that does not exist, 405 for a method that it does not take."""
        known = error if isinstance(error, HTTPException) else HTTPException(404)
        allowed = (known.headers or {}).get("Allow")
        more = [(b"allow", allowed.encode("latin-1"))] if allowed else []
        return self._error_answer(request, errors.no_page(known.status_code), *more)

    async def broken(self, request: Request, error: Exception) -> Response:
        """500. The visitor learns that it is our fault; the log learns what it was."""
        return self._error_answer(request, errors.broken())

    def _at_hand(self, request: Request) -> Kept | None:
        """A kept page, if the state of the site was read within the last moment."""
        version = self._state.fresh()
        if self._cache is None or version is None or claims_to_be_someone(request):
            return None
        return self._cache.get(self._key(request, version))

    def _fetch(self, page: PageFunction, request: Request) -> Kept:
        visit = self._bare_visit(request)
        try:
            version = self._state.read()
            visit = self._visit(request)
            entry.refuse_outsider(visit)
            # A reader's pages are their own, and are made anew each time.
            cache = None if visit.visitor.reader else self._cache
            if visit.visitor.reader:
                get_ready()  # they may vote; servers whom only visitors read never load it
            key = self._key(request, version)
            kept = cache.get(key) if cache else None
            if kept is None:
                kept = self._made(page(visit), visit)
                if cache and not kept.is_own:
                    kept = cache.keep(key, _zipped(kept))
        except SignInFirst:
            return self._made(entry.to_sign_in(visit), visit)
        except GoodPapersError as error:
            return self._made(_refusal(error, visit), visit)
        return kept

    def _give(self, file: FileFunction, request: Request) -> Response:
        visit = self._bare_visit(request)
        try:
            visit = self._visit(request)
            entry.refuse_outsider(visit)
            return download_answer(file(visit))
        except SignInFirst:
            return page_answer(self._made(entry.to_sign_in(visit), visit), request.headers)
        except GoodPapersError as error:
            return page_answer(self._made(_refusal(error, visit), visit), request.headers)

    def _answer_form(self, post: PostFunction, request: Request, form: dict[str, str]) -> Response:
        visit = self._bare_visit(request)
        cookies: tuple[str, ...] = ()
        done: Page | GoTo
        try:
            visit = self._visit(request)
            refuse_foreign_form(request, visit.visitor, form, self._site.settings.address)
            entry.refuse_outsider(visit)
            entry.count_form(visit)
            cookies = entry.renewal(visit)
            done = post(visit, form)
        except SignInFirst:
            done = entry.to_sign_in(visit, form)
        except GoodPapersError as error:
            done = _refusal(error, visit)
        if cookies and not done.cookies:
            done = replace(done, cookies=cookies)
        # What was typed is for this browser alone: no cache keeps the answer.
        made = replace(self._made(done, visit), is_own=True)
        return page_answer(made, request.headers)

    def _key(self, request: Request, version: int) -> Key:
        scope = request.scope
        address = (scope["path"], scope["query_string"])
        return address, self._viewer(request), self._site.now().date(), version

    def _viewer(self, request: Request, reader: Reader | None = None) -> browse.Viewer:
        chose_hidden = view_choice.chose_hidden(request)
        return browse.Viewer(self._site.settings.reveal, chose_hidden, reader)

    def _made(self, done: Page | GoTo, visit: Visit) -> Kept:
        if isinstance(done, GoTo):
            return led_to(done.address, *done.cookies)
        page, visit = entry.with_secret(done, visit)
        body = render(page, visit).encode("utf-8", "replace")
        return Kept(body, etag_of(body), page.status, None, _headers_of(page), page.is_own)

    def _visit(self, request: Request) -> Visit:
        longest = LONGEST_PROOF if is_of_sign_in(request.scope["path"]) else LONGEST_VALUE
        values = checked_values(request.query_params.multi_items(), longest)
        visitor = visitor_of(self._site, request)
        return self._bare_visit(request, values, dict(request.path_params), visitor)

    def _bare_visit(
        self,
        request: Request,
        values: dict[str, str] | None = None,
        keys: dict[str, str] | None = None,
        visitor: Visitor = NOBODY,
    ) -> Visit:
        return Visit(
            site=self._site,
            viewer=self._viewer(request, visitor.reader),
            day=self._site.now().date(),
            path=request.scope["path"],
            values=values or {},
            keys=keys or {},
            visitor=visitor,
            secure=is_secure(self._site, request),
            client=request.client.host if request.client else "",
            host=request.headers.get("host", ""),
            device=entry.device_of(request.headers.get("user-agent", "")),
        )

    def _error_answer(self, request: Request, page: Page, *more: tuple[bytes, bytes]) -> Sent:
        made = self._made(page, self._bare_visit(request))
        return page_answer(made, request.headers, *more)


def _refusal(error: GoodPapersError, visit: Visit) -> Page:
    if errors.status_of(error) >= 500:
        log.error("%s: %s", visit.path, error)
    return errors.page_for(error)


def _headers_of(page: Page) -> tuple[tuple[bytes, bytes], ...]:
    more = [(b"set-cookie", each.encode("latin-1")) for each in page.cookies]
    if page.retry_after_s is not None:
        more.append((b"retry-after", b"%d" % page.retry_after_s))
    return tuple(more)


def _zipped(kept: Kept) -> Kept:
    return replace(kept, zipped=gzip.compress(kept.body, compresslevel=5, mtime=0))


async def _static(request: Request) -> Response:
    file = static_files().get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    zipped = accepts_gzip(request.headers.get("accept-encoding", ""))
    return static_answer(file, request.query_params.get("v"), zipped=zipped)


async def _icon(_request: Request) -> Response:
    return static_answer(static_files()["icon.svg"], None, zipped=False)
