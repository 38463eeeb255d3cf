"""One paper's own page, and its session's."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.made import EVIDENCE, made_site
from tests.web.reading import cards_of, links_of, papers_of, text_of

from goodpapers.wiring import Site


def page_of(visitor: TestClient, words: str) -> str:
    """The page of the one paper of the sample that a search finds."""
    (key,) = papers_of(visitor.get("/papers", params={"words": words}).text)
    answer = visitor.get(f"/papers/{key}")
    assert answer.status_code == 200
    return answer.text


def test_the_sample_says_that_it_is_judged_on_a_synopsis(visitor: TestClient) -> None:
    text = text_of(page_of(visitor, "Muthukumar"))
    assert "Judged on a synopsis written for this demo, not on the authors' abstract." in text
    assert "Studies a two-layer ReLU network trained by stochastic gradient descent" in text


def test_every_author_is_named_and_the_unnamed_are_counted(visitor: TestClient) -> None:
    pages = [visitor.get(f"/papers/{key}").text for key in papers_of(visitor.get("/papers").text)]
    said = [text_of(page) for page in pages]
    assert sum("and 1 more not listed in the source" in text for text in said) >= 1
    assert not [text for text in said if re.search(r"and \d+ more (?!not listed)", text)]


def test_an_affiliation_leads_to_its_papers(visitor: TestClient) -> None:
    (link,) = [
        link
        for link in links_of(page_of(visitor, "Muthukumar"))
        if "affiliation=georgia-institute-of-technology" in link
    ]
    assert "SGD Provably Prioritizes" in visitor.get(link).text


def test_all_twenty_reviewers_say_what_they_said_and_why(visitor: TestClient) -> None:
    html = page_of(visitor, "Muthukumar")
    section = html.split('id="panel"')[1]
    assert len(re.findall(r'<li class="(?:yes|no|missing)">', section)) == 20
    assert html.count(EVIDENCE) == 1
    assert "Would a first-year student of the broad field" in section
    assert "invented" in section  # the model that spoke


def test_before_the_vote_no_reviewer_is_heard(blind_visitor: TestClient) -> None:
    html = page_of(blind_visitor, "Muthukumar")
    assert EVIDENCE not in html
    assert "What the panel said" not in html
    assert "Vote to see what readers and the panel said." in text_of(html)


def test_a_session_says_when_and_where(visitor: TestClient) -> None:
    text = text_of(visitor.get("/sessions/neurips-2026/atlanta-poster-session-3").text)
    assert "Atlanta Poster Session 3" in text
    assert "Thursday 10 December 2026, 10:00 AM to 1:00 PM" in text
    assert "Hall C1, Atlanta" in text
    assert "Atlanta time (America/New_York, UTC−05:00)" in text


def test_a_session_lists_its_papers_and_only_those(visitor: TestClient) -> None:
    html = visitor.get("/sessions/neurips-2026/atlanta-poster-session-3").text
    assert cards_of(html)
    assert all("/sessions/neurips-2026/atlanta-poster-session-3" in c for c in cards_of(html))


def test_a_papers_session_is_one_link_away(visitor: TestClient) -> None:
    links = links_of(page_of(visitor, "Muthukumar"))
    assert "/sessions/neurips-2026/atlanta-poster-session-3" in links


def test_an_oral_and_its_poster_are_one_paper_with_two_places(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    html = visitor.get("/papers?edition=neurips-2024&track=oral").text
    cards = cards_of(html)
    assert cards
    assert all(card.count('<p class="place">') == 2 for card in cards[:5])


def test_a_paper_in_two_cities_says_both(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    html = visitor.get("/papers?edition=neurips-2025&city=mexico-city").text
    text = text_of(cards_of(html)[0])
    assert "Mexico City" in text
    assert text.count("AM to") + text.count("PM to") == 2


TABLE = """title,abstract,tldr,venue,year
Tables by hand,"Tables are old. We find that those drawn by hand are read faster.",Draw them.,X,2031
Trees by hand,"Trees are old. We find that those drawn by hand are read faster.",,X,2031
"""


def test_a_papers_page_says_whose_the_sentence_under_the_title_is(
    tmp_path: Path, visitor: TestClient
) -> None:
    (tmp_path / "two.csv").write_text(TABLE)
    site = made_site(tmp_path / "goodpapers.db", [tmp_path / "two.csv"])
    reader = visitor_to(site)
    given, picked = (text_of(page_of(reader, words)) for words in ("Tables", "Trees"))
    assert "Draw them." in given
    assert "The sentence under the title is the authors' own summary." in given
    assert "The sentence under the title is picked from the abstract, word for word." in picked
    assert [said.count("The sentence under the title") for said in (given, picked)] == [1, 1]
    # The sample says of all its texts that they were written for it.
    assert "The sentence under the title" not in text_of(page_of(visitor, "Muthukumar"))
    site.close()
