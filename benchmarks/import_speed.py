"""Claim: importing 5,000 papers costs at most 6 times a bare json.loads plus executemany.

The file is made here, in the shape of the big conferences' sites, with titles, abstracts, authors,
institutions and sessions of realistic length; one paper in eight has an oral beside its poster. The
baseline loads the whole file, and writes the same rows that the import wrote, table by table, into
an empty SQLite database of the same schema with its full-text index, in one transaction. Both are
measured in CPU time of this process, so that a busy machine does not decide.

    python benchmarks/import_speed.py            the ratio
    python benchmarks/import_speed.py --large    peak memory while 100,000 papers are imported
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from goodpapers.services.import_programme import import_programme
from goodpapers.store.database import open_database
from goodpapers.store.search import search_text

MARK = 6.0
NOW = datetime(2026, 12, 1, tzinfo=UTC)
TEXT = (
    "learning model models data training network networks gradient method methods optimal "
    "representation attention transformer diffusion language image graph inference sampling "
    "bounds convergence generalization robust efficient large-scale pretrained fine-tuning reward "
    "regret kernel latent prior posterior causal federated private adversarial contrastive sparse "
    "low-rank benchmark tasks accuracy variance estimator loss objective stochastic algorithm "
    "reasoning alignment retrieval token tokens context video 3D point clouds control dynamics of "
    "the a in for with on under to and from by between across without via over its their our new"
)
WORDS = TEXT.split()
SENTENCES = (
    "Recent work on {} has attracted wide attention.", "However, {} remains poorly understood.",
    "We propose {}, a simple approach to {}.", "We prove that {} converges under {}.",
    "Experiments show that {} improves {} by 12.4% over strong baselines.",
    "Our analysis reveals that {} depends on {} and scale (e.g., {}).",
)  # fmt: skip
# What is not plain in abstracts, as often as in those of two conferences of 2024: maths in 16 of
# 100, other LaTeX in 6, stars in 6, letters or dashes beyond ASCII in 10, doubled blanks in 12.
ODDITIES = (
    (0.16, "The rate is $O(1/\\sqrt{{n}})$ for {} with $\\ell_1$ norm."),
    (0.06, "This yields \\emph{{a}} gain of 5\\% in the sense of Erd\\H{{o}}s for {}."),
    (0.06, "Two findings stand out: **first**, {}; **second**, {}."),
    (0.10, "Poincaré’s bound – for {} – is tight."),
    (0.12, "Code  for {} is available."),
)
PEOPLE = ("Ada", "Bo", "Chloé", "Dmitri", "Emre", "Fatima", "Gang", "Hana", "Iván", "Jörg", "Keiko")
NAMES = ("Müller", "Wang", "Nguyen", "Garcia", "Kowalski", "Li", "Okafor", "Sato", "Silva", "Zhang")
PLACES = (
    "Tsinghua University, Tsinghua University", "EPFL - EPF Lausanne", "Texas A&amp;M University",
    "Department of Computer Science, University of Example", "MIT", "", "Google DeepMind",
    "Carnegie Mellon University", "Institute of Invented Studies, Springfield, USA",
)  # fmt: skip


def filled(pattern: str, chance: random.Random) -> str:
    phrases = (" ".join(chance.choices(WORDS, k=chance.randint(5, 14))) for _ in range(3))
    return pattern.format(*phrases)


def abstract(chance: random.Random) -> str:
    patterns = chance.choices(SENTENCES, k=chance.randint(6, 10))
    patterns += [pattern for share, pattern in ODDITIES if chance.random() < share]
    return " ".join(filled(pattern, chance) for pattern in patterns)


def events(n_papers: int, seed: int = 1) -> Iterator[dict[str, object]]:
    chance = random.Random(seed)
    for number in range(n_papers):
        paper = {
            "uid": f"{chance.getrandbits(128):032x}",
            "name": " ".join(chance.choices(WORDS, k=9)).capitalize() + f" {number}",
            "authors": [
                {
                    "id": chance.randint(1, 10**6),
                    "fullname": " ".join((chance.choice(PEOPLE), *chance.choices(NAMES, k=2))),
                    "url": "http://neurips.cc/api/miniconf/users/1?format=json",
                    "institution": chance.choice(PLACES),
                }
                for _ in range(chance.randint(2, 7))
            ],
            "abstract": abstract(chance),
            "topic": f"Group {number % 20}->Area {number % 190}",
            "keywords": [],
            "paper_url": f"https://openreview.net/forum?id=b{number:09d}",
            "sourceurl": "https://openreview.net/group?id=NeurIPS.cc/2031/Conference",
            "room_name": f"Hall {number % 5}",
        }
        kinds = ("Oral", "Poster") if number % 8 == 0 else ("Poster",)
        for place, kind in enumerate(kinds):
            day, hour = number % 4 + 1, 10 + number % 3 * 3
            yield paper | {
                "id": number * 2 + place,
                "decision": f"Accept ({kinds[0].lower()})",
                "eventtype": kind,
                "session": f"{kind} Session {number % 12}",
                "virtualsite_url": f"/virtual/2031/{kind.lower()}/{number * 2 + place}",
                "starttime": f"2031-12-0{day}T{hour}:00:00-08:00",
                "endtime": f"2031-12-0{day}T{hour + 2}:00:00-08:00",
                "poster_position": f"#{number}",
                "eventmedia": [],
                "related_events_ids": [],
            }


def write_file(path: Path, n_papers: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.write('{"count": 0, "next": null, "results": [\n')
        for number, event in enumerate(events(n_papers)):
            file.write(("," if number else "") + json.dumps(event) + "\n")
        file.write("]}")


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def time_import(path: Path, site: Path) -> float:
    database = open_database(f"sqlite:///{site}")
    database.migrate()
    start = time.process_time()
    report = import_programme(database, path, now=NOW)
    took = time.process_time() - start
    print(f"import: {report.papers:,} papers of {report.entries:,} events, {took:.2f} s of CPU")
    print(f"  peak memory so far {peak_mb():.0f} MB")
    start = time.process_time()
    again = import_programme(database, path, now=NOW)
    print(f"again: {again.unchanged:,} unchanged, {time.process_time() - start:.2f} s of CPU")
    database.close()
    return took


def time_baseline(path: Path, filled: Path, empty: Path) -> float:
    """json.loads of the file and executemany of the rows that the import wrote, same schema."""
    database = open_database(f"sqlite:///{empty}")
    database.migrate()
    database.close()
    rows, words = written_rows(filled)
    target = sqlite3.connect(empty)
    start = time.process_time()
    json.loads(path.read_bytes())
    with target:
        for name, found in rows.items():
            marks = ",".join("?" * len(found[0]))
            target.executemany(f'INSERT OR REPLACE INTO "{name}" VALUES ({marks})', found)
        target.executemany(
            "INSERT INTO paper_words (rowid, title, people, abstract) VALUES (?, ?, ?, ?)", words
        )
    return time.process_time() - start


def written_rows(
    filled: Path,
) -> tuple[dict[str, list[tuple[object, ...]]], list[tuple[object, ...]]]:
    """Every row of the plain tables, and the words of every paper."""
    source = sqlite3.connect(filled)
    names = source.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
        " AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'paper_words%'"
        " AND name != 'alembic_version'"
    ).fetchall()
    tables = {name: source.execute(f'SELECT * FROM "{name}"').fetchall() for (name,) in names}
    words = [
        (number, *search_text(title, abstract, [one[0] for one in facts[0]], facts[1]))
        for number, title, abstract, text in source.execute(
            "SELECT id, title, abstract, facts FROM paper"
        )
        for facts in [json.loads(text)]
    ]
    return {name: found for name, found in tables.items() if found}, words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--papers", type=int, default=5_000)
    parser.add_argument("--large", action="store_true", help="peak memory at 100,000 papers")
    chosen = parser.parse_args()
    n_papers = 100_000 if chosen.large else chosen.papers
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "programme.json"
        write_file(path, n_papers)
        before = peak_mb()
        print(f"file: {path.stat().st_size / 1e6:.0f} MB")
        turns = 1 if chosen.large else 3
        took = min(time_import(path, Path(folder) / f"site{turn}.db") for turn in range(turns))
        peak = peak_mb()
        print(f"peak memory {peak:.0f} MB, {before:.0f} MB of it before the import")
        if chosen.large:
            return
        bare = min(
            time_baseline(path, Path(folder) / "site0.db", Path(folder) / f"bare{turn}.db")
            for turn in range(turns)
        )
        ratio = took / bare
        print(f"json.loads + executemany: {bare:.2f} s of CPU")
        print(f"ratio {ratio:.1f} (mark {MARK:.0f}): {'good' if ratio <= MARK else 'TOO SLOW'}")


if __name__ == "__main__":
    main()
