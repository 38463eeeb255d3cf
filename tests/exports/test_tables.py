"""CSV that no spreadsheet runs, and JSON that reads back as it was."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.exports.test_bibtex import NOW, kept

from goodpapers.exports.tables import COLUMNS, csv_text, harmless, kept_csv, kept_json


def read_back(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


# The forms that OWASP names for "CSV injection", and a blank before one.
@pytest.mark.parametrize(
    "typed",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0", " =1", "\n=1"],
)
def test_a_cell_that_would_be_a_formula_begins_with_an_apostrophe(typed: str) -> None:
    assert harmless(typed) == f"'{typed}"
    (row,) = read_back(kept_csv([kept(title=typed, note=typed)]))
    assert row["title"].startswith("'")
    assert row["note"].startswith("'")


@given(st.text(max_size=30))
def test_no_cell_begins_like_a_formula_whatever_it_says(said: str) -> None:
    cell = harmless(said)
    assert not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert cell.removeprefix("'") == said.removeprefix("'")


def test_a_row_says_vote_state_and_note() -> None:
    (row,) = read_back(kept_csv([kept(note='Two\nlines, "quoted"')]))
    assert tuple(row) == COLUMNS
    assert row["authors"] == "Ada Lovelace; Grace Hopper"
    assert row["vote"] == "worth_reading"
    assert row["voted_at"] == "2026-12-01T09:30:00+00:00"
    assert row["blind"] == "yes"
    assert row["reading_state"] == "read"
    assert row["note"] == 'Two\nlines, "quoted"'
    assert row["visited_at"] == ""


def test_lines_end_as_the_standard_asks() -> None:
    assert csv_text([("a", 1)], ("x", "y")) == "\ufeffx,y\r\na,1\r\n"


def test_json_holds_every_value_as_it_is() -> None:
    made = json.loads(kept_json([kept(note="=1+1 Ö $x$")], NOW))
    (paper,) = made["papers"]
    assert made["made_at"] == "2026-12-01T09:30:00+00:00"
    assert paper["note"] == {"text": "=1+1 Ö $x$", "changed_at": "2026-12-01T09:30:00+00:00"}
    assert paper["vote"]["vote"] == "worth_reading"
    assert paper["reading_list"]["state"] == "read"
    assert paper["visited_at"] is None
    assert paper["authors"] == ["Ada Lovelace", "Grace Hopper"]
