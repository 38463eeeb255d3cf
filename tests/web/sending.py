"""How tests send forms as a browser would."""

from __future__ import annotations

from httpx2 import Response
from starlette.testclient import TestClient

from goodpapers.services import sign_in
from goodpapers.web.forms import TOKEN
from goodpapers.web.visitor import COOKIE


def send(visitor: TestClient, address: str, **values: str) -> Response:
    """The answer to a form that the visitor sends from a page of the site."""
    token = visitor.cookies.get(COOKIE)
    own = {TOKEN: sign_in.form_token(token)} if token else {}
    return visitor.post(address, data={**own, **values}, headers={"sec-fetch-site": "same-origin"})
