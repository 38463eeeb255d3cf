"""The list of papers: what a card shows, filters, order, and paging."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.reading import card_with, cards_of, links_of, papers_of, text_of

from goodpapers.wiring import Site


def test_a_card_of_the_sample_shows_every_fact_of_its_paper(visitor: TestClient) -> None:
    # The facts as the sample's file has them, in the order in which a reader decides.
    card = card_with(visitor.get("/papers").text, "SGD Provably Prioritizes")
    wanted = (
        "SGD Provably Prioritizes a Shortcut Spurious Feature in the XOR Model",
        "SGD learns a simple spurious shortcut exponentially faster",
        "Tyler LaBonte, Vidya Muthukumar",
        "Georgia Institute of Technology",
        "NeurIPS 2026",
        "Deep learning theory",
        "Atlanta Poster Session 3",
        "Thursday 10 December 2026, 10:00 AM to 1:00 PM",
        "Hall C1",
        "Published 2026",
        "No votes yet",
        "of 100 typical readers would call it worth reading",
        "assumed until readers vote). Panel only.",
        "of 20 reviewers recommend it",
        "Sign in to vote",
        "Only vote on papers you have read.",
    )
    places = [card.find(words) for words in wanted]
    assert -1 not in places, wanted[places.index(-1)]
    assert places == sorted(places)


def test_four_authors_stand_and_the_others_are_counted(visitor: TestClient) -> None:
    texts = [text_of(card) for card in cards_of(visitor.get("/papers").text)]
    assert any(re.search(r"\w+ and [2-9] more ", text) for text in texts)


def test_oral_and_spotlight_have_a_badge_and_posters_none(visitor: TestClient) -> None:
    html = visitor.get("/papers").text
    badges = re.findall(r'<span class="badge">(\w+)</span>', html)
    assert sorted(badges) == ["Oral", "Spotlight", "Spotlight"]


def test_a_card_says_how_many_of_each_strictness_recommend_it(visitor: TestClient) -> None:
    for card in cards_of(visitor.get("/papers").text):
        said = re.search(
            r"(\d+) of (\d+) reviewers recommend it; lenient (\d) of (\d), medium (\d+) of (\d+), "
            r"strict (\d) of (\d)\.",
            text_of(card),
        )
        assert said is not None
        yes, out_of, *parts = map(int, said.groups())
        assert yes == sum(parts[::2])
        assert out_of == sum(parts[1::2]) <= 20
        assert yes == card.count('<i class="yes">')
        assert 20 - out_of == card.count('<i class="missing">')


def test_every_dot_names_its_reviewer(visitor: TestClient) -> None:
    card = text_of(cards_of(visitor.get("/papers").text)[0])
    for name in ("Newcomer: ", "Area chair: ", "Reviewer two: ", "Scale tester: "):
        assert name in card


def test_the_ruler_stands_where_the_words_say(visitor: TestClient) -> None:
    for card in cards_of(visitor.get("/papers").text):
        said = re.search(r"<b>(\d+)</b> <span>of 100 .* \(likely (\d+) to (\d+);", card)
        band = re.search(r'<rect x="(\d+)%" y="25" width="(\d+)%"', card)
        tick = re.search(r'<line x1="(\d+)%"', card)
        assert said is not None
        assert band is not None
        assert tick is not None
        score, low, high = map(int, said.groups())
        assert (int(band[1]), int(band[1]) + int(band[2]), int(tick[1])) == (low, high, score)
        assert low < score < high


def test_the_list_goes_from_the_best_tier_to_the_last(visitor: TestClient) -> None:
    tiers = re.findall(r'class="tier (\w+)"', visitor.get("/papers?order=tier").text)
    order = ["must_read", "highly_rated", "worth_a_look", "niche_pick"]
    assert len(tiers) == 19
    assert [order.index(tier) for tier in tiers] == sorted(order.index(tier) for tier in tiers)


def test_by_score_the_figures_fall(visitor: TestClient) -> None:
    html = visitor.get("/papers?order=score").text
    scores = [int(figure) for figure in re.findall(r"<b>(\d+)</b> <span>of 100", html)]
    assert len(scores) == 19
    assert scores == sorted(scores, reverse=True)


def test_where_scores_show_lists_and_sessions_go_by_score(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    listed = visitor.get("/papers?edition=neurips-2024").text
    assert scores_of(listed) == sorted(scores_of(listed), reverse=True)
    assert papers_of(listed) == papers_of(
        visitor.get("/papers?edition=neurips-2024&order=score").text
    )
    home = visitor.get("/?edition=neurips-2024").text.split('<h2 id="shelf-2">')[0]
    assert len(scores_of(home)) == 5
    assert scores_of(home) == scores_of(listed)[:5]
    held = next(link for link in links_of(listed) if link.startswith("/sessions/"))
    session = scores_of(visitor.get(held).text)
    assert len(session) > 3
    assert session == sorted(session, reverse=True)


def test_what_is_said_of_the_order_is_true_of_the_view(
    visitor: TestClient, blind_visitor: TestClient
) -> None:
    shuffled = "so that a place in the list tells nothing"
    opened, hidden = (text_of(one.get("/how-scores-work").text) for one in (visitor, blind_visitor))
    assert shuffled in hidden
    assert shuffled not in opened
    assert "Scores show here, so lists go by score" in opened


def scores_of(html: str) -> list[int]:
    """The scores that a list shows, in order."""
    return [int(figure) for figure in re.findall(r"<b>(\d+)</b> <span>of 100", html)]


def test_without_scores_the_order_by_score_is_the_order_by_tier(blind_visitor: TestClient) -> None:
    asked = blind_visitor.get("/papers?order=score")
    assert asked.status_code == 200
    plain = blind_visitor.get("/papers").text
    assert papers_of(asked.text) == papers_of(plain)
    assert "order=score" not in plain


def test_an_old_place_in_the_order_by_score_is_the_start_where_scores_hide(
    programmes: Site,
) -> None:
    first = visitor_to(programmes).get("/papers?edition=neurips-2024&order=score").text
    (onward,) = [link for link in links_of(first) if "after=" in link]
    answer = visitor_to(programmes, view="hidden").get(onward)
    assert answer.status_code == 200
    assert papers_of(answer.text)


@pytest.mark.parametrize(
    ("filters", "n"),
    [
        ("track=spotlight", 2),
        ("track=oral", 1),
        ("city=paris", None),
        ("session=atlanta-poster-session-3", None),
        ("affiliation=technion", None),
        ("affiliation=Technion", None),
        ("area=deep-learning-theory", 19),
        ("tier=must_read", 2),
    ],
)
def test_a_filter_leaves_the_papers_that_fit(
    visitor: TestClient, filters: str, n: int | None
) -> None:
    html = visitor.get(f"/papers?{filters}").text
    found = papers_of(html)
    assert 0 < len(found) <= 19
    assert n is None or len(found) == n
    said = re.search(r'role="status">(\d+) papers? match', html)
    assert said is not None
    assert int(said[1]) == len(found)


def test_a_search_finds_words_of_title_and_author(visitor: TestClient) -> None:
    assert "SGD Provably Prioritizes" in visitor.get("/papers?words=Muthukumar").text
    assert len(papers_of(visitor.get("/papers?words=Muthukumar").text)) == 1


def test_blank_fields_of_the_form_are_no_filters(visitor: TestClient) -> None:
    html = visitor.get("/papers?words=&area=&tier=&track=&session=&affiliation=").text
    assert len(papers_of(html)) == 19
    assert "match" not in text_of(html)


def test_what_fits_nothing_says_so_with_one_way_on(visitor: TestClient) -> None:
    searched = text_of(visitor.get("/papers?words=zzzzzz").text)
    assert "Nothing found for “zzzzzz”. Try fewer or other words." in searched
    filtered = text_of(visitor.get("/papers?words=zzzzzz&track=oral").text)
    assert "No paper fits all of these filters at once." in filtered
    assert "See all papers" in searched
    assert "See all papers" in filtered


def test_one_paper_matches_and_two_match(visitor: TestClient) -> None:
    assert "1 paper matches." in text_of(visitor.get("/papers?track=oral").text)
    assert "2 papers match." in text_of(visitor.get("/papers?track=spotlight").text)


def test_the_chosen_filters_stay_chosen(visitor: TestClient) -> None:
    html = visitor.get("/papers?track=oral&words=learning").text
    assert 'value="oral" selected' in html
    assert 'value="learning"' in html
    assert "<details open>" in html


def test_an_edition_is_chosen_by_its_address(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    chosen = {
        key: re.search(r"<h1>(.*?)</h1>", visitor.get(f"/papers?edition={key}").text)
        for key in re.findall(r'<option value="([a-z0-9-]+)"', visitor.get("/").text)
    }
    names = {key: text_of(found[1]) for key, found in chosen.items() if found}
    assert len(names) == 3
    assert names["neurips-2024"] == "Papers of NeurIPS 2024"
    assert len(set(names.values())) == 3


def test_a_paper_without_an_abstract_says_that_it_is_not_judged(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    html = visitor.get("/papers?edition=neurips-2024").text
    while "Not judged" not in html:
        (onward,) = [link for link in links_of(html) if "after=" in link]
        html = visitor.get(onward).text
    card = next(card for card in cards_of(html) if "Not judged" in card)
    assert 'class="tier' not in card
    key = papers_of(card)[0]
    page = text_of(visitor.get(f"/papers/{key}").text)
    assert "the programme gives no abstract, and the panel reads nothing else" in page


def test_a_place_among_the_judged_says_so(programmes: Site) -> None:
    text = text_of(visitor_to(programmes).get("/papers?edition=neurips-2024").text)
    assert re.search(r"2nd of 1\d\d judged", text)


def test_an_area_stands_behind_its_group(programmes: Site) -> None:
    visitor, said = visitor_to(programmes), "Deep Learning · Large Language Models"
    listed = visitor.get("/papers?edition=neurips-2025").text
    assert said in text_of("".join(cards_of(listed)))
    assert f"{said} (1)" in listed
    home = visitor.get("/?edition=neurips-2025").text
    assert text_of(home).count(said) == 2 + home.count(f"in {said}</span>")


def test_while_the_panel_works_the_list_says_how_far_it_is(unjudged: Site) -> None:
    html = visitor_to(unjudged).get("/papers").text
    assert "Being judged: 0 of 19" in text_of(html)
    assert '<progress id="judged" max="19" value="0">' in html
    assert len(papers_of(html)) == 19
    assert 'class="tier' not in html


def test_what_a_paper_lacks_leaves_no_word_behind(programmes: Site) -> None:
    visitor = visitor_to(programmes)
    for edition in ("neurips-2024", "neurips-2018", "neurips-2025"):
        listed = visitor.get(f"/papers?edition={edition}").text
        pages = [listed, *(visitor.get(f"/papers/{key}").text for key in papers_of(listed)[:8])]
        assert not [page for page in pages if "None" in page]
