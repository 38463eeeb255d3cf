"""Make the second bundled edition: sixty invented papers and forty invented readers.

The papers stand in invented/papers.toml. Everything else (people, institutions, sessions, votes) is
drawn here with a fixed seed, so that the two files come out the same, byte for byte:
src/goodpapers/sample/invented-papers.json and invented-readers.json. With --check nothing is
written, and a difference ends with 1.
"""

from __future__ import annotations

import json
import math
import random
import sys
import tomllib
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

SEED = 20261201
HERE = Path(__file__).parent
SAMPLE = HERE.parent / "src" / "goodpapers" / "sample"
NOTE = (
    "Every paper, author and reader of this edition is invented, and so is every number in its "
    "abstracts: it is here to show how votes, scores and lists work."
)
GIVEN_NAMES = (
    "Amara Bjarne Chiyo Dario Elif Farid Gudrun Hana Isidro Jarmila Kofi Leilani Marek Nadia Oisin "
    "Petra Quirin Ravindra Saoirse Tomasz Ulla Viggo Wanjiru Ximena Yusra Zoltan Anneke Baptiste "
    "Celeste Dumisani"
)
FAMILY_NAMES = (
    "Abelwood Brindlecombe Castellmar Dunmorrow Eastervik Fennimoor Galdorsen Hollowby Ivarsund "
    "Jasperin Kestrelton Lindqvarn Mossgrove Nettlefold Ormandal Pellworth Quillfeather Rookhurst "
    "Sandvarre Thistlemar Umberlin Valdecroix Wrenfield Xanderova Yarrowdale Zephyrin "
    "Ashbourne-Lee Belmontane Corvanti Delphane"
)
GIVEN, FAMILY = GIVEN_NAMES.split(), FAMILY_NAMES.split()
INSTITUTIONS = (
    "University of Lower Aldmere", "Institute for Patient Computing", "Port Calder Polytechnic",
    "Northwold College", "The Brindle Laboratory", "University of Saint Orlo",
    "Tarnfield School of Science", "Meridian Observatory", "Vale of Ister Technical University",
    "Eastmarch Medical School", "Quarrystone Research", "Open University of the Islands",
)  # fmt: skip
LISBON = ("Lisbon", "Europe/Lisbon", timezone(timedelta(0)))
NAIROBI = ("Nairobi", "Africa/Nairobi", timezone(timedelta(hours=3)))
POSTERS = [
    (f"{city[0]} Poster Session {number}", city, day, hour, 3.0, hall)
    for city, hall in ((LISBON, "Tiled Hall"), (NAIROBI, "Acacia Hall"))
    for number, (day, hour) in enumerate(((14, 10), (14, 15), (15, 10)), start=1)
]
TALKS = [
    (f"{city[0]} Oral Session 1", city, 14, 11, 1.5, hall)
    for city, hall in ((LISBON, "Auditorium"), (NAIROBI, "Jacaranda Room"))
]
N_READERS = 40
FIRST_VOTE = datetime(2026, 11, 2, 8, 0, tzinfo=UTC)
LAST_VOTE = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
DAYS_OF_VOTES = 20


def programme(papers: list[dict[str, Any]]) -> dict[str, Any]:
    """The programme, in the shape of a conference's own site."""
    chance = random.Random(SEED)  # noqa: S311 - invented people, not secrets
    results = []
    boards = dict.fromkeys((session[0] for session in POSTERS), 0)
    talks = 0
    for number, paper in enumerate(papers, start=1):
        if paper["track"] == "oral":
            session = TALKS[talks % len(TALKS)]
            talks += 1
            position = None
        else:
            session = POSTERS[(number * 5) % len(POSTERS)]
            boards[session[0]] += 1
            position = f"#{100 + boards[session[0]]}"
        results.append(_result(number, paper, session, position, chance))
    return {"edition": "Invented papers", "note": NOTE, "results": results}


def _result(
    number: int,
    paper: dict[str, Any],
    session: tuple[Any, ...],
    position: str | None,
    chance: random.Random,
) -> dict[str, Any]:
    name, (city, zone, offset), day, hour, hours, hall = session
    starts = datetime(2026, 12, day, hour, tzinfo=offset)
    homes = chance.sample(INSTITUTIONS, chance.choice((1, 1, 2)))
    people = [
        {
            "fullname": f"{chance.choice(GIVEN)} {chance.choice(FAMILY)}",
            "institution": chance.choice(homes),
        }
        for _ in range(chance.choice((1, 2, 2, 3, 3, 4, 5)))
    ]
    used = list(dict.fromkeys(one["institution"] for one in people))
    return {
        "id": f"invented-{number:02}",
        "uid": f"goodpapers-invented-{number:02}",
        "name": paper["title"],
        "authors": people,
        "institutions": used,
        "abstract": " ".join(paper["abstract"].split()),
        "topic": paper["area"],
        "decision": f"Accept ({paper['track']})",
        "eventtype": "Oral" if paper["track"] == "oral" else "Poster",
        "session": name,
        "city": city,
        "room_name": hall,
        "starttime": starts.isoformat(),
        "endtime": (starts + timedelta(hours=hours)).isoformat(),
        "timezone": zone,
        **({"poster_position": position} if position else {}),
        "published": 2026,
    }


def readers(papers: list[dict[str, Any]]) -> dict[str, Any]:
    """Forty readers with tastes of their own, and what they said."""
    chance = random.Random(SEED + 1)  # noqa: S311
    areas = sorted({paper["area"] for paper in papers})
    made = []
    for number in range(N_READERS):
        taste = chance.sample(areas, chance.choice((1, 2, 2, 3)))
        leniency = chance.gauss(0, 0.6)
        known = chance.choices(("identity", "email", None), (0.55, 0.2, 0.25))[0]
        votes = _votes(papers, taste, leniency, chance, careless=number % 20 == 19)
        given = GIVEN[number % len(GIVEN)]
        family = FAMILY[(number * 7 + 3 + number // len(GIVEN)) % len(FAMILY)]
        made.append(
            {
                "name": f"{given} {family}",
                "known_by": known,
                "topics": sorted(taste),
                "votes": votes,
            }
        )
    return {"note": "Readers who do not exist; made by scripts/make_invented.py.", "readers": made}


def _votes(
    papers: list[dict[str, Any]],
    taste: list[str],
    leniency: float,
    chance: random.Random,
    *,
    careless: bool,
) -> list[dict[str, Any]]:
    n_votes = chance.randint(6, 26)
    appeal = [(3.0 if one["area"] in taste else 0.7) * (0.3 + one["worth"]) for one in papers]
    chosen: dict[int, bool] = {}
    while len(chosen) < n_votes:
        assigned = chance.random() < 0.2
        weights = [1.0] * len(papers) if assigned else appeal
        chosen.setdefault(chance.choices(range(len(papers)), weights)[0], assigned)
    at = FIRST_VOTE + timedelta(days=chance.uniform(0, 5))
    skipped = round(chance.uniform(0.1, 0.6), 2)
    votes = []
    for place, assigned in chosen.items():
        at += timedelta(days=chance.expovariate(n_votes / DAYS_OF_VOTES))
        likes = papers[place]["area"] in taste and not assigned
        logit = math.log(papers[place]["worth"] / (1 - papers[place]["worth"])) * 1.3
        yes = 1 / (1 + math.exp(-(logit + leniency + 0.5 * likes)))
        yes = 0.5 if careless else yes
        said = "worth_reading" if chance.random() < yes else "not_for_me"
        votes.append(
            {
                "paper": f"goodpapers-invented-{place + 1:02}",
                "vote": "no_verdict" if chance.random() < 0.05 else said,
                "at": min(at, LAST_VOTE).replace(microsecond=0).isoformat(),
                "blind": chance.random() < 0.92,
                "assigned": assigned,
                "skipped_share": skipped if assigned else 0.0,
            }
        )
    return votes


def main() -> int:
    """Write both files, or say with --check whether they are as they should be."""
    papers = tomllib.loads((HERE / "invented" / "papers.toml").read_text("utf-8"))["paper"]
    made = {"invented-papers.json": programme(papers), "invented-readers.json": readers(papers)}
    differs = False
    for name, value in made.items():
        text = json.dumps(value, ensure_ascii=False, indent=1) + "\n"
        path = SAMPLE / name
        if "--check" in sys.argv[1:]:
            differs |= not path.exists() or path.read_text("utf-8") != text
        else:
            path.write_text(text, "utf-8")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
