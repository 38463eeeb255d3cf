"""Decisions, editions, links, columns: short texts read right."""

from __future__ import annotations

from time import monotonic

import pytest

from goodpapers.domain.programme import Edition, Link, Status, Track
from goodpapers.importers.columns import guess_columns, is_header, map_header
from goodpapers.importers.decisions import read_decision
from goodpapers.importers.editions import find_edition, guess_edition, name_edition
from goodpapers.importers.links import identify, name_own, unique_links


@pytest.mark.parametrize(
    ("text", "status", "track"),
    [
        ("Accept (poster)", Status.ACCEPTED, Track.POSTER),
        ("Accept (oral)", Status.ACCEPTED, Track.ORAL),
        ("Accept (spotlight)", Status.ACCEPTED, Track.SPOTLIGHT),
        ("Accept: notable-top-5%", Status.ACCEPTED, Track.ORAL),
        ("Accept: notable-top-25%", Status.ACCEPTED, Track.SPOTLIGHT),
        ("Long Presentation", Status.ACCEPTED, Track.ORAL),
        ("Highlight", Status.ACCEPTED, Track.SPOTLIGHT),
        ("ICLR 2025 Poster", Status.ACCEPTED, Track.POSTER),
        ("Findings", Status.ACCEPTED, Track.FINDINGS),
        ("Invite to Workshop Track", Status.ACCEPTED, Track.WORKSHOP),
        ("ICLR 2025 Conference Withdrawn Submission", Status.WITHDRAWN, None),
        ("ICLR 2025 Conference Desk Rejected Submission", Status.REJECTED, None),
        ("Reject", Status.REJECTED, None),
        ("Submitted to ICLR 2025", Status.SUBMITTED, None),
        ("Accept", Status.ACCEPTED, None),
        (None, Status.ACCEPTED, None),
    ],
)
def test_a_decision_is_a_status_and_a_track(
    text: str | None, status: Status, track: Track | None
) -> None:
    assert read_decision(text) == (status, track)


def test_the_most_selective_of_decision_and_event_type_wins() -> None:
    assert read_decision("Accept (oral)", "Poster") == (Status.ACCEPTED, Track.ORAL)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("https://openreview.net/group?id=NeurIPS.cc/2025/Conference", "NeurIPS 2025"),
        ("https://nips.cc/virtual/2018/poster/11127", "NeurIPS 2018"),
        ("https://openaccess.thecvf.com/content_CVPR_2019/papers/x.pdf", "CVPR 2019"),
        ("8th Annual Conference on Robot Learning 2024", "CoRL 2024"),
        ("Submitted to ICLR 2025", "ICLR 2025"),
        ("cvpr2019.json", "CVPR 2019"),
        ("icml-2031-orals-posters.json", "ICML 2031"),
        ("https://example.org/2019", None),
        ("malthus 2020", None),
    ],
)
def test_a_known_conference_is_found_in_a_text(text: str, name: str | None) -> None:
    found = find_edition(text)
    assert (found.name if found else None) == name


def test_a_named_edition_gets_a_slug_and_a_year() -> None:
    assert name_edition("NeurIPS  2026") == Edition("neurips-2026", "NeurIPS 2026", "NeurIPS", 2026)
    assert name_edition("Réunion d'été") == Edition(
        "reunion-d-ete", "Réunion d'été", "Réunion d'été"
    )
    chinese, other = name_edition("大会 2026"), name_edition("会议 2026")
    assert chinese.key.startswith("2026-")
    assert chinese.key != other.key


def test_the_edition_is_guessed_from_content_before_the_file_name() -> None:
    assert guess_edition([("CoRL 2024", "its venue")], "iclr2025.csv")[0].key == "corl-2024"
    assert guess_edition([("nothing", "its venue")], "iclr2025.csv") == (
        Edition("iclr-2025", "ICLR 2025", "ICLR", 2025),
        "the file name",
    )
    assert guess_edition([], "papers.csv")[0] == Edition("papers", "papers", "papers")


def test_identifiers_stand_in_addresses() -> None:
    urls = [
        "https://openreview.net/forum?noteId=x&id=aBc-dEf_1",
        "https://arxiv.org/abs/2401.12345v2",
        "https://doi.org/10.1234/Ab.C?x=1",
        "https://aclanthology.org/2020.acl-main.1/",
        "https://example.org/?id=aBcdefg",
    ]
    assert list(identify(urls)) == [
        ("openreview", "aBc-dEf_1"),
        ("arxiv", "2401.12345"),
        ("doi", "10.1234/ab.c"),
        ("acl", "2020.acl-main.1"),
    ]
    assert name_own("17") == ("number", "17")
    assert name_own("sample-17") == ("uid", "sample-17")


def test_each_address_is_linked_once_under_the_kind_it_shows() -> None:
    links = unique_links(
        [
            ("page", "https://a.example/x.pdf"),
            ("page", None),
            ("pdf", "https://a.example/x.pdf"),
            ("page", "https://github.com/a/b"),
            ("project", "https://github.com/a/c"),
        ]
    )
    assert links == (
        Link("pdf", "https://a.example/x.pdf"),
        Link("code", "https://github.com/a/b"),
        Link("project", "https://github.com/a/c"),
    )


def test_headers_are_known_in_many_spellings() -> None:
    assert map_header(["Paper Title", "AUTHOR_NAMES", "Abstract", "Other", "Title"]) == {
        "title": 0,
        "authors": 1,
        "abstract": 2,
    }
    assert is_header(["Title", "Year"])
    assert not is_header(["On Trees", "Ada Müller"])


def test_columns_without_header_are_guessed_from_their_content() -> None:
    long = "This is a sentence of an abstract that goes on for quite a while. " * 6
    rows = [
        [str(number), f"A study of trees number {number}", long, "Ada Müller, Bo Li", "Accept"]
        for number in range(9)
    ]
    found = guess_columns(rows)
    assert (found["title"], found["abstract"], found["authors"], found["decision"]) == (1, 2, 3, 4)


def test_a_long_list_of_names_takes_no_long_time() -> None:
    """ " and " may part names or stand in one; trying every way doubled the time with each name."""
    many = " and ".join(["Ann"] * 5_000)
    begun = monotonic()
    assert "authors" not in guess_columns([[f"{many} 5!", f"{many} 5!"]] * 3)
    assert guess_columns([["Of Apples in Spring", "Ann Lee and Bo Li, Cy Day; Di Fox"]] * 3) == {
        "title": 0,
        "authors": 1,
    }
    assert monotonic() - begun < 2.0


@pytest.mark.parametrize(
    "typed", ["ＩＣＬＲ ２０２６", "ICLR\u202e 2026", "\x1bICLR  2026\n", "IC\u200bLR 2026"]
)
def test_an_edition_has_one_name_and_one_key_however_it_is_typed(typed: str) -> None:
    assert name_edition(typed) == Edition("iclr-2026", "ICLR 2026", "ICLR", 2026)
