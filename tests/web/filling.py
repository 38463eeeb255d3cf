"""How tests fill in forms as a person in a browser would: from the page, with what it hides."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient

SAME = {"sec-fetch-site": "same-origin"}


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if tag == "form" and values.get("method") == "post":
            self.found.append((values["action"], {}))
        elif tag == "input" and self.found and values.get("name"):
            self.found[-1][1][values["name"]] = values.get("value", "")


def forms_of(html: str) -> list[tuple[str, dict[str, str]]]:
    """Every POST form of a page: its address, and its fields as they are at first."""
    parser = _Forms()
    parser.feed(html)
    return parser.found


def press(client: TestClient, page: Response, action: str, **values: str) -> Response:
    """Send the form of `page` with that address, filled in with `values`; the answer.

    A value that the form holds as hidden picks the form, where there are several.
    """
    fitting = [
        fields
        for address, fields in forms_of(page.text)
        if address == action and all(fields.get(k, "") in ("", v) for k, v in values.items())
    ]
    assert fitting, f"no form for {action} with {values} in {page.text}"
    return client.post(action, data={**fitting[0], **values}, headers=SAME)


def walk(client: TestClient, address: str, **options: Any) -> Response:
    """The page of an address, after every redirection."""
    return client.get(address, follow_redirects=True, **options)
