"""From `serve` to a keeper and readers, with the real command: links, log, forged headers."""

from __future__ import annotations

import re
from pathlib import Path

import httpx2
import pytest
from tests.journeys.command import answered, done, refused
from tests.journeys.served import Served, served
from tests.web.filling import SAME, forms_of

from goodpapers.services.sign_in import form_token


@pytest.fixture
def site(tmp_path: Path) -> Path:
    done("init", tmp_path / "site")
    return tmp_path / "site"


def link_of(server: Served) -> str:
    """The keeper's link that the server prints after its address."""
    assert server.process.stdout is not None
    said = [server.process.stdout.readline() for _ in range(2)]
    assert "no keeper yet" in said[0]
    return said[1].strip()


def follow(link: str, name: str = "") -> httpx2.Client:
    """A browser that opened the link and pressed its button."""
    browser = httpx2.Client(base_url=link.split("/sign-in", maxsplit=1)[0])
    page = browser.get(link)
    assert page.status_code == 200, page.text
    (action, fields) = next(each for each in forms_of(page.text) if each[0] == "/sign-in/link")
    answer = browser.post(action, data={**fields, **({"name": name} if name else {})}, headers=SAME)
    assert answer.status_code == 303
    return browser


def test_from_the_printed_link_to_a_keeper_and_a_reader_of_theirs(site: Path) -> None:
    with served("serve", "--site", site, "--port", "0") as server:
        old = link_of(server)
    with served("serve", "--site", site, "--port", "0") as server:
        link = link_of(server)
        stale = link.split("token=")[0] + "token=" + old.split("token=")[1]
        assert httpx2.get(stale, timeout=60).status_code == 400  # each start has a link of its own
        keeper = follow(link, "Ben")
        assert "For the keeper" in keeper.get("/keeper").text
        assert httpx2.get(link, timeout=60).status_code == 400

        said = done("reader", "add", "Ada Li", "--site", site)
        token = re.search(r"token=(\S+)", said)
        assert token is not None
        ada = follow(f"{server.address}/sign-in/link?token={token[1]}")
        assert "Ada Li" in ada.get("/sign-ins").text
        assert ada.get("/keeper").status_code == 403

        key = answered("reader", "list", "--site", site)["readers"][1]["key"]
        assert "suspended" in done("reader", "suspend", "Ada Li", "--site", site)
        assert ada.get("/sign-ins").status_code == 303
        assert "may sign in" in done("reader", "restore", key, "--site", site)
        assert "only keeper" in refused(2, "keeper", "remove", "Ben", "--site", site)
        assert server.end() == 0
    acts = [each["act"] for each in answered("keeper", "log", "--site", site)["acts"]]
    assert acts[:3] == ["restore", "suspend", "sign in"]
    assert "make link" not in acts


def test_with_a_keeper_no_link_is_printed(site: Path) -> None:
    done("reader", "add", "Ben", "--keeper", "--site", site)
    with served("serve", "--site", site, "--port", "0") as server:
        assert server.process.stdout is not None
        assert "goodpapers reader add" in server.process.stdout.readline()
        assert server.end() == 0


@pytest.mark.parametrize(("proxies", "last"), [("", 429), ("127.0.0.1", 400)])
def test_who_asks_for_whom_is_believed_from_the_sites_own_proxies_alone(
    site: Path, proxies: str, last: int
) -> None:
    """A forged X-Forwarded-For is no way round a limit; nor does it make a cookie secure."""
    variables = {"GOODPAPERS_PROXIES": proxies} if proxies else {}
    with served("serve", "--site", site, "--port", "0", **variables) as server:
        statuses = []
        for number in range(31):
            forged = {"X-Forwarded-For": f"192.0.2.{number}", "X-Forwarded-Proto": "https"}
            browser = httpx2.Client(base_url=server.address, headers={**SAME, **forged}, timeout=60)
            given = browser.get("/sign-in").headers["set-cookie"]
            assert given.startswith("__Host-") is bool(proxies)
            cookie = given.split(";")[0]
            token = cookie.partition("=")[2]
            answer = browser.post(
                "/sign-in/link",
                data={"form_token": form_token(token), "token": "x"},
                headers={"Cookie": cookie},
            )
            statuses.append(answer.status_code)
        assert statuses[:30] == [400] * 30
        assert statuses[30] == last
        assert server.end() == 0
