"""The JSON of the virtual sites, and the fields of our own sample."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from goodpapers.domain.programme import Author, Entry, Link, Session, Slot, Status, Track
from goodpapers.importers.programme import read_programme
from goodpapers.importers.virtualsite import city_of, read_entry, split_topic

DATA = Path(__file__).parents[1] / "data"


def entries(path: Path) -> list[Entry]:
    with read_programme(path) as programme:
        found = list(programme)
    assert all(isinstance(one, Entry) for one in found), found
    return [one for one in found if isinstance(one, Entry)]


def test_every_field_of_an_event_is_read() -> None:
    oral = entries(DATA / "virtualsite-every-field.json")[0]
    assert oral == Entry(
        number=1,
        title="Erdős Numbers & $k$-Trees",
        title_raw="Erd\\H{o}s Numbers &amp; $k$-Trees",
        abstract="We prove a bound of 3.5% for all trees.",
        abstract_raw="We prove   a bound\nof 3.5\\% for \\emph{all} trees.",
        abstract_by="demo",
        summary="All trees obey the bound.",
        summary_by="demo",
        authors=(Author("Ada Müller", ("Tsinghua University",)), Author("王小明")),
        more_authors=3,
        institutions=("Tsinghua University", "Technion", "EPFL"),
        track=Track.ORAL,
        status=Status.ACCEPTED,
        area="Graphs",
        area_group="Theory",
        keywords=("trees", "bounds"),
        published=2031,
        links=(
            Link("page", "https://openreview.net/forum?id=aBcDeFgHi1"),
            Link("pdf", "https://openreview.net/pdf?id=aBcDeFgHi1"),
            Link("project", "https://example.org/project"),
            Link("code", "https://github.com/example/trees"),
            Link("video", "https://slideslive.com/1"),
            Link("poster", "https://invented.cc/media/7001.png"),
        ),
        slots=(
            Slot(
                Session(
                    "Springfield Oral Session 2",
                    "Springfield",
                    "Hall B",
                    datetime.fromisoformat("2031-12-05T10:00:00+11:00"),
                    datetime.fromisoformat("2031-12-05T10:20:00+11:00"),
                    "Australia/Sydney",
                ),
                None,
                "https://invented.cc/virtual/2031/oral/7001",
            ),
        ),
        identifiers=(
            ("event", "7001"),
            ("openreview", "aBcDeFgHi1"),
            ("uid", "0123456789abcdef0123456789abcdef"),
        ),
        related_events=("7002",),
    )


def test_the_file_names_its_edition_and_carries_a_note() -> None:
    with read_programme(DATA / "virtualsite-every-field.json") as programme:
        assert programme.head.format == "virtual-site"
        assert programme.head.edition.key == "springfield-meeting-2031"
        assert programme.head.edition.year == 2031
        assert programme.head.edition_guessed_from is None
        assert programme.head.edition_note == "An invented programme."


def test_a_second_event_has_its_own_slot_and_city_from_the_session_name() -> None:
    poster = entries(DATA / "virtualsite-every-field.json")[1]
    assert poster.slots[0].session.city == "Springfield"
    assert poster.slots[0].position == "#112"
    assert poster.abstract is None


def event(**changes: Any) -> dict[str, Any]:
    return {"id": 1, "name": "A paper", "eventtype": "Poster", **changes}


def read_one(**changes: Any) -> tuple[Entry | None, list[str]]:
    entry, problems = read_entry(event(**changes), "iclr2026.json", 418)
    return entry, [str(problem) for problem in problems]


def test_a_wrong_field_is_reported_and_the_entry_kept_without_it() -> None:
    entry, problems = read_one(abstract=["x"])
    assert problems == [
        'iclr2026.json, paper 418 "A paper": field "abstract" is a list; expected text'
    ]
    assert entry is not None
    assert entry.abstract is None


A_TIME = "a time such as 2026-12-09T10:00:00+11:00"


@pytest.mark.parametrize(
    ("field", "value", "found", "expected"),
    [
        ("authors", "x", "text", "a list"),
        ("topic", 3, "the number 3", "text"),
        ("starttime", "soon", '"soon"', A_TIME),
        ("starttime", "2026-12-09T10:00:00", '"2026-12-09T10:00:00"', A_TIME),
        ("timezone", "Mars/Base", '"Mars/Base"', "a zone such as Australia/Sydney"),
        ("more_authors", -1, "the number -1", "a whole number from 0 to 100000"),
        ("published", True, "true or false", "a whole number from 1900 to 2150"),
        ("keywords", {"a": 1}, "an object", "a list"),
        ("eventmedia", 4, "the number 4", "a list"),
        ("abstract_by", "me", '"me"', "authors or demo"),
    ],
)
def test_each_wrong_field_says_what_was_found_and_expected(
    field: str, value: object, found: str, expected: str
) -> None:
    entry, problems = read_one(**{field: value})
    assert entry is not None
    assert problems == [
        f'iclr2026.json, paper 418 "A paper": field "{field}" is {found}; expected {expected}'
    ]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": None}, 'iclr2026.json, paper 418: field "name" is missing; expected a title'),
        ({"name": "  "}, 'iclr2026.json, paper 418: field "name" is missing; expected a title'),
        ({"name": ["x"]}, 'iclr2026.json, paper 418: field "name" is a list; expected a title'),
        (
            {"eventtype": "Tutorial"},
            'iclr2026.json, paper 418 "A paper": field "eventtype" is "Tutorial"; '
            "expected Poster, Oral or Spotlight",
        ),
    ],
)
def test_an_event_without_title_or_that_is_no_paper_is_refused(
    changes: dict[str, Any], problem: str
) -> None:
    entry, problems = read_one(**changes)
    assert entry is None
    assert problems == [problem]


@pytest.mark.parametrize(
    ("kind", "is_paper"),
    [
        ("Poster", True),
        ("Spotlight Poster", True),
        ("Affinity Poster", True),
        ("Oral", True),
        (None, True),
        ("Poster Session", False),
        ("Oral Session", False),
        ("Invited Talk", False),
        ("Workshop", False),
        ("Expo Demonstration", False),
    ],
)
def test_only_papers_are_read_as_papers(kind: str | None, is_paper: bool) -> None:
    entry, _ = read_one(eventtype=kind)
    assert (entry is not None) is is_paper


def test_a_time_without_offset_takes_the_zone_of_the_venue() -> None:
    entry, problems = read_one(starttime="2026-12-09T10:00:00", timezone="Australia/Sydney")
    assert problems == []
    assert entry is not None
    starts_at = entry.slots[0].session.starts_at
    assert starts_at is not None
    assert starts_at.isoformat() == "2026-12-09T10:00:00+11:00"


def test_an_address_that_a_browser_might_run_is_no_link() -> None:
    entry, _ = read_one(paper_url="javascript:alert(1)", url="//evil.example", paper_pdf_url="/x")
    assert entry is not None
    assert entry.links == ()


@pytest.mark.parametrize(
    ("session", "city"),
    [
        ("Mexico City Poster Session 3", "Mexico City"),
        ("San Diego Poster Session 6", "San Diego"),
        ("Sydney Oral Session 1A", "Sydney"),
        ("East Poster Session 3", None),
        ("Wednesday Poster Session", None),
        ("Poster Session 1 West", None),
        ("Oral Session 17", None),
        ("1A Poster Session", None),
    ],
)
def test_a_city_is_read_from_the_session_name_only_where_it_is_one(
    session: str, city: str | None
) -> None:
    assert city_of(session) == city


@pytest.mark.parametrize(
    ("topic", "area", "group"),
    [
        ("Deep Learning->Large Language Models", "Large Language Models", "Deep Learning"),
        ("Computer Vision->Other", "Other Computer Vision", "Computer Vision"),
        ("Deep learning theory", "Deep learning theory", None),
        (None, None, None),
        ("->", None, None),
    ],
)
def test_a_topic_is_an_area_in_a_group(
    topic: str | None, area: str | None, group: str | None
) -> None:
    assert split_topic(topic) == (area, group)


def test_the_neurips_2024_file_has_194_events(shared: Path) -> None:
    name = "neurips-2024-orals-posters.reconstructed.json"
    found = entries(shared / "data/programs/virtualsite" / name)
    assert len(found) == 194
    assert sum(one.abstract is None for one in found) == 40
    assert {one.slots[0].session.city for one in found} == {None}
    assert sum(one.track == Track.ORAL for one in found) == 44
    institutions = {name for one in found for name in one.institutions}
    assert "EPFL" in institutions
    assert "Texas A&M University" in institutions
    assert not any(
        text in name
        for name in institutions
        for text in ("EPF Lausanne", "EPFL -", "&amp;", "University, Tsinghua", "None")
    )


def test_the_sample_of_neurips_2025_has_two_cities(shared: Path) -> None:
    found = entries(shared / "data/programs/virtualsite/neurips-2025-sample.json")
    assert len(found) == 8
    cities = [one.slots[0].session.city for one in found]
    assert cities[0] == "San Diego"
    assert cities[-1] == "Mexico City"
    assert found[2].area is None
    assert found[4].authors[1] == Author("Jane Smith")
