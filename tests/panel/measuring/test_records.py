"""Reading reviews and answers: both packings, and one clear line for what cannot be read."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from goodpapers.domain.errors import BadInput
from goodpapers.panel.measuring.records import read_answers, read_peer_reviews

ROW = {
    "venue": "ICLR",
    "year": 2024,
    "id": "x1",
    "title": "On naïve ties",
    "abstract": "We prove it.",
    "decision": "Poster",
    "ratings": [5, 6.0, 8],
}


def lines(*rows: object) -> bytes:
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def write(folder: Path, content: bytes, name: str = "reviews.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def refusal(path: Path) -> str:
    with pytest.raises(BadInput) as caught:
        read_peer_reviews(path)
    return str(caught.value)


@pytest.mark.parametrize(
    "packed", [lines(ROW), gzip.compress(lines(ROW)), b"\xef\xbb\xbf" + lines(ROW)]
)
def test_a_row_reads_the_same_plain_packed_and_with_a_byte_order_mark(
    tmp_path: Path, packed: bytes
) -> None:
    (paper,) = read_peer_reviews(write(tmp_path, packed, "any.name"))
    assert (paper.venue, paper.year, paper.title) == ("ICLR", 2024, "On naïve ties")
    assert (paper.decision, paper.rating) == ("poster", 19 / 3)


def test_null_is_missing_and_blank_lines_are_nothing(tmp_path: Path) -> None:
    row = {"venue": None, "year": None, "title": "T", "abstract": " ", "decision": None}
    rows = read_peer_reviews(write(tmp_path, lines(row) + b"\n\n" + lines({**row, "ratings": []})))
    assert [(r.venue, r.year, r.abstract, r.decision, r.rating) for r in rows] == [(None,) * 5] * 2


@pytest.mark.parametrize(
    ("field", "value", "shown"),
    [
        ("title", None, "null"),
        ("title", "  ", '"  "'),
        ("abstract", 7, "7"),
        ("year", "2024", '"2024"'),
        ("year", True, "true"),
        ("decision", ["oral"], '["oral"]'),
        ("ratings", [5, "6"], '[5, "6"]'),
        ("ratings", [True], "[true]"),
        ("ratings", "5", '"5"'),
    ],
)
def test_a_wrong_value_is_named_by_file_line_and_field(
    tmp_path: Path, field: str, value: object, shown: str
) -> None:
    said = refusal(write(tmp_path, lines(ROW, {**ROW, field: value})))
    assert said.startswith(f'reviews.jsonl, line 2: field "{field}" is {shown}; expected ')
    assert "\n" not in said


@pytest.mark.parametrize("field", ["title", "abstract", "decision", "venue", "year"])
def test_a_field_that_is_not_there_is_named(tmp_path: Path, field: str) -> None:
    row = {key: value for key, value in ROW.items() if key != field}
    said = refusal(write(tmp_path, lines(row)))
    assert said.startswith(f'reviews.jsonl, line 1: field "{field}" is missing; expected ')


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "reviews.jsonl: holds no line"),
        (b"\n \n", "reviews.jsonl: holds no line"),
        (lines(ROW)[:40], "reviews.jsonl, line 1: cannot be read"),
        (b"[1, 2]", "reviews.jsonl, line 1: is [1, 2]"),
        (b'{"title": "\xe9"}', "reviews.jsonl, line 1: is not UTF-8"),
        (b'{"ratings": [NaN]}', 'reviews.jsonl, line 1: field "title" is missing'),
        (b"[" * 100_000, "reviews.jsonl, line 1: cannot be read"),
        (b'{"year": ' + b"9" * 5000 + b"}", "reviews.jsonl, line 1: cannot be read"),
        (gzip.compress(lines(ROW))[:-9], "reviews.jsonl: breaks off or is damaged"),
        (b"\x1f\x8b broken", "reviews.jsonl: breaks off or is damaged"),
        (b"<!doctype html>", "reviews.jsonl, line 1: cannot be read"),
    ],
)
def test_a_damaged_file_gets_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    got = refusal(write(tmp_path, content))
    assert got.startswith(said)
    assert "\n" not in got


def test_ratings_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    row = lines(ROW).replace(b"6.0", b"NaN")
    assert 'field "ratings" is [5, NaN, 8]' in refusal(write(tmp_path, row))


def test_a_missing_file_and_a_folder_get_one_line(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.jsonl").endswith(
        "none.jsonl: no such file or directory; expected a file of JSON lines"
    )
    assert "is a directory" in refusal(tmp_path)


def test_answers_are_read_as_chances_and_null_as_missing(tmp_path: Path) -> None:
    row = {"title": "T", "abstract": "A", "answers": {"newcomer": 35, "sceptic": None}}
    (paper,) = read_answers(write(tmp_path, lines(row)))
    assert paper.answers == {"newcomer": 0.35, "sceptic": None}


@pytest.mark.parametrize("value", [101, -1, "50", True])
def test_an_answer_that_is_no_percentage_is_named(tmp_path: Path, value: object) -> None:
    row = {"title": "T", "abstract": "A", "answers": {"newcomer": value}}
    with pytest.raises(
        BadInput, match=r'line 1: field "answers.newcomer" is .*; expected a number'
    ):
        read_answers(write(tmp_path, lines(row)))


@pytest.mark.parametrize("value", [None, {}, [50]])
def test_answers_must_be_an_object_with_an_answer(tmp_path: Path, value: object) -> None:
    row = {"title": "T", "abstract": "A", "answers": value}
    with pytest.raises(BadInput, match='field "answers"'):
        read_answers(write(tmp_path, lines(row)))


def test_every_review_file_of_the_shared_data_can_be_read(shared: Path) -> None:
    files = sorted((shared / "data" / "reviews").rglob("*.jsonl.gz"))
    counts = {path.name: len(read_peer_reviews(path)) for path in files}
    assert counts["iclr2024.jsonl.gz"] == 5256  # the counts of its README
    assert counts["neurips2018.jsonl.gz"] == 693
    assert len(read_answers(shared / "data" / "panel" / "answers.jsonl.gz")) == 2400
