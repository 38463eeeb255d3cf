"""What the panel said of a paper: answers with their bars, and the abstract with its quotes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.web.conftest import visitor_to
from tests.web.made import NOW, SAMPLE, made_site
from tests.web.reading import papers_of, text_of

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.services.browse import personas
from goodpapers.store.bars import StoredBar, write_bars
from goodpapers.store.verdicts import write_results
from goodpapers.web.pages.panel_said import (
    Quote,
    elsewhere,
    in_percent,
    marked,
    numbered,
    quotes_of,
)
from goodpapers.wiring import embedded_source

FIRST, SECOND, THIRD = "Models are large.", "We prove a bound.", "It holds for $n > 3$."
ABSTRACT = f"{FIRST} {SECOND}\n\n{THIRD} Nothing else."


def verdict(recommends: bool | None, *evidence: str) -> Verdict:
    """One reviewer's verdict; who says it does not matter here."""
    return Verdict("someone", 0.5, recommends, evidence)


@pytest.mark.parametrize(
    ("chance", "bar", "said"),
    [
        (0.49, 0.45, "49 %: bar 45 %"),
        (0.447, 0.4512, "44.7 %: bar 45.1 %"),
        (0.072, None, "7 %"),
        (1.0, 0.5, "100 %: bar 50 %"),
    ],
)
def test_a_chance_is_said_with_its_bar(chance: float, bar: float | None, said: str) -> None:
    assert in_percent(chance, bar) == said


def test_a_sentence_quoted_by_many_is_one_quote() -> None:
    said = [verdict(True, FIRST), *[verdict(False, FIRST, SECOND)] * 3, verdict(None, THIRD)]
    assert quotes_of(said) == [Quote(FIRST, 1, 3), Quote(SECOND, 0, 3)]
    assert [quote.says for quote in quotes_of(said)] == ["1 for, 3 against", "3 against"]


def test_what_was_quoted_most_is_marked_where_it_stands() -> None:
    quotes = [Quote(SECOND, 8, 3), Quote(FIRST, 0, 5), Quote("Not there.", 9, 0)]
    shown = [[(piece.text, piece.quote) for piece in part] for part in marked(ABSTRACT, quotes)]
    assert shown == [
        [(FIRST, quotes[1]), (" ", None), (SECOND, quotes[0])],
        [(f"{THIRD} Nothing else.", None)],
    ]
    assert [quote.side for quote in quotes] == ["for", "against", "for"]
    assert elsewhere(ABSTRACT, quotes) == [quotes[2]]


def test_two_sentences_at_most_are_marked_on_each_side() -> None:
    text = "A. B. C. D. E. F."
    quotes = [Quote(f"{letter}.", n, 0) for letter, n in zip("ABC", (1, 3, 2), strict=True)]
    quotes += [Quote(f"{letter}.", 0, n) for letter, n in zip("DEF", (4, 1, 2), strict=True)]
    (pieces,) = marked(text, numbered(text, quotes))
    strong = [piece.text for piece in pieces if piece.quote and piece.quote.is_strong]
    assert strong == ["B.", "C.", "D.", "F."]
    assert [piece.quote.number for piece in pieces if piece.quote] == [1, 2, 3, 4, 5, 6]
    assert "".join(piece.text for piece in pieces) == text


def test_quotes_that_overlap_lose_no_word() -> None:
    (pieces,) = marked("One two three four", [Quote("One two", 2, 0), Quote("two three", 1, 0)])
    assert "".join(piece.text for piece in pieces) == "One two three four"


def test_a_papers_page_marks_each_quote_once_and_says_every_bar(tmp_path: Path) -> None:
    site = made_site(tmp_path / "goodpapers.db", [SAMPLE], seed=None)
    source = embedded_source(1)
    visitor = visitor_to(site)
    (key,) = papers_of(visitor.get("/papers?words=Muthukumar").text)
    plain = visitor.get(f"/papers/{key}").text
    found = re.search(r'<section class="abstract".*?<p>([^<.]*\.)', plain, re.DOTALL)
    assert found is not None
    verdicts = [Verdict(one.key, 0.999, True, (found[1],)) for one in personas()]
    result = PanelResult("embedded", source.model, source.recipe, "hash", 0.0, tuple(verdicts), NOW)
    with site.database.write() as db:
        write_results(db, [(PaperKey(key), result)], NOW)
    html = visitor_to(site).get(f"/papers/{key}").text
    bars = [round(100 * source.bars[one.key]) for one in personas()]
    said = re.findall(r"yes, 100 %: bar (\d+) %", text_of(html))
    assert [int(bar) for bar in said] == bars
    everyone = " ".join(f"by-{one.key}" for one in personas())
    assert html.count(f'<mark class="for {everyone}" id="quote-1">{found[1]}</mark>') == 1
    assert "(20 for)" in text_of(html)
    assert html.split('id="abstract"')[1].count(found[1]) == 1
    site.close()


def test_a_second_source_is_named_and_said_where_it_sees_the_paper_otherwise(
    tmp_path: Path,
) -> None:
    site = made_site(tmp_path / "goodpapers.db", [SAMPLE], seed=None)
    key, *more = papers_of(visitor_to(site).get("/papers").text)[:3]
    every = personas()

    def told(source: str, *yes: int) -> None:
        """Let a source recommend with just those reviewers; the last one gives no answer."""
        verdicts = [
            Verdict(one.key, None, None) if n == 19 else Verdict(one.key, 0.5, n in yes)
            for n, one in enumerate(every)
        ]
        result = PanelResult(source, f"model of {source}", "r", "h", 0.0, tuple(verdicts), NOW)
        with site.database.write() as db:
            write_results(db, [(PaperKey(each), result) for each in (key, *more)], NOW)

    told("embedded", 0, 1, 2)
    assert "Another panel" not in visitor_to(site).get(f"/papers/{key}").text
    told("oracle", 0, 1, 15, 18)
    site.database.prefer("embedded")
    said = text_of(visitor_to(site).get(f"/papers/{key}").text)
    assert (
        "Another panel, model of oracle, judged it too: 4 of 19 recommend it. It sees it "
        "otherwise: Teacher (no), Reviewer two (yes), Sceptic (yes)." in said
    )
    assert "3 of 19 reviewers recommend it" in said
    # One of the three is open to everyone today.
    blind = visitor_to(site, view="hidden")
    closed = [blind.get(f"/papers/{each}").text for each in (key, *more)]
    assert sum("Another panel" in html for html in closed) == 1
    told("oracle", 0, 1, 2)
    said = text_of(visitor_to(site).get(f"/papers/{key}").text)
    assert "3 of 19 recommend it. No reviewer sees it otherwise." in said
    site.close()


def test_a_site_s_own_bars_stand_beside_the_chances(tmp_path: Path) -> None:
    site = made_site(tmp_path / "goodpapers.db", [SAMPLE], seed=None)
    source = embedded_source(1)
    (key, *_) = papers_of(visitor_to(site).get("/papers").text)
    verdicts = tuple(Verdict(one.key, 0.999, True) for one in personas())
    result = PanelResult("embedded", source.model, source.recipe, "h", 0.0, verdicts, NOW)
    bars = [StoredBar("", one.key, 0.123, 500) for one in personas()]
    with site.database.write() as db:
        write_results(db, [(PaperKey(key), result)], NOW)
        write_bars(db, "embedded", source.recipe, bars, NOW)
    said = text_of(visitor_to(site).get(f"/papers/{key}").text)
    assert said.count("yes, 100 %: bar 12 %") == 20
    site.close()
