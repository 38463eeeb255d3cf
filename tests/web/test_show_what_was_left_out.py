"""Papers that were not accepted, and programmes without abstracts."""

from __future__ import annotations

from starlette.testclient import TestClient
from tests.web.conftest import visitor_to
from tests.web.reading import links_of, papers_of, text_of

from goodpapers.wiring import Site


def test_what_was_not_accepted_is_counted_and_shown_on_request(mixed: Site) -> None:
    visitor = visitor_to(mixed)
    said = "1 paper accepted; 3 others (rejected, withdrawn or undecided) are kept and not shown."
    home, listed = (
        visitor.get("/?edition=iclr-2025").text,
        visitor.get("/papers?edition=iclr-2025").text,
    )
    for html in (home, listed):
        assert said in text_of(html)
        (link,) = [link for link in links_of(html) if "all=1" in link]
        assert len(papers_of(visitor.get(link).text)) == 4
    assert len(papers_of(listed)) == 1
    every = visitor.get("/papers?edition=iclr-2025&all=1").text
    for word in ("Rejected", "Withdrawn", "Undecided"):
        assert f'<span class="badge">{word}</span>' in every
    assert 'name="all" value="1" checked' in every
    assert "match" not in text_of(every)
    (back,) = [link for link in links_of(every) if link == "/papers?edition=iclr-2025"][:1]
    assert len(papers_of(visitor.get(back).text)) == 1


def test_papers_not_accepted_stay_through_orders_and_pages(mixed: Site) -> None:
    every = visitor_to(mixed).get("/papers?edition=iclr-2025&all=1").text
    orders = [link for link in links_of(every) if "order=" in link]
    assert orders
    assert all("all=1" in link for link in orders)


def test_where_all_were_accepted_nothing_is_said_of_others(visitor: TestClient) -> None:
    assert "accepted;" not in text_of(visitor.get("/papers").text)
    assert 'name="all"' not in visitor.get("/papers").text


def test_without_abstracts_nobody_promises_tiers(mixed: Site) -> None:
    visitor = visitor_to(mixed)
    home = text_of(visitor.get("/?edition=cvpr-2019").text)
    assert "No abstracts in this programme, so the panel judges nothing here." in home
    assert "yet" not in home.replace("does not have yet", "").replace("No votes yet", "")
    listed = visitor.get("/papers?edition=cvpr-2019").text
    assert "so the panel judges nothing here." in listed
    assert "by score" not in text_of(listed)
    assert 'name="tier"' not in listed
    assert "has read every" not in text_of(listed)
