"""An endpoint made ready for a run: how its server wants to be asked, and this site's yardstick."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from goodpapers.domain.errors import ModelFailure
from goodpapers.panel.endpoint import EndpointSource
from goodpapers.panel.find_dialect import find_dialect
from goodpapers.panel.heads import read_heads
from goodpapers.panel.personas import read_personas
from goodpapers.panel.request import read_dialect
from goodpapers.panel.terms import Endpoint
from goodpapers.panel.yardstick import read_yardstick
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
    with database.read() as db:
        kept = stored.read_yardstick(db, source.name, source.recipe)
    if kept is None:
        return source
    yardstick = read_yardstick(kept, f"the yardstick of {source.name}")
    return EndpointSource(endpoint, personas, yardstick=yardstick, weights=weights)


def shipped_weights() -> Mapping[str, float]:
    """How much each persona counts in merit, by key. Raises `ModelFailure` where that is broken."""
    merit = read_heads().facts.get("merit")
    weights = merit.get("weights") if isinstance(merit, Mapping) else None
    if not isinstance(weights, Mapping):
        raise ModelFailure("the panel's weights do not say what merit is made of")
    return {str(key): float(weight) for key, weight in weights.items()}
