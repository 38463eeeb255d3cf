"""From a path to entries: the format comes from the content, and bad input gives one clear line."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goodpapers.domain.errors import BadInput, BadUsage, GoodPapersError, NotAProgramme
from goodpapers.domain.programme import Entry
from goodpapers.importers.programme import FORMATS, read_programme

EVENT = {"id": 1, "name": "A paper", "eventtype": "Poster"}
RECORD = {"title": "A paper", "author": "A B", "status": "Poster"}


def events(*found: Any) -> bytes:
    return json.dumps({"count": 1, "results": list(found)}, ensure_ascii=False).encode()


def titles(path: Path, **how: Any) -> list[str]:
    with read_programme(path, **how) as programme:
        return [one.title for one in programme if isinstance(one, Entry)]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (events(EVENT), "virtual-site"),
        (json.dumps([EVENT]).encode(), "virtual-site"),
        (json.dumps([RECORD]).encode(), "papercopilot"),
        (b"\xef\xbb\xbf" + events(EVENT), "virtual-site"),
        (gzip.compress(events(EVENT), mtime=0), "virtual-site"),
        (b"Title,Authors\nA paper,A B\n", "table"),
        (b"Title\nA paper\n", "table"),
    ],
)
def test_the_format_is_recognised_from_content_whatever_the_name(
    tmp_path: Path, content: bytes, name: str
) -> None:
    path = tmp_path / "programme.xml"
    path.write_bytes(content)
    with read_programme(path) as programme:
        assert programme.head.format == name
        assert [one.title for one in programme if isinstance(one, Entry)] == ["A paper"]


EXPECTED = "expected a conference programme as UTF-8 text"
BAD: list[tuple[bytes, str]] = [
    (b"", f"x.json: the file is empty; {EXPECTED}"),
    (b" \n\t ", f"x.json: the file is empty; {EXPECTED}"),
    (events(EVENT, EVENT)[:-9], 'x.json, paper 2 "A paper": the file breaks off here; '),
    (b"<!DOCTYPE html><html></html>", "x.json: this is an HTML page; expected the data"),
    (b"<div class='paper'>", "x.json: this is an HTML page; expected the data"),
    (b"\n<html lang='en'><head>", "x.json: this is an HTML page; expected the data"),
    (b'{"a": 1}', "x.json: this is in no format we know; expected virtual-site JSON"),
    (b"[1, 2]", "x.json: this is in no format we know; expected virtual-site JSON"),
    (b"just words", "x.json: this is in no format we know; expected virtual-site JSON"),
    (b"[" * 200_000, "x.json: this is in no format we know; expected virtual-site JSON"),
    (events(), f"x.json: it holds no paper; {EXPECTED}"),
    (b"[]", f"x.json: it holds no paper; {EXPECTED}"),
    ("[{".encode("utf-16"), "x.json: the text is encoded as UTF-16 or UTF-32; expected UTF-8"),
    ("[{ 'name'".encode("utf-16-le"), "x.json: the text looks like UTF-16; expected UTF-8"),
    (b'[\n{"name": "Caf\xe9"}]', "x.json: byte 16 (line 2) is 0xe9, which is no UTF-8; "),
    (bytes(range(256)) * 4, f"x.json: this is a binary file; {EXPECTED}"),
    (b"%PDF-1.7 ...", f"x.json: this is a PDF file; {EXPECTED}"),
    (b"PK\x03\x04....", f"x.json: this is a ZIP archive or an Excel workbook; {EXPECTED}"),
    (gzip.compress(events(EVENT), mtime=0)[:-9], "x.json: it breaks off or is damaged"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "message"), BAD)
def test_bad_input_gives_one_clear_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(BadInput) as caught:
        titles(path)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_the_unknown_format_names_all_that_we_know(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("nothing")
    with pytest.raises(NotAProgramme) as caught:
        read_programme(path)
    assert all(room.WORDS in str(caught.value) for room in FORMATS.values())


def test_a_folder_and_a_missing_file_are_said(tmp_path: Path) -> None:
    with pytest.raises(NotAProgramme, match="this is a folder; expected a file"):
        read_programme(tmp_path)
    with pytest.raises(NotAProgramme, match=r"gone\.json: there is no such file; check the name"):
        read_programme(tmp_path / "gone.json")


READ_AS_NOBODY = """
import os
import sys
from goodpapers.domain.errors import BadInput
from goodpapers.importers.programme import read_programme
try:
    read_programme(sys.argv[1])
except BadInput as error:
    print(error)
"""


@pytest.mark.skipif(os.name != "posix", reason="file modes are those of Unix")
def test_a_file_without_the_right_to_read_is_said(tmp_path: Path) -> None:
    path = tmp_path / "locked.json"
    path.write_bytes(events(EVENT))
    path.chmod(0)
    if os.geteuid() != 0:
        with pytest.raises(NotAProgramme, match="there is no right to read it"):
            read_programme(path)
        return
    # Root may read everything, so the file is opened by a process that gave root's rights up.
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == 0 and folder.is_relative_to(tempfile.gettempdir()):
            folder.chmod(folder.stat().st_mode | 0o555)
    code = READ_AS_NOBODY.replace("try:", "os.setegid(65534)\nos.seteuid(65534)\ntry:", 1)
    told = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert told.stdout.startswith("locked.json: there is no right to read it; expected a file")


def test_a_format_or_columns_that_do_not_fit_are_wrong_usage(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(events(EVENT))
    with pytest.raises(BadUsage, match='there is no format "toml"; formats are virtual-site'):
        read_programme(path, format="toml")
    with pytest.raises(BadUsage, match="--columns is for tables"):
        read_programme(path, columns="title=1")


def test_a_huge_first_entry_does_not_hide_the_format(tmp_path: Path) -> None:
    path = tmp_path / "neurips-2031.json"
    path.write_bytes(events({"name": "Huge", "abstract": "x" * 17_000_000}, EVENT))
    with read_programme(path) as programme:
        assert programme.head.edition.name == "NeurIPS 2031"
        huge, kept = list(programme)
    assert str(huge) == (
        'neurips-2031.json, paper 1 "Huge": the entry is over 16 MB long; expected a paper'
    )
    assert isinstance(kept, Entry)


def test_abstracts_in_a_file_beside_the_programme_are_used(tmp_path: Path) -> None:
    path = tmp_path / "icml-2031-orals-posters.json"
    path.write_bytes(events({**EVENT, "id": 5}, {**EVENT, "id": 6, "abstract": "Its own."}))
    beside = tmp_path / "icml-2031-abstracts.json"
    beside.write_text('{"5": "From beside.", "6": "Not used."}')
    with read_programme(path) as programme:
        found = [one.abstract for one in programme if isinstance(one, Entry)]
    assert found == ["From beside.", "Its own."]
    assert programme.head.notes == ("Abstracts also from icml-2031-abstracts.json.",)
    beside.write_text("[not json")
    with read_programme(path) as programme:
        assert next(one.abstract for one in programme if isinstance(one, Entry)) is None


PIECES = (
    b'{"results": [', b'{"name": "A", "eventtype": "Poster"}', b",", b"]}", b"[", b"]", b'"',
    b'{"title": "T", "author": "A;B", "status": "Oral", "aff": "x;y"}', b"Title,Authors\n",
    b"a,b\n", b"\xff\xfe", b"\x00", b"\xe9", b"\n", b"\r", b"\\", b"NaN",
    b'"abstract": "$x$ \\ud800"', b"1e999",
    b'{"name": 5, "authors": [{"fullname": null}, 3], "starttime": "2026-13-01"}',
)  # fmt: skip
pieces = st.sampled_from(PIECES)


def read_or_refuse(path: Path, name: str | None) -> None:
    told = ""
    try:
        titles(path, format=name)
    except GoodPapersError as error:
        told = str(error)
    assert "\n" not in told


@settings(max_examples=300)
@given(st.lists(pieces | st.binary(max_size=8), max_size=12), st.sampled_from([None, *FORMATS]))
def test_any_bytes_give_papers_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, parts: list[bytes], name: str | None
) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.json"
    path.write_bytes(b"".join(parts))
    read_or_refuse(path, name)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["fullname", "institution", "name", "uri", "type", "x"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)
EVENT_KEYS = (
    "id uid name authors abstract topic keywords decision session eventtype room_name url "
    "sourceurl virtualsite_url starttime endtime paper_url paper_pdf_url poster_position "
    "eventmedia published related_events_ids summary summary_by abstract_by institutions "
    "more_authors timezone city"
)
RECORD_KEYS = (
    "id title author author_site abstract status track tldr keywords primary_area aff bibtex site "
    "aff_unique_norm aff_unique_index pdf arxiv doi oa github project session pid"
)


@settings(max_examples=200)
@given(
    st.lists(
        st.dictionaries(st.sampled_from(EVENT_KEYS.split()), json_values, max_size=8), max_size=3
    ),
    st.lists(
        st.dictionaries(st.sampled_from(RECORD_KEYS.split()), json_values, max_size=8), max_size=3
    ),
)
def test_any_values_in_any_fields_give_papers_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, some: list[Any], others: list[Any]
) -> None:
    path = tmp_path_factory.getbasetemp() / "values.json"
    for name, found in (("virtual-site", some), ("papercopilot", others)):
        path.write_text(json.dumps({"results": found}))
        read_or_refuse(path, name)


def test_a_pipe_or_device_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(NotAProgramme, match="this is a pipe or a device; expected a file"):
            read_programme(path)


def test_a_missing_file_is_said_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NotAProgramme) as caught:
        read_programme(tmp_path / "nope.json")
    words = "there is no such file; check the name, or give an https address"
    assert str(caught.value) == f"nope.json: {words}"


def test_an_html_page_is_told_in_a_short_line(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<!DOCTYPE html><html></html>")
    with pytest.raises(NotAProgramme, match="this is an HTML page") as caught:
        read_programme(path)
    assert len(str(caught.value)) < 100


def test_half_letters_and_bad_bytes_around_a_programme_are_left_out(tmp_path: Path) -> None:
    text = json.dumps(
        {"edition": "My\ud800 Group", "note": "a\udfff b", "results": [{"name": "A"}]}
    )
    path = tmp_path / os.fsdecode(b"nips\xff2031.json")
    path.write_text(text)
    with read_programme(path, format="virtual-site") as programme:
        assert (programme.head.edition.name, programme.head.edition_note) == ("My Group", "a b")
    with read_programme(path, format="virtual-site", edition="Two 2") as programme:
        assert programme.head.edition.key == "two-2"
    path.write_text("[]x")
    with pytest.raises(BadInput, match=r"^nips\ufffd2031\.json") as caught:
        read_programme(path)
    str(caught.value).encode()


@pytest.mark.parametrize("edition", ["\udcff 2026", "A\x00", "\x1b", "\u202e", "--", "<b>"])
def test_an_edition_that_is_no_name_is_wrong_usage(tmp_path: Path, edition: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"results": [{"name": "A"}]}))
    with pytest.raises(BadUsage, match="--edition") as caught:
        read_programme(path, edition=edition)
    assert str(caught.value).isprintable()
    str(caught.value).encode()


def test_a_million_wrong_values_in_an_entry_are_told_a_hundred_times(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"results": [{"name": "A", "keywords": [1] * 5_000}]}))
    with read_programme(path, format="virtual-site") as programme:
        assert len(list(programme)) == 101


def test_a_list_that_is_given_twice_is_read_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for text, found in (
        ('{"results": [], "results": [{"name": "A"}]}', ["A"]),
        ('{"results": [{"name": "A"}], "x": [1], "results": [{"name": "B"}], "y": 2}', ["A", "B"]),
    ):
        path.write_text(text)
        assert titles(path) == found
