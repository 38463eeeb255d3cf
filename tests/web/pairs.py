"""Two sites that agree in everything public and are opposite in everything hidden."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from httpx2 import Response
from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.made import made_site, previews_on
from tests.web.reading import links_of, papers_of

from goodpapers.domain.listing import Reveal
from goodpapers.domain.reader import Reader
from goodpapers.services import sign_in
from goodpapers.services.browse import Viewer
from goodpapers.services.votes import cast_vote
from goodpapers.settings import Settings
from goodpapers.store.database import Database, open_database
from goodpapers.store.readers import add_reader
from goodpapers.web import routes
from goodpapers.web.visitor import COOKIE
from goodpapers.wiring import Site

Answer = tuple[int, bytes, dict[str, str]]
"""Status, body and headers: all that leaves the site."""

_SPARED = "(SELECT id FROM paper WHERE key IN ({}))"
_SWAP = (
    "UPDATE score SET score = 100 - score, low = 100 - high, high = 100 - low, "
    "panel = 100 - panel, place = n_ranked + 1 - place, fit = 'another', "
    "readers = 100 - readers, panel_weight = 3, readers_weight = 9 WHERE paper_id NOT IN {spared}",
    "UPDATE panel_result SET merit = -merit, model = 'another', "
    "verdicts = replace(verdicts, 'nobody', 'somebody'), recommends = "
    "replace(replace(replace(recommends, '1', 'x'), '0', '1'), 'x', '0') "
    "WHERE paper_id NOT IN {spared}",
    "UPDATE vote SET vote = replace(replace(replace(vote, 'worth_reading', 'x'), 'not_for_me', "
    "'worth_reading'), 'x', 'not_for_me'), blind = 1 - blind, assigned = 1 - assigned, "
    "conflict = 'shared', cast_at = cast_at + 9, changed_at = changed_at + 99 "
    "WHERE paper_id NOT IN {spared}",
    "UPDATE look SET how = 'preview', at = at + 7 WHERE paper_id NOT IN {spared}",
    "UPDATE note SET text = 'Another thought.' WHERE paper_id NOT IN {spared}",
    "UPDATE reading_list SET state = 'read' WHERE paper_id NOT IN {spared}",
    "UPDATE site_state SET version = version + 17",
)


@dataclass(frozen=True)
class Pair:
    """The two sites, and the cookies of who looks at them."""

    one: Site
    other: Site
    nobody: dict[str, str]
    fresh: dict[str, str]
    """A reader without any vote."""
    voted: dict[str, str]
    """A reader with a vote on one paper, whose hidden values are the same on both sites."""

    def close(self) -> None:
        self.one.close()
        self.other.close()


def swap_hidden_values(database: Database, spared: Iterable[str]) -> None:
    """Turn every hidden value upside down, but those of the papers `spared`."""
    names = ", ".join(f"'{key}'" for key in spared)
    with database.write() as db:
        for statement in _SWAP:
            db.exec_driver_sql(statement.format(spared=_SPARED.format(names)))


def set_hidden_values(
    database: Database, key: str, score: float, yes: str, chance: random.Random
) -> None:
    """Give one paper another score, other verdicts, and other votes of the same readers."""
    which = "WHERE paper_id = (SELECT id FROM paper WHERE key = ?)"
    with database.write() as db:
        db.exec_driver_sql(
            "UPDATE score SET score = ?, low = ?, high = ?, place = ?, readers = ?, "
            f"panel_weight = ? {which}",
            (score, score / 2, 50 + score / 2, 1 + int(score), score, score / 9, key),
        )
        db.exec_driver_sql(
            f"UPDATE panel_result SET recommends = ?, merit = ? {which}", (yes, score - 50, key)
        )
        voters = db.exec_driver_sql(f"SELECT reader_id FROM vote {which}", (key,)).fetchall()
        for (reader,) in voters:
            said = chance.choice(["worth_reading", "not_for_me", "no_verdict"])
            db.exec_driver_sql(
                f"UPDATE vote SET vote = ?, blind = ? {which} AND reader_id = ?",
                (said, chance.randrange(2), key, reader),
            )


def hiding(site: Site) -> Site:
    """The same site with its values hidden until the vote."""
    return replace(site, settings=Settings(reveal=Reveal.AFTER_VOTE))


def made_pair(folder: Path, programmes: Iterable[Path]) -> Pair:
    """A site with readers and votes, and its opposite."""
    site = made_site(folder / "one.db", programmes, reveal=Reveal.AFTER_VOTE, limit=15)
    readers = [_reader(site, name) for name in ("Ada", "Ben", "Cleo", "Rosa", "Theo")]
    keys = sorted(papers_of(visitor_to(site).get("/papers").text))
    seen = keys[3]
    for place, (reader, _) in enumerate(readers[:3]):
        for key in keys[place::2]:
            _vote(site, reader, key, "worth_reading" if place else "not_for_me")
    _vote(site, readers[4][0], seen, "worth_reading")
    _keep_things(site, readers[0][0], keys)
    spared = {seen, *previews_on(site, site.now().date())}
    site.database.close()
    shutil.copy(folder / "one.db", folder / "two.db")
    one, other = (
        replace(site, database=open_database(f"sqlite:///{folder / name}.db"))
        for name in ("one", "two")
    )
    swap_hidden_values(other.database, spared)
    cookies = [{COOKIE: token} for _, token in readers]
    return Pair(one, other, {}, cookies[3], cookies[4])


def answers(site: Site, addresses: Iterable[str], **cookies: str) -> dict[str, Answer]:
    """Everything that leaves the site for who looks, headers and sizes included."""
    visitor = visitor_to(site, **cookies)
    found = {}
    for address in addresses:
        answer = visitor.get(address)
        if address == "/sign-in":
            found[address] = _without_lots(answer)
            continue
        found[address] = (answer.status_code, answer.content, dict(answer.headers))
        etag = answer.headers.get("etag")
        again = visitor.get(address, headers={"if-none-match": etag or '"none"'})
        found[f"{address} again"] = (again.status_code, again.content, dict(again.headers))
    return found


def _without_lots(answer: Response) -> Answer:
    """The one page whose form has a secret drawn anew for each visit, without that secret."""
    body = re.sub(rb'value="[\w.-]{16,}"', b"", answer.content)
    changing = {"etag", "set-cookie", "content-length"}
    kept = {name: value for name, value in answer.headers.items() if name not in changing}
    return answer.status_code, body, kept


def form_answers(site: Site, **cookies: str) -> dict[str, Answer]:
    """What every form of the site answers to who sends nothing, with whatever it changes."""
    visitor = visitor_to(site, **cookies)
    keys = papers_of(visitor.get("/papers").text)[:2]
    found = {}
    for address in _filled(routes.FORMS, keys, "neurips-2026", "x"):
        answer = visitor.post(address, data={"vote": "no_verdict"})
        found[address] = (answer.status_code, answer.content, dict(answer.headers))
    return found


def addresses(visitor: TestClient) -> list[str]:
    """Every address that can be read: every route, lists in all orders and filters, errors."""
    listed = visitor.get("/papers").text
    keys = papers_of(listed)
    sessions = {link for link in links_of(listed) if link.startswith("/sessions/")}
    session = min(sessions).rsplit("/", 1)[1]
    return [
        *("/papers?words=learning", "/papers?words=network", "/papers/zzzzzzzzzz", "/nowhere"),
        *(f"/papers?tier={tier}" for tier in ("must_read", "worth_a_look", "niche_pick")),
        *(f"/papers?order={order}" for order in ("score", "tier", "time", "relevance", "votes")),
        *(link for link in links_of(listed) if link.startswith("/papers?")),
        *sorted(sessions),
        *_filled(routes.PAGES, keys, "neurips-2026", session),
    ]


def _filled(table: Iterable[str], keys: list[str], edition: str, session: str) -> Iterable[str]:
    for route in table:
        if route.startswith("/sessions/"):
            yield route.replace("{edition}", edition).replace("{key}", session)
        elif "{key}" in route:
            for key in keys:
                yield re.sub(r"\{[^}]*\}", edition, route.replace("{key}", key))
        else:
            yield re.sub(r"\{[^}]*\}", edition, route)


def _reader(site: Site, name: str) -> tuple[Reader, str]:
    with site.database.write() as db:
        reader = add_reader(db, name, now=site.now())
    token = sign_in.begin(site.database, reader, how="test", device="test", now=site.now())
    return reader, token


def _vote(site: Site, reader: Reader, key: str, said: str) -> None:
    cast_vote(site.database, Viewer(Reveal.AFTER_VOTE, reader=reader), key, said, now=site.now())


def _keep_things(site: Site, reader: Reader, keys: list[str]) -> None:
    with site.database.write() as db:
        for key in keys[:6]:
            number = db.exec_driver_sql("SELECT id FROM paper WHERE key = ?", (key,)).scalar()
            db.exec_driver_sql(
                "INSERT INTO note (paper_id, reader_id, text, changed_at) VALUES (?, ?, 'Hm.', 1)",
                (number, reader.id),
            )
            db.exec_driver_sql(
                "INSERT INTO reading_list (paper_id, reader_id, state, added_at, changed_at) "
                "VALUES (?, ?, 'seen', 1, 1)",
                (number, reader.id),
            )
