"""My papers: searched, filtered, sorted, turned, taken along; the plan and its calendar."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import bibtexparser
import icalendar
import pytest
from starlette.testclient import TestClient
from tests.web.conftest import reader_at, visitor_to
from tests.web.made import made_site
from tests.web.reading import papers_of, text_of
from tests.web.sending import send

from goodpapers.domain.listing import Reveal
from goodpapers.domain.reading import ReadingState
from goodpapers.services.keep_papers import keep_note, set_state
from goodpapers.store.readers import add_reader
from goodpapers.wiring import Site

SAMPLE = Path(__file__).parents[2] / "src/goodpapers/sample"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The sample and the invented edition, judged and hidden until the vote."""
    programmes = [
        SAMPLE / "neurips-2026-deep-learning-theory.json",
        SAMPLE / "invented-papers.json",
    ]
    made = made_site(tmp_path / "goodpapers.db", programmes, reveal=Reveal.AFTER_VOTE)
    yield made
    made.close()


@pytest.fixture
def rosa(site: Site) -> TestClient:
    """A reader."""
    return reader_at(site, "Rosa")


def papers(reader: TestClient, n: int, query: str = "") -> list[str]:
    return papers_of(reader.get(f"/papers?{query}").text)[:n]


def keep(reader: TestClient, keys: list[str], state: str = "want_to_read") -> None:
    for key in keys:
        assert send(reader, "/my/list", paper=key, state=state).status_code == 303


def mine(reader: TestClient, query: str = "") -> list[str]:
    return papers_of(reader.get(f"/my/papers?{query}").text)


def test_each_part_shows_what_belongs_to_it(rosa: TestClient) -> None:
    listed, noted, voted = papers(rosa, 3)
    keep(rosa, [listed])
    send(rosa, f"/papers/{noted}/note", note="mine")
    assert send(rosa, f"/papers/{voted}/vote", vote="not_for_me").status_code == 303
    assert mine(rosa, "what=list") == [listed]
    assert mine(rosa, "what=notes") == [noted]
    assert mine(rosa, "what=votes") == [voted]
    assert set(mine(rosa)) == {listed, noted, voted}
    assert "Your vote: Not for me (Tuesday 1 December 2026)" in text_of(rosa.get("/my/papers").text)


def test_words_are_found_in_titles_authors_and_notes(rosa: TestClient) -> None:
    one, other = papers_of(rosa.get("/papers?edition=invented-papers&words=whale").text) + (
        papers_of(rosa.get("/papers?edition=invented-papers&words=ternary").text)
    )
    keep(rosa, [one, other])
    send(rosa, f"/papers/{other}/note", note="Ask Zoë about the Übertragung of $x$")
    assert mine(rosa, "words=Whale+song") == [one]
    assert mine(rosa, "words=ubertrag") == [other]  # folded, and as a beginning
    assert mine(rosa, "words=ZOE+ask") == [other]
    assert mine(rosa, "words=whale+ask") == []
    assert mine(rosa, "words=%22%27%28") == []


def test_filters_and_orders(rosa: TestClient) -> None:
    first, second, third = papers(rosa, 3, "edition=invented-papers")
    (real,) = papers(rosa, 1, "edition=neurips-2026")
    keep(rosa, [first, second], "read")
    keep(rosa, [third, real], "seen")
    assert set(mine(rosa, "what=list&state=read")) == {first, second}
    assert mine(rosa, "edition=neurips-2026") == [real]
    assert set(mine(rosa, "state=seen&edition=invented-papers")) == {third}
    titles = rosa.get("/my/papers?sort=title").text
    shown = [one.casefold() for one in _titles(titles)]
    assert shown == sorted(shown)
    assert mine(rosa, "sort=edition")[-1] == real  # Invented papers before NeurIPS 2026
    assert rosa.get("/my/papers?sort=score").status_code == 400
    assert rosa.get("/my/papers?what=scores").status_code == 400


def _titles(html: str) -> list[str]:
    return [text_of(part.split("</h2>")[0]) for part in html.split("<h2>")[1:]]


def test_the_last_changed_comes_first_or_last(site: Site) -> None:
    with site.database.write() as db:
        reader = add_reader(db, "Ada", now=site.now())
    visitor = visitor_to(site)
    keys = papers(visitor, 3)
    for hours, key in enumerate(keys):
        set_state(site.database, reader, key, "read", site.now() + timedelta(hours=hours))
    from goodpapers.services.my_papers import MyQuery, Sort, my_papers

    newest = my_papers(site.database, reader, MyQuery()).papers
    assert [one.kept.key for one in newest] == keys[::-1]
    oldest = my_papers(site.database, reader, MyQuery(sort=Sort.OLDEST)).papers
    assert [one.kept.key for one in oldest] == keys


def test_thirty_a_page_and_every_paper_once(site: Site, rosa: TestClient) -> None:
    every = papers(rosa, 30, "edition=invented-papers")
    every += papers(rosa, 19, "edition=neurips-2026")
    keep(rosa, every)
    first, second = mine(rosa), mine(rosa, "page=2")
    assert (len(first), len(second)) == (30, 19)
    assert set(first + second) == set(every)
    assert "Page 1 of 2" in rosa.get("/my/papers").text
    assert mine(rosa, "page=3") == []
    assert rosa.get("/my/papers?page=x").status_code == 200


def test_the_files_hold_what_the_filters_choose(rosa: TestClient) -> None:
    listed, noted = papers(rosa, 2)
    keep(rosa, [listed])
    send(rosa, f"/papers/{noted}/note", note="=HYPERLINK(1)")
    send(rosa, f"/papers/{noted}/vote", vote="worth_reading")
    (row,) = csv.DictReader(
        io.StringIO(rosa.get("/my/papers.csv?what=notes").content.decode("utf-8-sig"), newline="")
    )
    assert (row["key"], row["note"], row["vote"]) == (noted, "'=HYPERLINK(1)", "worth_reading")
    made = json.loads(rosa.get("/my/papers.json").text)["papers"]
    assert {one["key"] for one in made} == {listed, noted}
    (with_note,) = [one for one in made if one["note"]]
    assert with_note["note"]["text"] == "=HYPERLINK(1)"
    library = bibtexparser.parse_string(rosa.get("/my/papers.bib?what=list").text)
    (entry,) = library.entries
    assert entry["keywords"] == "Want to read"


@pytest.mark.parametrize("name", ["papers.bib", "papers.csv", "papers.json", "plan.ics"])
def test_a_file_is_kept_by_nobody_on_the_way(site: Site, rosa: TestClient, name: str) -> None:
    answer = rosa.get(f"/my/{name}")
    assert answer.status_code == 200
    assert "no-store" in answer.headers["cache-control"]
    assert f'filename="my-{name}"' in answer.headers["content-disposition"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert visitor_to(site).get(f"/my/{name}").status_code != 200


def test_the_plan_goes_by_city_and_day_and_marks_clashes(rosa: TestClient) -> None:
    posters = papers(rosa, 30, "edition=invented-papers&session=lisbon-poster-session-1")[:2]
    (talk,) = papers(rosa, 1, "edition=invented-papers&session=lisbon-oral-session-1")
    (away,) = papers(rosa, 1, "edition=invented-papers&session=nairobi-poster-session-1")
    keep(rosa, [*posters, talk, away])
    said = text_of(rosa.get("/my/plan").text)
    # Lisbon's posters are shown from 10 to 13 o'clock, its talks from 11 to 12:30.
    assert "Lisbon · Monday 14 December 2026" in said
    assert "Clashes with Lisbon Oral Session 1, at the same time in the same city" in said
    assert "Clashes with Lisbon Poster Session 1, at the same time in the same city" in said
    assert "Nairobi · Monday 14 December 2026" in said
    assert said.index("Lisbon Poster Session 1") < said.index("no. 101")
    there = text_of(rosa.get("/my/plan?city=Nairobi").text)
    assert "Clashes" not in there
    assert "Lisbon Poster" not in there


def test_the_calendar_is_the_plan(rosa: TestClient) -> None:
    (talk,) = papers(rosa, 1, "edition=invented-papers&session=lisbon-oral-session-1")
    (away,) = papers(rosa, 1, "edition=invented-papers&session=nairobi-poster-session-1")
    keep(rosa, [talk, away])
    calendar = icalendar.Calendar.from_ical(rosa.get("/my/plan.ics").content)
    events = {str(event["summary"]): event for event in calendar.walk("VEVENT")}
    assert set(events) == {
        "Lisbon Oral Session 1: 1 paper to see",
        "Nairobi Poster Session 1: 1 paper to see",
    }
    event = events["Nairobi Poster Session 1: 1 paper to see"]
    assert event["dtstart"].dt.isoformat() == "2026-12-14T10:00:00+03:00"
    assert event["uid"] == "session-invented-papers-nairobi-poster-session-1@goodpapers"
    again = rosa.get("/my/plan.ics").content
    assert [e["uid"] for e in icalendar.Calendar.from_ical(again).walk("VEVENT")] == [
        e["uid"] for e in calendar.walk("VEVENT")
    ]


def test_an_empty_list_says_what_to_do(rosa: TestClient) -> None:
    assert "Nothing here yet." in text_of(rosa.get("/my/papers").text)
    assert "Your reading list is empty." in text_of(rosa.get("/my/plan").text)


def test_the_states_of_the_form_are_those_of_the_list(rosa: TestClient) -> None:
    keep(rosa, papers(rosa, 1))
    page = rosa.get("/my/papers").text
    form = page[page.index('<form class="keep"') :]
    form = form[: form.index("</form>")]
    for state in ReadingState:
        assert f'value="{state.value}"' in form
        assert state.words in form


def test_a_note_of_a_paper_only_noted_is_found_on_the_store_s_own_words(site: Site) -> None:
    with site.database.write() as db:
        reader = add_reader(db, "Ada", now=site.now())
    (key,) = papers(visitor_to(site), 1)
    keep_note(site.database, reader, key, "陳大文 said so", site.now())
    from goodpapers.services.my_papers import MyQuery, my_papers

    found = my_papers(site.database, reader, MyQuery(words="大文")).papers
    assert [one.kept.key for one in found] == [key]
