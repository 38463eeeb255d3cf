"""A reader votes on a paper, sees what was hidden, changes the vote, and takes it back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.conftest import reader_at, visitor_to
from tests.web.made import SAMPLE, made_site, previews_on
from tests.web.reading import cards_of, links_of, papers_of, text_of
from tests.web.sending import send

from goodpapers.domain.listing import Reveal
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Role
from goodpapers.domain.vote import Own
from goodpapers.services.votes import wait_for_renewals
from goodpapers.settings import Settings
from goodpapers.store.readers import find_by_token
from goodpapers.store.votes import own_of
from goodpapers.web.pages import votes as vote_page
from goodpapers.web.visitor import COOKIE
from goodpapers.wiring import Site

OPEN = Settings(reveal=Reveal.ALWAYS)
HINT = "Vote to see what readers and the panel said."


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """The sample, judged, where values show after the vote."""
    made = made_site(tmp_path / "goodpapers.db", [SAMPLE], reveal=Reveal.AFTER_VOTE)
    yield made
    made.close()


@pytest.fixture
def rosa(site: Site) -> TestClient:
    """A reader who is signed in."""
    return reader_at(site)


@pytest.fixture
def key(site: Site) -> str:
    """A paper that is judged, and no open preview."""
    html = visitor_to(site).get("/papers").text
    return next(papers_of(card)[0] for card in cards_of(html) if HINT in text_of(card))


def own(site: Site, reader: TestClient, key: str) -> Own:
    with site.database.read() as db:
        found = find_by_token(db, reader.cookies[COOKIE], site.now())
        assert found is not None
        return own_of(db, found.reader.id, [key])[PaperKey(key)]


def test_a_visitor_is_led_to_sign_in_and_back_to_the_paper(site: Site, key: str) -> None:
    visitor = visitor_to(site)
    assert f"/sign-in?back=%2Fpapers%2F{key}" in links_of(visitor.get("/papers").text)
    assert f"/sign-in?back=%2Fpapers%2F{key}" in links_of(visitor.get(f"/papers/{key}").text)
    answer = send(visitor, f"/papers/{key}/vote", vote="worth_reading")
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        f"/sign-in?back=%2Fpapers%2F{key}",
    )


def test_a_vote_opens_its_paper_at_the_reveal(site: Site, rosa: TestClient, key: str) -> None:
    before = text_of(rosa.get(f"/papers/{key}").text)
    assert HINT in before
    assert "Only vote on papers you have read." in before
    answer = send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    assert (answer.status_code, answer.headers["location"]) == (303, f"/papers/{key}#reveal")
    html = rosa.get(f"/papers/{key}").text
    assert 'id="reveal"' in html
    said = text_of(html)
    for words in (
        "1 reader",
        "of 100 typical readers would call it worth reading",
        "of 20 reviewers recommend it",
        "Your vote: Worth reading",
        "1 of 1 reader calls it worth reading, 0 say it is not for them.",
        "Yours is the first verdict.",
        "What the panel said",
    ):
        assert words in said, words
    assert own(site, rosa, key).vote is not None


@pytest.mark.parametrize("role", list(Role))
def test_nobody_else_sees_more_for_it_not_even_a_keeper(site: Site, key: str, role: Role) -> None:
    other = reader_at(site, "Ben", role)
    send(reader_at(site), f"/papers/{key}/vote", vote="worth_reading")
    for viewer in (other, visitor_to(site)):
        said = text_of(viewer.get(f"/papers/{key}").text)
        assert "1 reader" in said
        assert HINT in said
        assert "of 100 typical readers" not in said


def test_the_other_readers_are_counted_without_the_reader(site: Site, key: str) -> None:
    verdicts = ["worth_reading", "worth_reading", "not_for_me", "no_verdict", "worth_reading"]
    readers = [reader_at(site, f"Reader {place}") for place in range(len(verdicts))]
    for reader, verdict in zip(readers, verdicts, strict=True):
        send(reader, f"/papers/{key}/vote", vote=verdict)
    first, _, third, fourth, _ = (text_of(reader.get(f"/papers/{key}").text) for reader in readers)
    split = (
        "3 of 4 readers call it worth reading, 1 says it is not for them; 1 reader gave no verdict."
    )
    assert split in first
    assert "5 readers" in first
    assert "2 of 3 other readers agree with you." in first
    assert "0 of 3 other readers agree with you." in third
    assert "agree with you" not in fourth


def test_a_changed_verdict_counts_as_not_blind_and_the_first_as_blind(
    site: Site, rosa: TestClient, key: str
) -> None:
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    first = own(site, rosa, key).vote
    send(rosa, f"/papers/{key}/vote", vote="not_for_me")
    second = own(site, rosa, key).vote
    assert first is not None
    assert second is not None
    assert (first.vote, first.blind) == ("worth_reading", True)
    assert (second.vote, second.blind, second.cast_at) == ("not_for_me", False, first.cast_at)
    assert "1 reader" in text_of(visitor_to(site).get(f"/papers/{key}").text)


def test_the_same_vote_sent_twice_is_one_vote(site: Site, rosa: TestClient, key: str) -> None:
    for _ in range(2):
        send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    found = own(site, rosa, key).vote
    assert found is not None
    assert found.blind


def test_a_vote_taken_back_is_gone_and_leaves_the_mark(
    site: Site, rosa: TestClient, key: str
) -> None:
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    send(rosa, f"/papers/{key}/vote", vote="withdraw")
    assert own(site, rosa, key).vote is None
    said = text_of(rosa.get(f"/papers/{key}").text)
    assert "No votes yet" in said
    assert "You have seen this paper's score, so a new vote counts less." in said
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    again = own(site, rosa, key).vote
    assert again is not None
    assert not again.blind


def test_a_peek_opens_the_paper_and_a_later_vote_is_not_blind(
    site: Site, rosa: TestClient, key: str
) -> None:
    assert "Show without voting A later vote counts less." in text_of(
        rosa.get(f"/papers/{key}").text
    )
    answer = send(rosa, f"/papers/{key}/peek")
    assert answer.headers["location"] == f"/papers/{key}#reveal"
    said = text_of(rosa.get(f"/papers/{key}").text)
    assert "of 100 typical readers" in said
    assert "You looked without voting, so a vote counts less." in said
    assert "No votes yet" in said
    send(rosa, f"/papers/{key}/vote", vote="not_for_me")
    found = own(site, rosa, key).vote
    assert found is not None
    assert not found.blind


def test_a_site_can_turn_peeking_off(site: Site, key: str) -> None:
    rosa = reader_at(replace(site, settings=Settings(peek=False)))
    assert "Show without voting" not in rosa.get(f"/papers/{key}").text
    answer = send(rosa, f"/papers/{key}/peek")
    assert answer.status_code == 403
    assert own(site, rosa, key) == Own()
    assert "of 100 typical readers" not in rosa.get(f"/papers/{key}").text


def test_looking_by_get_opens_nothing(site: Site, rosa: TestClient, key: str) -> None:
    for address in (f"/papers/{key}/peek", f"/papers/{key}/vote?vote=worth_reading"):
        assert rosa.get(address).status_code == 405
    assert own(site, rosa, key) == Own()


def test_a_vote_on_an_open_preview_is_not_blind(site: Site, rosa: TestClient) -> None:
    (preview,) = previews_on(site, site.now().date())
    assert "Open to everyone today" in text_of(visitor_to(site).get(f"/papers/{preview}").text)
    send(rosa, f"/papers/{preview}/vote", vote="worth_reading")
    found = own(site, rosa, preview).vote
    assert found is not None
    assert not found.blind


def test_the_paper_of_the_day_stands_open_on_the_home_page(site: Site) -> None:
    html = visitor_to(site).get("/").text
    (preview,) = previews_on(site, site.now().date())
    shelf = html[html.index("Paper of the day") :]
    assert papers_of(shelf)[0] == preview
    assert "of 100 typical readers" in cards_of(shelf)[0]


def test_previews_change_with_the_day_and_are_one_in_twenty(site: Site) -> None:
    today = site.now().date()
    drawn = [previews_on(site, today + timedelta(days=ahead)) for ahead in range(60)]
    assert {len(each) for each in drawn} == {1}
    assert len(set.union(*drawn)) > 10  # of fifteen


def test_votes_on_an_open_site_are_recorded_as_open(site: Site, key: str) -> None:
    rosa = reader_at(replace(site, settings=Settings(reveal=Reveal.ALWAYS)))
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    found = own(site, rosa, key).vote
    assert found is not None
    assert (found.open_site, found.blind) == (True, False)


def test_who_chose_the_hidden_view_of_an_open_site_votes_in_the_open_all_the_same(
    site: Site, key: str
) -> None:
    rosa = reader_at(replace(site, settings=Settings(reveal=Reveal.ALWAYS)), view="hidden")
    assert "of 100 typical readers" not in rosa.get(f"/papers/{key}").text
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    found = own(site, rosa, key).vote
    assert found is not None
    assert found.open_site
    assert "of 100 typical readers" in rosa.get(f"/papers/{key}").text


@pytest.mark.parametrize("vote", ["excellent", ""])
def test_what_is_no_vote_is_refused_in_one_line(rosa: TestClient, key: str, vote: str) -> None:
    answer = send(rosa, f"/papers/{key}/vote", vote=vote)
    assert answer.status_code == 400
    assert "is no vote" in text_of(answer.text)


def test_an_unknown_paper_takes_no_vote(rosa: TestClient) -> None:
    for act in ("vote", "peek"):
        answer = send(rosa, f"/papers/zzzzzzzzzz/{act}", vote="worth_reading")
        assert answer.status_code == 404
        assert "there is no paper" in text_of(answer.text).lower()


def test_a_paper_that_takes_no_votes_says_so(site: Site, rosa: TestClient, key: str) -> None:
    change = "UPDATE paper SET accepted = 0, status = 'rejected' WHERE key = ?"
    with site.database.write() as db:
        db.exec_driver_sql(change, (key,))
    for act in ("vote", "peek"):
        answer = send(rosa, f"/papers/{key}/{act}", vote="worth_reading")
        assert answer.status_code == 400
        assert "only papers that the conference accepted" in text_of(answer.text).lower()
    assert own(site, rosa, key) == Own()


@pytest.mark.parametrize("change", ["judged = 0", "withheld = 1"])
def test_a_paper_that_nobody_judged_and_a_withheld_one_take_votes_and_show_nothing(
    site: Site, rosa: TestClient, key: str, change: str
) -> None:
    with site.database.write() as db:
        db.exec_driver_sql(f"UPDATE paper SET {change} WHERE key = ?", (key,))
    answer = send(rosa, f"/papers/{key}/peek")
    assert answer.status_code == 400
    assert "there is nothing to see of this paper yet" in text_of(answer.text).lower()
    assert own(site, rosa, key) == Own()
    assert send(rosa, f"/papers/{key}/vote", vote="worth_reading").status_code == 303


def test_a_withheld_paper_looks_like_one_not_yet_judged(
    site: Site, rosa: TestClient, key: str
) -> None:
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    with site.database.write() as db:
        db.exec_driver_sql("UPDATE paper SET withheld = 1 WHERE key = ?", (key,))
        db.exec_driver_sql("UPDATE site_state SET version = version + 1")
    for viewer in (rosa, visitor_to(site)):
        html = viewer.get(f"/papers/{key}").text
        assert "Being judged: the panel has not come to this paper yet." in text_of(html)
        assert "of 100 typical readers" not in html
        assert 'class="tier' not in cards_of(html)[0]


def test_a_form_cannot_say_whose_vote_it_is_or_when_or_how(
    site: Site, rosa: TestClient, key: str
) -> None:
    send(
        rosa,
        f"/papers/{key}/vote",
        vote="worth_reading",
        reader_id="99",
        reader="someoneels",
        cast_at="1",
        said_at="2001-01-01T00:00:00Z",
        blind="0",
        assigned="1",
        skipped_share="1",
        conflict="own",
        open_site="1",
    )
    found = own(site, rosa, key).vote
    assert found is not None
    assert (found.cast_at, found.blind, found.assigned, found.conflict, found.open_site) == (
        site.now(),
        True,
        False,
        None,
        False,
    )


def test_a_vote_that_waited_does_not_undo_a_later_one(
    site: Site, rosa: TestClient, key: str
) -> None:
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    early = (site.now() - timedelta(hours=1)).isoformat()
    answer = send(rosa, f"/papers/{key}/vote", vote="not_for_me", said_at=early)
    assert answer.status_code == 303
    found = own(site, rosa, key).vote
    assert found is not None
    assert found.vote == "worth_reading"


def test_every_card_of_a_list_takes_a_vote(rosa: TestClient, site: Site) -> None:
    for address in ("/", "/papers", "/sessions/neurips-2026/atlanta-poster-session-3"):
        for card in cards_of(rosa.get(address).text):
            (paper,) = papers_of(card)
            assert f'action="/papers/{paper}/vote"' in card
            assert re.findall(r'name="vote" value="(\w+)"', card)[:2] == [
                "worth_reading",
                "not_for_me",
            ]


def test_who_votes_while_nobody_else_does_sees_the_score_with_their_vote_in_it(
    site: Site, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine half a second may be too short; the test is of the order, not of the time.
    monkeypatch.setattr(vote_page, "PATIENCE_S", 30)
    readers = [reader_at(site, f"Reader {number}") for number in range(3)]
    before = text_of(visitor_to(replace(site, settings=OPEN)).get(f"/papers/{key}").text)
    assert "Panel only." in before
    for n_votes, reader in enumerate(readers, start=1):
        send(reader, f"/papers/{key}/vote", vote="worth_reading")
        after = text_of(reader.get(f"/papers/{key}").text)
        said = f"and {n_votes} reader{'s' if n_votes > 1 else ''} (100)."
        assert said in after, after
        assert "Panel only." not in after
    send(readers[0], f"/papers/{key}/vote", vote="withdraw")
    assert "and 2 readers (100)." in text_of(readers[1].get(f"/papers/{key}").text)


def test_a_vote_is_kept_though_its_score_takes_longer_than_the_answer_waits(
    site: Site, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vote_page, "PATIENCE_S", 0)
    rosa = reader_at(site)
    send(rosa, f"/papers/{key}/vote", vote="worth_reading")
    assert own(site, rosa, key).vote is not None
    assert wait_for_renewals(30)
    assert "and 1 reader (100)." in text_of(rosa.get(f"/papers/{key}").text)
