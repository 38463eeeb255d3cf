"""CSV and TSV: delimiter, header, quotes, column map."""

from __future__ import annotations

from pathlib import Path

import pytest

from goodpapers.domain.errors import BadInput, BadUsage
from goodpapers.domain.programme import Author, Entry, Link, ProgrammeHead, Slot, Status, Track
from goodpapers.importers.programme import read_programme

DATA = Path(__file__).parents[1] / "data"


def read(path: Path, columns: str | None = None) -> tuple[ProgrammeHead, list[Entry]]:
    with read_programme(path, columns=columns) as programme:
        found = list(programme)
    assert all(isinstance(one, Entry) for one in found), found
    return programme.head, [one for one in found if isinstance(one, Entry)]


def table(folder: Path, text: str, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_bytes(text.encode())
    return path


def test_every_column_is_read() -> None:
    head, (entry,) = read(DATA / "table-every-field.csv")
    assert head.edition.name == "ICLR 2031"
    session = entry.slots[0].session
    assert session.starts_at is not None
    assert session.ends_at is not None
    assert (session.name, session.city, session.hall) == (
        "Poster Session 1",
        "Springfield",
        "Hall A",
    )
    assert session.starts_at.isoformat() == "2031-05-01T10:00:00+02:00"
    assert session.zone == "Europe/Paris"
    assert entry == Entry(
        number=1,
        title='Tables, Read "Well"',
        title_raw='Tables, Read "Well"',
        abstract="A table is read. It is read well.",
        abstract_raw="A table is read.\nIt is read well.",
        summary="Tables can be read.",
        summary_by="authors",
        authors=(
            Author("Ana Ruiz", ("EPFL",)),
            Author("Bo Li", ("University of Springfield",)),
        ),
        institutions=("EPFL", "University of Springfield"),
        track=Track.ORAL,
        status=Status.ACCEPTED,
        area="Reading",
        keywords=("tables", "reading"),
        published=2031,
        links=(
            Link("page", "https://openreview.net/forum?id=QqWwEeRrTt"),
            Link("pdf", "https://example.org/t.pdf"),
            Link("code", "https://github.com/example/t"),
            Link("project", "https://example.org/t"),
        ),
        slots=(Slot(session, "#17"),),
        identifiers=(
            ("arxiv", "3102.00001"),
            ("doi", "10.1234/t.1"),
            ("number", "17"),
            ("openreview", "QqWwEeRrTt"),
        ),
    )


def test_the_columns_of_the_corl_table_without_header_are_guessed_right(shared: Path) -> None:
    head, found = read(shared / "data/programs/csv/corl2024-noheader.tsv.csv")
    assert head.edition.name == "CoRL 2024"
    assert len(found) == 90
    assert head.notes[0].startswith(
        "Columns (guessed from their content, numbered from 1): url = 1, title = 2, authors = 3, "
        "keywords = 4, venue = 6, pdf = 7, supplement = 8, summary = 9, abstract = 11."
    )
    first = found[0]
    assert first.title == "Body Transformer: Leveraging Robot Embodiment for Policy Learning"
    assert first.authors[1] == Author("Dun-Ming Huang")
    assert first.abstract is not None
    assert first.abstract.startswith("In recent years, the transformer architecture")
    assert all(one.abstract for one in found)


def test_the_statuses_of_the_iclr_table(shared: Path) -> None:
    name = "iclr2025-title-authors-affiliations-decision.csv"
    head, found = read(shared / "data/programs/csv" / name)
    assert head.edition.name == "ICLR 2025"
    statuses = [one.status for one in found]
    counts = {status: statuses.count(status) for status in Status}
    assert counts == {
        Status.ACCEPTED: 105,
        Status.REJECTED: 4,
        Status.WITHDRAWN: 105,
        Status.SUBMITTED: 186,
    }
    assert sum(one.track == Track.ORAL for one in found) == 7
    # The lists are sorted sets cut at commas: no author may be tied to an institution.
    assert not any(author.institutions for one in found for author in one.authors)
    assert found[0].institutions[0] == "DAIICT"
    berkeley = next(one for one in found if one.title.startswith("Defining Deception"))
    assert berkeley.institutions[:2] == ("University of California, Berkeley", "MIT")


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_each_delimiter_is_seen(tmp_path: Path, delimiter: str) -> None:
    text = f"Title{delimiter}Year\nOne{delimiter}2031\nTwo{delimiter}2032\n"
    _, found = read(table(tmp_path, text))
    assert [(one.title, one.published) for one in found] == [("One", 2031), ("Two", 2032)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(
    tmp_path: Path, newline: str, mark: str
) -> None:
    text = mark + newline.join(["Title,Year", '"One, two",2031', "Three,2032"]) + newline
    _, found = read(table(tmp_path, text))
    assert [one.title for one in found] == ["One, two", "Three"]


def test_an_unbalanced_quote_turns_quoting_off(tmp_path: Path) -> None:
    text = 'title\tauthors\n"Open quote\tA B\nNext\tC D\nLast "x" one\tE F\n'
    _, found = read(table(tmp_path, text))
    assert [one.title for one in found] == ['"Open quote', "Next", 'Last "x" one']


def test_a_quoted_word_at_the_start_of_a_field_keeps_its_quotes(tmp_path: Path) -> None:
    text = 'title\tauthors\n"Double-DIP": Images\tA B\nNext\tC D\n'
    _, found = read(table(tmp_path, text))
    assert found[0].title == '"Double-DIP": Images'


def test_columns_are_chosen_by_header_or_number(tmp_path: Path) -> None:
    path = table(tmp_path, "Foo,Bar,Baz\nx,A title,An abstract of it\n")
    with pytest.raises(BadInput, match="no column looks like titles"):
        read(path)
    _, (entry,) = read(path, "title=bar,abstract=3")
    assert (entry.title, entry.abstract) == ("A title", "An abstract of it")


NO_COLUMN = "is no column; expected a header of this table (Title, Year) or a number from 1 to 2"
NO_PAIR = "is no FIELD=COLUMN; fields are title, abstract,"


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("title=Nope", f'--columns: "Nope" {NO_COLUMN}'),
        ("title=3", f'--columns: "3" {NO_COLUMN}'),
        ("colour=1", f'--columns: "colour=1" {NO_PAIR}'),
        ("title", f'--columns: "title" {NO_PAIR}'),
    ],
)
def test_a_column_that_is_none_is_wrong_usage(tmp_path: Path, columns: str, message: str) -> None:
    path = table(tmp_path, "Title,Year\nOne,2031\n")
    with pytest.raises(BadUsage) as caught:
        read(path, columns)
    assert str(caught.value).startswith(message)


def test_a_row_without_title_is_refused_with_its_number(tmp_path: Path) -> None:
    path = table(tmp_path, "Year,Title\n2031,One\n2032,\n2033\n2034,Four\n")
    with read_programme(path) as programme:
        found = list(programme)
    assert [one.title for one in found if isinstance(one, Entry)] == ["One", "Four"]
    assert [str(one) for one in found if not isinstance(one, Entry)] == [
        't.csv, paper 2: field "title" is missing; expected a title',
        "t.csv, paper 3: a row of 1 columns; expected 2 columns",
    ]


def test_authors_joined_by_bars_are_read(shared: Path) -> None:
    _, found = read(shared / "data/programs/miniconf/acl2020/main_papers.csv")
    assert len(found) == 220
    assert all(one.abstract for one in found)
    assert all(len(one.authors) >= 1 for one in found)
