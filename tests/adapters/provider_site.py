"""A small real provider of sign-in: OAuth 2 with PKCE and OpenID Connect, over HTTP.

It speaks like GitHub (`/login/oauth/…`, `/api/v3/…`), like ORCID (`/v3.0/…/record`) and like any
OpenID provider. It checks what a provider must check, and can be told to lie in the one way that a
test is about. Signatures are made with another library's keys than the site's own code makes.
"""

from __future__ import annotations

import json
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlencode

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

CLIENT, SECRET = "goodpapers-test", "a client's secret"


@dataclass
class Person:
    """Who is signed in at the provider."""

    subject: str = "248289761001"
    login: str = "ada"
    name: str = "Ada Li"
    email: str = "ada@example.edu"
    email_verified: bool = True
    created_at: str = "2016-03-05T10:00:00Z"
    groups: tuple[str, ...] = ()
    works: int = 1


@dataclass
class ProviderSite:
    """The provider, what it was asked, and how it lies."""

    person: Person = field(default_factory=Person)
    key: rsa.RSAPrivateKey = field(
        default_factory=lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048)
    )
    signs_with: rsa.RSAPrivateKey | None = None
    """Another key than the published one: a forged signature."""
    key_id: str = "one"
    change: Callable[[dict[str, Any]], None] = lambda claims: None
    """Changes the claims before they are signed."""
    header: dict[str, Any] = field(default_factory=dict)
    issuer: str = ""
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    says_no: bool = False
    is_down: bool = False
    keys_asked: int = 0

    def app(self) -> Starlette:
        """The provider as an application."""
        return Starlette(
            routes=[
                Route("/login/oauth/authorize", self._authorize),
                Route("/login/oauth/access_token", self._token, methods=["POST"]),
                Route("/authorize", self._authorize),
                Route("/token", self._token, methods=["POST"]),
                Route("/.well-known/openid-configuration", self._about),
                Route("/jwks", self._keys),
                Route("/api/v3/user", self._user),
                Route("/api/v3/user/memberships/orgs/{name}", self._member),
                Route("/v3.0/{orcid}/record", self._record),
            ]
        )

    async def _authorize(self, request: Request) -> Response:
        asked = dict(request.query_params)
        self.asked.append(str(request.url))
        assert asked["client_id"] == CLIENT
        assert asked["response_type"] == "code"
        assert asked["code_challenge_method"] == "S256"
        if self.says_no:
            answer = {"error": "access_denied", "state": asked["state"]}
        else:
            code = secrets.token_urlsafe(20)
            self.codes[code] = asked
            answer = {"code": code, "state": asked["state"]}
        return RedirectResponse(f"{asked['redirect_uri']}?{urlencode(answer)}", 302)

    async def _token(self, request: Request) -> Response:
        if self.is_down:
            return JSONResponse({"message": "down for a while"}, 503)
        form = dict(parse_qsl((await request.body()).decode()))
        asked = self.codes.pop(form.get("code", ""), None)  # a code works once
        challenge = sha256(form.get("code_verifier", "").encode()).digest()
        right = (
            asked is not None
            and form.get("client_id") == CLIENT
            and form.get("client_secret") == SECRET
            and form.get("redirect_uri") == asked["redirect_uri"]
            and _base64(challenge) == asked["code_challenge"]
        )
        if asked is None or not right:
            return JSONResponse({"error": "invalid_grant"}, 400)
        token = {"access_token": f"token {self.person.subject}", "token_type": "bearer"}
        if "openid" in asked.get("scope", ""):
            token["id_token"] = self.statement(asked.get("nonce", ""))
        return JSONResponse(token)

    def statement(self, nonce: str) -> str:
        """The signed statement of who signed in (RFC 7519), by hand."""
        now = int(time.time())
        claims: dict[str, Any] = {
            "iss": self.issuer,
            "sub": self.person.subject,
            "aud": CLIENT,
            "exp": now + 300,
            "iat": now,
            "nonce": nonce,
            "name": self.person.name,
            "email": self.person.email,
            "email_verified": self.person.email_verified,
        }
        self.change(claims)
        header = {"alg": "RS256", "kid": self.key_id, "typ": "JWT", **self.header}
        signed = f"{_base64(json.dumps(header).encode())}.{_base64(json.dumps(claims).encode())}"
        if header["alg"] == "none":
            return f"{signed}."
        key = self.signs_with or self.key
        signature = key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
        return f"{signed}.{_base64(signature)}"

    async def _about(self, request: Request) -> Response:
        here = str(request.base_url).rstrip("/")
        return JSONResponse(
            {
                "issuer": self.issuer or here,
                "authorization_endpoint": f"{here}/authorize",
                "token_endpoint": f"{here}/token",
                "jwks_uri": f"{here}/jwks",
            }
        )

    async def _keys(self, _request: Request) -> Response:
        self.keys_asked += 1
        numbers = self.key.public_key().public_numbers()
        key = {
            "kty": "RSA",
            "alg": "RS256",
            "use": "sig",
            "kid": self.key_id,
            "n": _base64(numbers.n.to_bytes(256)),
            "e": _base64(numbers.e.to_bytes(3)),
        }
        return JSONResponse({"keys": [key]})

    def _is_signed_in(self, request: Request) -> bool:
        return request.headers.get("authorization") == f"Bearer token {self.person.subject}"

    async def _user(self, request: Request) -> Response:
        if not self._is_signed_in(request):
            return JSONResponse({"message": "Bad credentials"}, 401)
        return JSONResponse(
            {
                "id": int(self.person.subject),
                "login": self.person.login,
                "name": self.person.name,
                "created_at": self.person.created_at,
            }
        )

    async def _member(self, request: Request) -> Response:
        if self._is_signed_in(request) and request.path_params["name"] in self.person.groups:
            return JSONResponse({"state": "active", "role": "member"})
        return JSONResponse({"message": "Not Found"}, 404)

    async def _record(self, request: Request) -> Response:
        made = int(time.mktime(time.strptime(self.person.created_at, "%Y-%m-%dT%H:%M:%SZ")) * 1000)
        works = [{"work-summary": []}] * self.person.works
        return JSONResponse(
            {
                "orcid-identifier": {"path": request.path_params["orcid"]},
                "history": {"submission-date": {"value": made}},
                "activities-summary": {"works": {"group": works}},
            }
        )


def _base64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
