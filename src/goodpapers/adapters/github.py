"""Sign-in by GitHub: OAuth 2 with state and PKCE. GitHub signs no statement, so it is asked.

https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from authlib.integrations.httpx_client import OAuth2Client

from goodpapers.adapters.asking import client, fetch_token, read_json, text_of
from goodpapers.adapters.provider import Secrets
from goodpapers.domain.errors import Failure
from goodpapers.domain.identity import GITHUB, Identity

PUBLIC = "https://github.com"


@dataclass(frozen=True, slots=True)
class GitHub:
    """GitHub, or an Enterprise Server of it."""

    client_id: str
    secret: str = field(repr=False)
    address: str = PUBLIC
    groups: tuple[str, ...] = ()
    """Organisations whose members are to be known as such; without any, none is asked for."""
    key: str = "github"
    name: str = "GitHub"

    @property
    def _api(self) -> str:
        is_public = self.address.rstrip("/") == PUBLIC
        return "https://api.github.com" if is_public else f"{self.address.rstrip('/')}/api/v3"

    @property
    def _scope(self) -> str:
        # read:org also tells of memberships that are not public. Nothing else is asked for.
        return "read:org" if self.groups else ""

    def way_out(self, secrets: Secrets, back: str) -> str:
        """As `Provider.way_out`; asks nobody."""
        with client(self.client_id, self.secret, self._scope, back, self.name) as asked:
            address, _ = asked.create_authorization_url(
                f"{self.address.rstrip('/')}/login/oauth/authorize",
                state=secrets.state,
                code_verifier=secrets.verifier,
            )
        return str(address)

    def identity(self, code: str, secrets: Secrets, back: str) -> Identity:
        """As `Provider.identity`."""
        with client(self.client_id, self.secret, self._scope, back, self.name) as asked:
            address = f"{self.address.rstrip('/')}/login/oauth/access_token"
            fetch_token(asked, address, code, secrets.verifier, self.name)
            found = read_json(asked, f"{self._api}/user", self.name)
            number, login = found.get("id"), text_of(found, "login")
            if not isinstance(number, int) or login is None:
                raise Failure("GitHub did not say who signed in")
            return Identity(
                GITHUB,
                str(number),
                name=text_of(found, "name") or login,
                login=login,
                since=_moment(text_of(found, "created_at")),
                groups=tuple(each for each in self.groups if self._belongs(asked, each)),
            )

    def _belongs(self, asked: OAuth2Client, group: str) -> bool:
        address = f"{self._api}/user/memberships/orgs/{group}"
        answer = asked.get(address)
        # 404 and 403: not a member, or the organisation does not let us see it.
        return answer.status_code == 200 and text_of(answer.json(), "state") == "active"


def _moment(text: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None
