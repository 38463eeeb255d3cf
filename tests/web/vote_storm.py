"""Many readers vote at a real server that is killed again and again; afterwards, a count.

Each client notes what it was answered. What was answered with success must be in the database; what
was sent and not answered may be there or not, and nothing else may be.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from tests.web.made import SAMPLE, made_site

from goodpapers.domain.listing import Reveal
from goodpapers.services import sign_in
from goodpapers.settings import new_settings_file, read_settings
from goodpapers.store.readers import add_reader
from goodpapers.web.forms import TOKEN
from goodpapers.web.visitor import COOKIE

ROOT = Path(__file__).parents[2]
SAID = ("worth_reading", "not_for_me", "no_verdict", "withdraw")
PAUSE_S = 0.6
"""Between two votes of one reader: two a second at most, which the limit on forms allows."""


@dataclass
class Client:
    """One reader, and what the server said to each vote; None stands for no vote."""

    reader: int
    token: str
    sent: int = 0
    answered: int = 0
    possible: dict[str, set[str | None]] = field(default_factory=dict)
    """By paper: what the database may hold."""

    def vote(self, port: int, key: str, said: str) -> bool:
        """Send one vote; whether it was answered with success."""
        self.sent += 1
        meant = None if said == "withdraw" else said
        self.possible.setdefault(key, {None}).add(meant)
        body = urlencode({"vote": said, TOKEN: sign_in.form_token(self.token)})
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"{COOKIE}={self.token}",
            "Sec-Fetch-Site": "same-origin",
        }
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            connection.request("POST", f"/papers/{key}/vote", body, headers)
            kept = connection.getresponse().status == 303
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        if kept:
            self.answered += 1
            self.possible[key] = {meant}
        return kept


@dataclass(frozen=True)
class Count:
    """What is in the database after the storm, against what the clients know."""

    kills: int
    sent: int
    answered: int
    rows: int
    wrong: tuple[str, ...]
    """Papers of readers whose vote is not what it may be."""
    miscounted: tuple[str, ...]
    """Papers whose public count is not the number of their votes."""


def storm(folder: Path, *, kills: int, clients: int, seed: int = 1, life_s: float = 1.0) -> Count:
    """Let `clients` readers vote while the server is killed `kills` times; then count."""
    votes, keys = _site(folder, clients)
    chance, port = random.Random(seed), _free_port()
    over = threading.Event()
    threads = [
        threading.Thread(target=_voting, args=(one, port, keys, seed + place, over))
        for place, one in enumerate(votes)
    ]
    nursery = _Nursery(folder, port)
    server = nursery.start()
    for thread in threads:
        thread.start()
    for _ in range(kills):
        time.sleep(chance.uniform(0.05, life_s))
        _kill(server)
        server = nursery.start()
    over.set()
    for thread in threads:
        thread.join()
    _kill(server)
    nursery.close()
    return _count(folder, kills, votes)


def _site(folder: Path, clients: int) -> tuple[list[Client], list[str]]:
    folder.mkdir(exist_ok=True)
    (folder / "goodpapers.toml").write_text(new_settings_file(), encoding="utf-8")
    site = made_site(folder / "goodpapers.db", [SAMPLE], reveal=Reveal.AFTER_VOTE)
    votes = []
    for number in range(clients):
        with site.database.write() as db:
            reader = add_reader(db, f"Reader {number}", now=site.now())
        token = sign_in.begin(
            site.database, reader, how="test", device="test", now=datetime.now(UTC)
        )
        votes.append(Client(reader.id, token))
    with site.database.read() as db:
        keys = [row[0] for row in db.exec_driver_sql("SELECT key FROM paper WHERE accepted = 1")]
    site.close()
    return votes, keys


def _voting(client: Client, port: int, keys: list[str], seed: int, over: threading.Event) -> None:
    chance = random.Random(seed)
    time.sleep(chance.uniform(0, PAUSE_S))
    while not over.is_set():
        client.vote(port, chance.choice(keys), chance.choice(SAID))
        time.sleep(PAUSE_S)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class _Nursery:
    """A process that has all of the server loaded, and forks one an order.

    So two hundred servers cost two hundred forks, not two hundred starts of Python. Each is what
    `goodpapers serve` runs, without the process that keeps the site up beside it.
    """

    def __init__(self, folder: Path, port: int) -> None:
        self._port = port
        command = [sys.executable, "-m", "tests.web.vote_storm", str(folder), str(port)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def start(self) -> int:
        """A real server that takes connections; its process number."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write("serve\n")
        self._process.stdin.flush()
        server = int(self._process.stdout.readline())
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if _answers(self._port):
                return server
            time.sleep(0.01)
        raise AssertionError("the server takes no connections")

    def close(self) -> None:
        """End the process that forks."""
        self._process.communicate()


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/static/icon.svg")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _kill(server: int) -> None:
    os.kill(server, signal.SIGKILL)
    while (Path("/proc") / str(server)).exists():
        time.sleep(0.005)


def _fork_servers(folder: Path, port: int) -> None:
    from goodpapers.cli.serve import listen, serve_pages, stopping
    from goodpapers.web import app

    assert app.site_app  # loaded before the first fork
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the killed
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            with stopping() as stop:
                serve_pages(folder, listen("127.0.0.1", port), stop, read_settings(folder, {}))
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()


def _count(folder: Path, kills: int, clients: list[Client]) -> Count:
    with contextlib.closing(sqlite3.connect(folder / "goodpapers.db")) as db:
        rows = db.execute(
            "SELECT reader_id, key, vote FROM vote JOIN paper ON paper.id = paper_id"
        ).fetchall()
        counts = db.execute(
            "SELECT key, n_votes, (SELECT count(*) FROM vote WHERE paper_id = paper.id) FROM paper"
        ).fetchall()
    found = {(reader, key): said for reader, key, said in rows}
    assert len(found) == len(rows), "one reader has two votes on one paper"
    return Count(
        kills,
        sum(one.sent for one in clients),
        sum(one.answered for one in clients),
        len(rows),
        tuple(
            f"reader {one.reader}, paper {key}: {found.get((one.reader, key))} of {possible}"
            for one in clients
            for key, possible in one.possible.items()
            if found.get((one.reader, key)) not in possible
        ),
        tuple(f"{key}: {said} for {there}" for key, said, there in counts if said != there),
    )


if __name__ == "__main__":
    _fork_servers(Path(sys.argv[1]), int(sys.argv[2]))
