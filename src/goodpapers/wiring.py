"""Settings become the real parts: database, panel source, clock. The only file that knows them all.

A door (page or command) calls `open_site` once and hands the parts on as arguments.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from goodpapers.domain.errors import BadSettings, BadUsage, DatabaseFailure, NoSite
from goodpapers.services.doctor import SiteFacts
from goodpapers.settings import (
    FILE_NAME,
    SITE_VARIABLE,
    Settings,
    new_settings_file,
    read_settings,
    unknown_variables,
)
from goodpapers.store.database import Database, open_database

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from goodpapers.encoder.minilm import Encoder
    from goodpapers.panel.embedded import EmbeddedPanel
    from goodpapers.panel.source import PanelSource as PanelSource  # noqa: PLC0414 (for the doors)
    from goodpapers.panel.terms import Endpoint

__all__ = [
    "FILE_NAME",
    "SITE_VARIABLE",
    "Settings",
    "Site",
    "database_address",
    "embedded_source",
    "encoder",
    "endpoint_of",
    "facts_for_doctor",
    "find_folder",
    "new_settings_file",
    "open_site",
    "open_site_database",
    "opened",
    "read_settings",
    "site_from_environment",
    "unknown_variables",
]

EMBEDDED, ENDPOINT = "embedded", "endpoint"


@dataclass(frozen=True, slots=True)
class Site:
    """One running site: its folder, its settings, and the parts that they name."""

    folder: Path
    settings: Settings
    database: Database
    now: Callable[[], datetime]
    """The time, aware, in UTC."""

    def panel_source(
        self, name: str | None = None, *, budget_usd: float | None = None, may_send: bool = True
    ) -> PanelSource:
        """The source that gives the panel its judgement: as named, else the settings' `panel`.

        The encoder of the embedded one loads with the first paper. An endpoint's server is asked,
        the first time, how it wants to be asked; not without `may_send`. `budget_usd` stands in
        place of the settings' own.

        Raises
        ------
        BadUsage, BadSettings
            There is no such source, or its settings cannot be used.
        ModelFailure
            The weights or personas are missing or broken, or the endpoint cannot be asked.
        """
        wanted = name or self.settings.panel
        if wanted == EMBEDDED:
            return embedded_source(self.settings.panel_threads or None)
        if wanted not in (ENDPOINT, self.settings.endpoint_name):
            raise BadUsage(
                f'there is no source "{wanted}"; expected {EMBEDDED} or '
                f"{self.settings.endpoint_name}"
            )
        from goodpapers.services.panel_endpoint import endpoint_source, settle_dialect

        endpoint = endpoint_of(self.folder, self.settings, budget_usd)
        dialect = self.settings.endpoint_dialect
        settled = settle_dialect(self.database, endpoint, dialect, may_send=may_send)
        return endpoint_source(self.database, settled)

    def primary_source(self) -> str:
        """The name of the source that counts as the panel's."""
        return _primary(self.settings)

    def close(self) -> None:
        """Give the connections to the database back."""
        self.database.close()


def _primary(settings: Settings) -> str:
    return settings.endpoint_name if settings.panel == ENDPOINT else settings.panel


def endpoint_of(folder: Path, settings: Settings, budget_usd: float | None = None) -> Endpoint:
    """The endpoint that the settings name. Raises `BadSettings` when they name none that works."""
    from goodpapers.panel.access import Key, read_key_file
    from goodpapers.panel.budget import Price
    from goodpapers.panel.terms import Endpoint

    if not settings.endpoint_address:
        raise BadSettings(
            "no endpoint is set; expected endpoint_address and endpoint_model in "
            f"{folder / FILE_NAME} (docs/endpoint.md)"
        )
    key = Key(settings.endpoint_key) if settings.endpoint_key else None
    if settings.endpoint_key_file and key is None:
        key = read_key_file(folder / settings.endpoint_key_file)
    return Endpoint(
        address=settings.endpoint_address,
        model=settings.endpoint_model,
        key=key,
        name=settings.endpoint_name,
        orders=settings.endpoint_orders,
        in_flight=settings.endpoint_in_flight,
        per_minute=settings.endpoint_per_minute or None,
        budget_usd=budget_usd if budget_usd is not None else settings.endpoint_budget or None,
        price=Price(settings.endpoint_price_in, settings.endpoint_price_out),
        timeout_s=settings.endpoint_timeout,
        answer_tokens=settings.endpoint_longest_answer,
        extra=json.loads(settings.endpoint_extra or "{}"),
    )


class _LateEncoder:
    """An encoder that is loaded when it is first asked: where nothing waits, it costs nothing."""

    def __init__(self, threads: int | None) -> None:
        self._threads = threads
        self._encoder: Encoder | None = None

    def encode_parts(
        self, texts: Sequence[Sequence[str]], limit: int = 512
    ) -> list[NDArray[np.float32]]:
        """As `Encoder.encode_parts`."""
        if self._encoder is None:
            from goodpapers.encoder.minilm import Encoder

            self._encoder = Encoder.load(threads=self._threads)
        return self._encoder.encode_parts(texts, limit)


def embedded_source(threads: int | None = None) -> EmbeddedPanel:
    """The embedded source, with or without a site. Raises `ModelFailure` as `panel_source` does."""
    from goodpapers.panel.embedded import load_embedded

    return load_embedded(_LateEncoder(threads))


def encoder() -> Encoder:
    """The encoder itself, to train with. Raises `ModelFailure` without its weights."""
    from goodpapers.encoder.minilm import Encoder

    return Encoder.load()


def find_folder(named: Path | None, environment: Mapping[str, str]) -> Path:
    """The folder of the site: as named, else `GOODPAPERS_SITE`, else the current folder."""
    return (named or Path(environment.get(SITE_VARIABLE) or ".")).absolute()


def database_address(folder: Path, settings: Settings) -> str:
    """The full address of the database: a SQLite file's name is taken from the site folder."""
    kind, _, rest = settings.database.partition("://")
    if kind == "sqlite":
        return f"sqlite:///{folder / rest.removeprefix('/')}"
    return f"postgresql+psycopg://{rest}"


def open_site(folder: Path, flags: Mapping[str, object] | None = None) -> Site:
    """The site in `folder`, ready for work.

    Raises
    ------
    NoSite
        There is no `goodpapers.toml` in the folder.
    BadSettings
        A setting cannot be used.
    DatabaseFailure
        The database cannot be opened, or its tables are of another version.
    """
    if not (folder / FILE_NAME).exists():
        raise NoSite(
            f"there is no site in {folder}; make one with: goodpapers init, or name its folder "
            "with --site DIR"
        )
    settings = read_settings(folder, os.environ, flags)
    database = open_site_database(folder, settings)
    try:
        _refuse_other_version(database)
    except BaseException:
        database.close()
        raise
    database.prefer(_primary(settings))
    return Site(folder, settings, database, now=lambda: datetime.now(UTC))


def open_site_database(folder: Path, settings: Settings) -> Database:
    """The database that the settings name, of whatever version its tables are.

    Raises
    ------
    BadSettings, DatabaseFailure
        It is of no known kind, or cannot be opened.
    """
    return open_database(database_address(folder, settings))


def site_from_environment() -> Site:
    """The site that `GOODPAPERS_SITE` names; how a worker process of the server finds it."""
    return open_site(find_folder(None, os.environ))


@contextmanager
def opened(folder: Path, flags: Mapping[str, object] | None = None) -> Iterator[Site]:
    """`open_site` for the length of a block."""
    site = open_site(folder, flags)
    try:
        yield site
    finally:
        site.close()


def facts_for_doctor(folder: Path, environment: Mapping[str, str]) -> SiteFacts:
    """What the doctor needs to know of the site in `folder`, broken or not."""
    settings, problem = None, None
    try:
        settings = read_settings(folder, environment)
    except BadSettings as error:
        problem = str(error)
    return SiteFacts(
        folder=folder,
        settings_file=folder / FILE_NAME,
        open_database=partial(open_site_database, folder, settings) if settings else None,
        check_models=_models_in_words,
        problem=problem,
        unknown_variables=unknown_variables(environment),
        ways_in=_ways_in(settings) if settings else (),
        names_keepers=bool(settings and settings.keepers),
    )


def _ways_in(settings: Settings) -> tuple[str, ...]:
    """The ways to sign in that are set up, in words, links apart."""
    ways = (
        (settings.github_client, "GitHub"),
        (settings.google_client, "Google"),
        (settings.orcid_client, "ORCID"),
        (settings.oidc_issuer, settings.oidc_name),
        (settings.mail_host, "a code by e-mail"),
    )
    return tuple(name for is_set, name in ways if is_set)


def _models_in_words() -> str:
    from goodpapers.encoder.minilm import Encoder
    from goodpapers.panel.embedded import load_embedded

    source = load_embedded(Encoder.load(threads=1))
    return f"{source.name} panel, {source.model}"


def _refuse_other_version(database: Database) -> None:
    if not database.is_current():
        raise DatabaseFailure(
            "the database is not of this version of Good Papers; bring it up to date with: "
            "goodpapers init"
        )
