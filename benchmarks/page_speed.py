"""The list page of 30 papers out of 7,000, over HTTP, against a bare hello of the same server.

    python benchmarks/page_speed.py [SECONDS]

One server process with one worker, one process that asks over four kept connections, in turns of
a second, so that a change of the machine's speed meets all alike. Beside the rate stands the
server's own processor time for one answer, which a busy machine does not distort; its ratio is
the throughput that the page leaves on a machine of its own. Aims: at least a tenth of the hello's
throughput without a cache, a third with.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import socket
import statistics
import sys
import tempfile
import threading
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route

from goodpapers.domain.listing import Reveal
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.panel.personas import read_personas
from goodpapers.services.import_programme import import_programme
from goodpapers.services.rescore import EMBEDDED, rescore
from goodpapers.settings import Settings
from goodpapers.store.database import Database, open_database
from goodpapers.store.verdicts import papers_to_judge, write_results
from goodpapers.web.app import make_app
from goodpapers.wiring import Site

N_PAPERS = 7_000
CONNECTIONS = 4
NOW = datetime(2026, 12, 1, tzinfo=UTC)
EDITION = "bench-2026"
CASES = (
    ("hello", "/hello", ""),
    ("list, no cache", f"/plain/papers?edition={EDITION}", ""),
    ("list, no cache, hidden", f"/plain/papers?edition={EDITION}", "view=hidden"),
    ("list, kept page", f"/cached/papers?edition={EDITION}", ""),
)
WORDS = [
    *("learning", "deep", "network", "gradient", "model", "data", "representation", "attention"),
    *("training", "optimal", "bound", "sparse", "robust", "graph", "kernel", "sample", "policy"),
    *("reward", "language", "vision", "token", "inference", "causal", "diffusion", "latent"),
    *("prior", "variance", "convex", "stochastic", "transformer", "benchmark", "scaling"),
]
TRACKS = ["Accept (poster)"] * 18 + ["Accept (spotlight)", "Accept (oral)"]


def programme(path: Path, chance: random.Random) -> None:
    """Write a programme of 7,000 papers of usual length, one poster each."""

    def words(n: int) -> str:
        return " ".join(chance.choice(WORDS) for _ in range(n))

    results = []
    for number in range(N_PAPERS):
        half_day = number % 12
        day, hour = 9 + half_day // 4, 9 + 2 * (half_day % 4)
        authors = [
            {
                "fullname": f"{chance.choice(WORDS).title()} {chance.choice(WORDS).title()}",
                "institution": f"{chance.choice(WORDS).title()} University {chance.randrange(40)}",
            }
            for _ in range(chance.randint(2, 7))
        ]
        results.append(
            {
                "id": number,
                "uid": f"bench-{number}",
                "name": f"{words(8).title()} {number} in $O(n^{chance.randint(2, 9)})$ steps",
                "authors": authors,
                "abstract": ". ".join(words(22).capitalize() for _ in range(8)) + ".",
                "topic": f"Area {number % 190}",
                "decision": chance.choice(TRACKS),
                "eventtype": "Poster",
                "session": f"Poster Session {half_day + 1}",
                "room_name": "Hall 1-4",
                "poster_position": f"#{number % 700}",
                "starttime": f"2026-12-{day:02d}T{hour:02d}:00:00+11:00",
                "endtime": f"2026-12-{day:02d}T{hour + 2:02d}:00:00+11:00",
            }
        )
    path.write_text(json.dumps({"count": len(results), "results": results}), encoding="utf-8")


def judge(database: Database, chance: random.Random) -> None:
    """Give every paper twenty verdicts by chance."""
    keys = [persona.key for persona in read_personas()]
    with database.write() as db:
        rows = papers_to_judge(db, EMBEDDED, "bench", edition=EDITION)
        results = []
        for row in rows:
            answers = [chance.random() for _ in keys]
            verdicts = tuple(Verdict(k, p, p > 0.5) for k, p in zip(keys, answers, strict=True))
            merit = statistics.fmean(answers) * 4 - 2
            made = PanelResult(EMBEDDED, "bench", "bench", row.input_hash, merit, verdicts, NOW)
            results.append((row.key, made))
        write_results(db, results, NOW)


def catalog(folder: Path) -> Database:
    """A database with the 7,000 papers, judged and scored."""
    chance = random.Random(7)
    database = open_database(f"sqlite:///{folder / 'bench.db'}")
    database.migrate()
    file = folder / "bench-2026.json"
    programme(file, chance)
    import_programme(database, file, edition="Bench 2026", now=NOW)
    judge(database, chance)
    rescore(database, now=NOW)
    return database


async def hello(_request: Request) -> Response:
    """The baseline: what the server and framework cost by themselves."""
    return PlainTextResponse("hello")


def serve(folder: str, port: int) -> None:
    """Serve hello, the site, and the site without its cache of pages, on one port."""
    database = open_database(f"sqlite:///{folder}/bench.db")
    site = Site(Path(folder), Settings(reveal=Reveal.ALWAYS), database, now=lambda: NOW)
    app = Starlette(
        routes=[
            Route("/hello", hello),
            Mount("/cached", make_app(site)),
            Mount("/plain", make_app(site, cached=False)),
        ]
    )
    uvicorn.run(app, port=port, log_level="warning", access_log=False)


class Connection:
    """One kept connection that asks for one address again and again."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        extra = "Accept-Encoding: gzip\r\n" + (f"Cookie: {cookie}\r\n" if cookie else "")
        self._ask = f"GET {path} HTTP/1.1\r\nHost: bench\r\n{extra}\r\n".encode()

    def once(self) -> int:
        """Ask once, read the whole answer; its length."""
        self._socket.sendall(self._ask)
        received = b""
        while b"\r\n\r\n" not in received:
            received += self._socket.recv(65_536)
        head, _, body = received.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head.decode("latin-1"))
        length = next(
            int(line.split(b":")[1])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length")
        )
        left = length - len(body)
        while left > 0:
            left -= len(self._socket.recv(min(left, 262_144)))
        return length

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def rate(port: int, path: str, cookie: str, seconds: float) -> tuple[float, int]:
    """Answers a second over four connections, and the length of one."""
    counts = [0] * CONNECTIONS
    lengths = [0] * CONNECTIONS
    ends_at = time.perf_counter() + seconds

    def ask(i: int) -> None:
        connection = Connection(port, path, cookie)
        while time.perf_counter() < ends_at:
            lengths[i] = connection.once()
            counts[i] += 1
        connection.close()

    began = time.perf_counter()
    threads = [threading.Thread(target=ask, args=(i,)) for i in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.perf_counter() - began), lengths[0]


def processor_s(pid: int) -> float:
    """Processor time of the process so far, in seconds; 0 where the system does not say."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(port: int, pid: int, rounds: int) -> list[dict[str, Any]]:
    """Each address in turns of a second; the median of its rates, and processor time an answer."""
    results = [
        {"name": name, "path": path, "cookie": cookie, "rates": [], "busy_s": 0.0, "answers": 0.0}
        for name, path, cookie in CASES
    ]
    for each in results:
        rate(port, each["path"], each["cookie"], 0.5)
    for _ in range(rounds):
        for each in results:
            before = processor_s(pid)
            found, each["bytes"] = rate(port, each["path"], each["cookie"], 1.0)
            each["busy_s"] += processor_s(pid) - before
            each["answers"] += found
            each["rates"].append(found)
    return results


def main() -> None:
    """Make the catalog, serve it, measure, print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with tempfile.TemporaryDirectory() as folder:
        catalog(Path(folder)).close()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        server = multiprocessing.get_context("spawn").Process(
            target=serve, args=(folder, port), daemon=True
        )
        server.start()
        try:
            wait_for(port)
            results = measure(port, server.pid or 0, rounds)
        finally:
            server.terminate()
            server.join(10)
    say(results)


def say(results: list[dict[str, Any]]) -> None:
    """Print each case beside the hello."""
    hello_rate = statistics.median(results[0]["rates"])
    hello_s = results[0]["busy_s"] / results[0]["answers"]
    print(f"{'':26}{'a second':>9} {'of hello':>9} {'processor':>10} {'of hello':>9} {'bytes':>8}")
    for each in results:
        per_s = statistics.median(each["rates"])
        busy_s = each["busy_s"] / each["answers"]
        by_processor = f"{hello_s / busy_s:9.3f}" if busy_s else "        -"
        print(
            f"{each['name']:26}{per_s:9.0f} {per_s / hello_rate:9.3f} {busy_s * 1e3:7.2f} ms "
            f"{by_processor} {each['bytes']:8,}"
        )


def wait_for(port: int) -> None:
    """Return once the server takes connections."""
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server did not start")


if __name__ == "__main__":
    main()
