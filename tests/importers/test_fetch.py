"""A programme from the web: a server of a few lines answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

from goodpapers.domain.errors import BadInput, Failure
from goodpapers.importers import fetch as room
from goodpapers.importers.fetch import fetch

ADDRESS = "https://icml.example/static/virtual/data/icml-2031-orals-posters.json"
Answer = Callable[[httpx2.Request], httpx2.Response]


def served(files: dict[str, bytes], asked: list[str] | None = None) -> httpx2.MockTransport:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if asked is not None:
            asked.append(str(request.url))
        found = files.get(request.url.path)
        return httpx2.Response(200 if found is not None else 404, content=found or b"none")

    return httpx2.MockTransport(answer)


def test_the_file_is_saved_under_its_own_name(tmp_path: Path) -> None:
    path = fetch("https://a.example/x/iclr%202031.json?v=1", tmp_path, transport=served(
        {"/x/iclr 2031.json": b"[]"}
    ))  # fmt: skip
    assert path == tmp_path / "iclr-2031.json"
    assert path.read_bytes() == b"[]"


def test_a_name_cannot_leave_the_folder(tmp_path: Path) -> None:
    path = fetch("https://a.example/%2e%2e%2f..%2fevil", tmp_path, transport=httpx2.MockTransport(
        lambda _: httpx2.Response(200, content=b"x")
    ))  # fmt: skip
    assert path.parent == tmp_path


def test_abstracts_beside_a_programme_are_fetched_where_there_are_any(tmp_path: Path) -> None:
    data = "/static/virtual/data"
    files = {
        f"{data}/icml-2031-orals-posters.json": b"{}",
        f"{data}/icml-2031-abstracts.json": b"1",
    }
    fetch(ADDRESS, tmp_path, transport=served(files))
    assert (tmp_path / "icml-2031-abstracts.json").read_bytes() == b"1"
    other = tmp_path / "other"
    other.mkdir()
    del files[f"{data}/icml-2031-abstracts.json"]
    fetch(ADDRESS, other, transport=served(files))
    assert [path.name for path in other.iterdir()] == ["icml-2031-orals-posters.json"]


def test_an_ordinary_file_is_asked_for_once(tmp_path: Path) -> None:
    asked: list[str] = []
    fetch("https://a.example/p.json", tmp_path, transport=served({"/p.json": b"[]"}, asked))
    assert asked == ["https://a.example/p.json"]


@pytest.mark.parametrize("address", ["http://a.example/x", "ftp://a/x", "https://", "file:///etc"])
def test_an_address_that_is_not_https_is_refused(tmp_path: Path, address: str) -> None:
    with pytest.raises(BadInput, match="this address cannot be used; expected an https address"):
        fetch(address, tmp_path, transport=served({}))


def test_a_redirect_to_plain_http_is_refused(tmp_path: Path) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.scheme == "https":
            return httpx2.Response(302, headers={"Location": "http://a.example/x"})
        return httpx2.Response(200, content=b"[]")

    with pytest.raises(BadInput, match=r"http://a\.example/x: this address cannot be used"):
        fetch("https://a.example/x", tmp_path, transport=httpx2.MockTransport(answer))
    assert list(tmp_path.iterdir()) == []


def test_redirects_without_end_are_refused(tmp_path: Path) -> None:
    def answer(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(302, headers={"Location": "https://a.example/x"})

    with pytest.raises(BadInput, match="redirects too often"):
        fetch("https://a.example/x", tmp_path, transport=httpx2.MockTransport(answer))


@pytest.mark.parametrize(("status", "kind"), [(404, BadInput), (403, BadInput), (503, Failure)])
def test_a_status_that_is_no_success_is_said(
    tmp_path: Path, status: int, kind: type[Exception]
) -> None:
    transport = httpx2.MockTransport(lambda _: httpx2.Response(status, content=b"no"))
    with pytest.raises(kind, match=f"status {status}") as caught:
        fetch("https://a.example/x.json", tmp_path, transport=transport)
    assert getattr(caught.value, "again", False) is (kind is Failure)


def test_no_answer_is_a_failure_that_may_pass(tmp_path: Path) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("no route", request=request)

    with pytest.raises(Failure, match="no whole answer came") as caught:
        fetch("https://a.example/x", tmp_path, transport=httpx2.MockTransport(answer))
    assert caught.value.again


def test_an_answer_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MAX_BYTES", 10)
    with pytest.raises(BadInput, match="the answer is over 512 MB"):
        fetch("https://a.example/x", tmp_path, transport=served({"/x": b"x" * 11}))


@pytest.mark.parametrize(
    "address",
    ["https://[::1", "https://[::1]:x/", "https://a.example:99999999/", "https://\udcff/"],
)
def test_a_broken_address_cannot_be_used(tmp_path: Path, address: str) -> None:
    with pytest.raises(BadInput, match="this address cannot be used") as caught:
        fetch(address, tmp_path, transport=served({}))
    str(caught.value).encode()


@pytest.mark.parametrize("scheme", ["https", "http", "HTTPS"])
def test_a_password_in_an_address_is_neither_printed_nor_sent(tmp_path: Path, scheme: str) -> None:
    asked: list[str] = []
    with pytest.raises(BadInput) as caught:
        fetch(f"{scheme}://user:p@w@a.example/x", tmp_path, transport=served({}, asked))
    assert str(caught.value).startswith(f"{scheme}://a.example/x: ")
    assert asked == []
