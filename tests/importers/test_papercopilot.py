"""The three variants of papercopilot lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goodpapers.domain.programme import Author, Entry, Link, Session, Slot, Status, Track
from goodpapers.importers.papercopilot import read_entry
from goodpapers.importers.programme import read_programme

DATA = Path(__file__).parents[1] / "data"


def entries(path: Path) -> tuple[str, list[Entry]]:
    with read_programme(path) as programme:
        found = list(programme)
    assert all(isinstance(one, Entry) for one in found), found
    return programme.head.edition.name, [one for one in found if isinstance(one, Entry)]


def test_every_field_of_a_record_is_read_and_nothing_personal_is_shown() -> None:
    edition, (entry,) = entries(DATA / "papercopilot-every-field.json")
    assert edition == "CoRL 2031"
    assert entry == Entry(
        number=1,
        title="Walking Robots in Invented Towns",
        title_raw="Walking Robots in Invented Towns.",
        abstract="We let robots walk. They reach 98.5% of the invented towns.",
        abstract_raw="Abstract: We let robots walk. They reach 98.5\\% of the invented towns.",
        summary="Robots walk in towns.",
        summary_by="authors",
        authors=(
            Author("Zoë Example", ("University of Springfield", "Google")),
            Author("Bo O'Neil"),
            Author("Chi Nguyễn", ("MIT",)),
        ),
        institutions=("University of Springfield", "Google", "MIT"),
        track=Track.SPOTLIGHT,
        status=Status.ACCEPTED,
        area="robot learning",
        keywords=("Robots", "Walking", "Towns"),
        published=2031,
        links=(
            Link("page", "https://openreview.net/forum?id=zYxWvUtSr9"),
            Link("page", "https://example.org/oa.html"),
            Link("pdf", "https://openreview.net/pdf?id=zYxWvUtSr9"),
            Link("page", "https://arxiv.org/abs/3101.12345"),
            Link("code", "https://github.com/example/walk"),
            Link("project", "https://example.org/walk"),
        ),
        slots=(Slot(Session("Locomotion")),),
        identifiers=(
            ("arxiv", "3101.12345"),
            ("doi", "10.1234/invented.5"),
            ("openreview", "zYxWvUtSr9"),
        ),
        # Only to know an author by: the store keeps their hashes, and no page has them.
        contacts=(("email", "zoe@springfield.example"), ("email", "chi@mit.edu")),
    )
    assert "example" not in repr(entry.authors).lower().replace("zoë example", "")


def read_one(**changes: Any) -> Entry:
    entry, problems = read_entry({"title": "T", **changes}, "x.json", 1)
    assert problems == []
    assert entry is not None
    return entry


def test_institutions_are_tied_to_authors_only_where_the_lists_run_in_step() -> None:
    tied = read_one(author="A B;C D", aff="MIT;EPFL")
    assert tied.authors == (Author("A B", ("MIT",)), Author("C D", ("EPFL",)))
    untied = read_one(author="A B;C D;E F", aff="MIT;EPFL")
    assert untied.authors == (Author("A B"), Author("C D"), Author("E F"))
    assert untied.institutions == ("MIT", "EPFL")


def test_an_index_that_does_not_fit_is_not_used() -> None:
    entry = read_one(
        author="A B;C D",
        aff="MIT;EPFL",
        aff_unique_norm="Wrong University",
        aff_unique_index="0",
    )
    assert entry.institutions == ("MIT", "EPFL")


def test_rejected_and_withdrawn_papers_keep_their_status() -> None:
    assert read_one(status="Reject").status == Status.REJECTED
    assert read_one(status="Withdraw").status == Status.WITHDRAWN
    assert read_one(status="Poster").status == Status.ACCEPTED


def test_the_proceedings_variant_of_nips_2018(shared: Path) -> None:
    edition, found = entries(shared / "data/programs/papercopilot/nips2018.json")
    assert (edition, len(found)) == ("NeurIPS 2018", 120)
    first = found[0]
    assert first.title == "$\\ell_1$-regression with Heavy-tailed Distributions"
    assert first.authors == (
        Author("Lijun Zhang", ("Nanjing University",)),
        Author("Zhi-Hua Zhou", ("Nanjing University",)),
    )
    assert first.published == 2018
    tracks = [one.track for one in found]
    assert (tracks.count(Track.POSTER), tracks.count(Track.SPOTLIGHT)) == (95, 22)


def test_the_cvf_variant_of_cvpr_2019(shared: Path) -> None:
    edition, found = entries(shared / "data/programs/papercopilot/cvpr2019.json")
    assert (edition, len(found)) == ("CVPR 2019", 60)
    assert found[0].slots == (Slot(Session("Low-Level & Optimization")),)
    assert found[0].authors[0] == Author("Yosef Gandelsman")


def test_the_openreview_variant_of_corl_2024(shared: Path) -> None:
    edition, found = entries(shared / "data/programs/papercopilot/corl2024.json")
    assert (edition, len(found)) == ("CoRL 2024", 90)
    assert found[0].authors == (
        Author("Zhan Gao"),
        Author("Guang Yang", ("University of Cambridge",)),
        Author("Jasmine Bayrooti", ("University of Cambridge",)),
        Author("Amanda Prorok"),
    )
    assert ("openreview", "0M7JiV1GFN") in found[0].identifiers
    assert found[0].summary is None
