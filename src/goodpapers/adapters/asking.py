"""How the servers of providers are asked: briefly, with limits, and with errors in words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
from authlib.integrations.base_client import OAuthError
from authlib.integrations.httpx_client import OAuth2Client

from goodpapers.domain.errors import BadInput, Failure

_TIMEOUT = httpx2.Timeout(10.0)
_LONGEST_ANSWER = 4 << 20
_WHO_ASKS = "GoodPapers/0.1 (sign-in)"


@contextmanager
def client(client_id: str, secret: str, scope: str, back: str, name: str) -> Iterator[OAuth2Client]:
    """An OAuth 2 client of this provider for the length of a block; errors come out in words.

    Raises
    ------
    BadInput
        The provider refused what the browser brought.
    Failure
        The provider did not answer, or not as its protocol says.
    """
    made = OAuth2Client(
        client_id=client_id,
        client_secret=secret,
        scope=scope,
        redirect_uri=back,
        code_challenge_method="S256",
        token_endpoint_auth_method="client_secret_post",  # noqa: S106 (the name of a way)
        timeout=_TIMEOUT,
        follow_redirects=False,
        headers={"User-Agent": _WHO_ASKS, "Accept": "application/json"},
    )
    try:
        with made:
            yield made
    except OAuthError as error:
        raise BadInput(f"{name} refused the sign-in ({error.error}); start it again") from error
    except httpx2.HTTPError as error:
        kind = type(error).__name__
        raise Failure(f"{name} could not be asked ({kind}); try again later", again=True) from error


def read_json(asked: OAuth2Client, address: str, name: str, **options: Any) -> Any:  # noqa: ANN401 (JSON)
    """What the provider answers at `address`, as JSON; no longer than 4 MB.

    Raises
    ------
    Failure
        The answer is an error, too long, or no JSON.
    """
    body = bytearray()
    with asked.stream("GET", address, **options) as answer:
        if answer.status_code != 200:
            raise Failure(f"{name} answered {answer.status_code} at {address}", again=True)
        for piece in answer.iter_bytes():
            body += piece
            if len(body) > _LONGEST_ANSWER:
                raise Failure(f"{name} answered with more than 4 MB at {address}")
    try:
        return json.loads(body)
    except ValueError as error:
        raise Failure(f"{name} answered at {address} with what is no JSON") from error


def fetch_token(
    asked: OAuth2Client, address: str, code: str, verifier: str, name: str
) -> dict[str, object]:
    """The token for a code. Raises `BadInput` where it is refused, `Failure` without a token."""
    try:
        return dict(
            asked.fetch_token(
                address, code=code, code_verifier=verifier, grant_type="authorization_code"
            )
        )
    except (ValueError, KeyError, TypeError) as error:
        raise Failure(f"{name} answered with no token") from error


def text_of(found: object, key: str) -> str | None:
    """A text in a provider's answer, None where it is absent or something else."""
    value = found.get(key) if isinstance(found, dict) else None
    return value.strip() or None if isinstance(value, str) else None
