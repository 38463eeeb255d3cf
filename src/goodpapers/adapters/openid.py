"""Sign-in by any OpenID Connect provider: Google, ORCID, an institution's own.

The provider's signed statement is believed only when signature, issuer, audience, time and nonce
are right. https://openid.net/specs/openid-connect-core-1_0.html, section 3.1.3.7
"""

from __future__ import annotations

import hmac
import time
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, ClassVar

from authlib.integrations.httpx_client import OAuth2Client
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from goodpapers.adapters.asking import client, fetch_token, read_json, text_of
from goodpapers.adapters.provider import Secrets
from goodpapers.domain.errors import BadInput, Failure
from goodpapers.domain.identity import Identity

_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA", "Ed25519")
"""Signatures with a private key only; never ``none``, never a shared secret."""
_KEPT_S = 3600.0
_LEEWAY_S = 60
_NEEDED = ("authorization_endpoint", "token_endpoint", "jwks_uri")


class _Kept:
    """What providers say of themselves, kept an hour."""

    def __init__(self) -> None:
        self._answers: dict[str, tuple[float, Any]] = {}
        self._lock = Lock()

    def get(self, asked: OAuth2Client, address: str, name: str, *, anew: bool = False) -> Any:  # noqa: ANN401
        with self._lock:
            found = self._answers.get(address)
        if found is not None and not anew and time.monotonic() - found[0] < _KEPT_S:
            return found[1]
        answer = read_json(asked, address, name, withhold_token=True)
        with self._lock:
            self._answers[address] = (time.monotonic(), answer)
        return answer


@dataclass(frozen=True, slots=True)
class OpenID:
    """One OpenID Connect provider, known by its issuer's address."""

    key: str
    name: str
    issuer: str
    client_id: str
    secret: str = field(repr=False)
    scope: str = "openid email profile"
    provider: str = ""
    """Its name in `Identity.provider`; empty is the issuer's address."""
    _kept: ClassVar[_Kept] = _Kept()

    def way_out(self, secrets: Secrets, back: str) -> str:
        """As `Provider.way_out`."""
        with client(self.client_id, self.secret, self.scope, back, self.name) as asked:
            address, _ = asked.create_authorization_url(
                self._about(asked)["authorization_endpoint"],
                state=secrets.state,
                code_verifier=secrets.verifier,
                nonce=secrets.nonce,
            )
        return str(address)

    def identity(self, code: str, secrets: Secrets, back: str) -> Identity:
        """As `Provider.identity`."""
        with client(self.client_id, self.secret, self.scope, back, self.name) as asked:
            about = self._about(asked)
            token = fetch_token(asked, about["token_endpoint"], code, secrets.verifier, self.name)
            claims = self._claims(asked, about, str(token.get("id_token", "")), secrets.nonce)
        verified = claims.get("email_verified") is True
        return Identity(
            self.provider or self.issuer,
            claims["sub"],
            name=text_of(claims, "name"),
            email=text_of(claims, "email") if verified else None,
        )

    def _about(self, asked: OAuth2Client) -> dict[str, str]:
        """What the provider says of itself; it must speak for the issuer that it was asked as."""
        address = f"{self.issuer.rstrip('/')}/.well-known/openid-configuration"
        found = self._kept.get(asked, address, self.name)
        if text_of(found, "issuer") != self.issuer:
            raise Failure(f"{self.name} names itself otherwise than {self.issuer}; see oidc_issuer")
        if any(text_of(found, each) is None for each in _NEEDED):
            raise Failure(f"{self.name} lacks one of {', '.join(_NEEDED)} in {address}")
        if self.issuer.startswith("https:") and not all(
            str(found[each]).startswith("https:") for each in _NEEDED
        ):
            raise Failure(f"{self.name} names an address in {address} that is not https")
        return {each: str(text_of(found, each)) for each in _NEEDED}

    def _claims(
        self, asked: OAuth2Client, about: dict[str, str], statement: str, nonce: str
    ) -> dict[str, Any]:
        try:
            try:
                token = self._decoded(asked, about, statement)
            except (JoseError, ValueError):
                # The provider may have changed its keys within the hour: ask for them once more.
                token = self._decoded(asked, about, statement, anew=True)
            rules = jwt.JWTClaimsRegistry(
                leeway=_LEEWAY_S,
                iss={"essential": True, "value": self.issuer},
                aud={"essential": True, "value": self.client_id},
                sub={"essential": True},
                exp={"essential": True},
                iat={"essential": True},
            )
            rules.validate(token.claims)
        except (JoseError, ValueError) as error:
            raise self._unproved(type(error).__name__) from error
        claims = dict(token.claims)
        if not hmac.compare_digest(str(claims.get("nonce", "")).encode(), nonce.encode()):
            raise self._unproved("nonce")
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if claims.get("azp", None if several else self.client_id) != self.client_id:
            raise self._unproved("azp")
        if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= 255:
            raise self._unproved("sub")
        return claims

    def _decoded(
        self, asked: OAuth2Client, about: dict[str, str], statement: str, *, anew: bool = False
    ) -> jwt.Token:
        keys = KeySet.import_key_set(self._kept.get(asked, about["jwks_uri"], self.name, anew=anew))
        return jwt.decode(statement, keys, algorithms=_ALGORITHMS)

    def _unproved(self, what: str) -> BadInput:
        return BadInput(f"what {self.name} said proves nothing ({what}); start the sign-in again")
