"""An endpoint made ready for a run: how its server wants to be asked, and this site's yardstick."""

from __future__ import annotations

from dataclasses import replace

from goodpapers.panel.endpoint import EndpointSource
from goodpapers.panel.find_dialect import find_dialect
from goodpapers.panel.personas import read_personas
from goodpapers.panel.request import read_dialect
from goodpapers.panel.terms import Endpoint
from goodpapers.services.panel_bars import shipped_weights, site_bars
from goodpapers.store import bars as stored
from goodpapers.store.database import Database


def settle_dialect(
    database: Database, endpoint: Endpoint, given: str = "", *, may_send: bool = True
) -> Endpoint:
    """The endpoint with the dialect that its server understands.

    As `given` in the settings; else as a run before found out; else by asking, once, which is then
    kept. Without `may_send` nothing is sent: an unknown dialect is taken to be the usual one.

    Raises
    ------
    BadSettings
        `given` is no dialect.
    ModelFailure
        The server was asked and gives no answers that can be read.
    """
    if given:
        return replace(endpoint, dialect=read_dialect(given))
    with database.read() as db:
        kept = stored.read_dialect(db, endpoint.name, endpoint.model)
    if kept:
        return replace(endpoint, dialect=read_dialect(kept))
    if not may_send:
        return endpoint
    found = find_dialect(endpoint)
    with database.write() as db:
        stored.write_dialect(db, endpoint.name, endpoint.model, found.as_text())
    return replace(endpoint, dialect=found)


def endpoint_source(database: Database | None, endpoint: Endpoint) -> EndpointSource:
    """The panel speaking through the endpoint: weights as shipped, yardstick as this site set it.

    Without a site, and where nobody calibrated this model, the yardstick is the shipped one.
    """
    personas, weights = read_personas(), shipped_weights()
    source = EndpointSource(endpoint, personas, weights=weights)
    if database is None:
        return source
    yardstick = site_bars(database, source.name, source.recipe).yardstick
    return EndpointSource(endpoint, personas, yardstick=yardstick, weights=weights)
