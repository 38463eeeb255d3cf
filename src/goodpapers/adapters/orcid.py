"""Sign-in by ORCID: OpenID Connect, and the public record for how long and for what it stands.

https://info.orcid.org/documentation/api-tutorials/api-tutorial-get-and-authenticated-orcid-id/
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

from goodpapers.adapters.asking import client, read_json
from goodpapers.adapters.openid import OpenID
from goodpapers.adapters.provider import Secrets
from goodpapers.domain.errors import Failure
from goodpapers.domain.identity import ORCID, Identity


@dataclass(frozen=True, slots=True)
class Orcid:
    """ORCID, or its sandbox."""

    client_id: str
    secret: str = field(repr=False)
    address: str = "https://orcid.org"
    records: str = ""
    """Where its public records are; empty is ``pub.`` and its own name."""
    key: str = "orcid"
    name: str = "ORCID"

    @property
    def _openid(self) -> OpenID:
        return OpenID(
            self.key, self.name, self.address, self.client_id, self.secret, "openid", ORCID
        )

    def way_out(self, secrets: Secrets, back: str) -> str:
        """As `Provider.way_out`."""
        return self._openid.way_out(secrets, back)

    def identity(self, code: str, secrets: Secrets, back: str) -> Identity:
        """As `Provider.identity`; `since` only for a record that names a work."""
        found = self._openid.identity(code, secrets, back)
        try:
            return replace(found, since=self._since(found.subject), login=found.subject)
        except Failure:
            # The record only says more; who it is was proved without it.
            return replace(found, login=found.subject)

    def _since(self, orcid: str) -> datetime | None:
        host = urlsplit(self.address)
        start = self.records or f"{host.scheme}://pub.{host.netloc}"
        with client(self.client_id, self.secret, "", "", self.name) as asked:
            record = read_json(
                asked, f"{start}/v3.0/{orcid}/record", self.name, withhold_token=True
            )
        works = _at(record, "activities-summary", "works", "group")
        made = _at(record, "history", "submission-date", "value")
        if not works or not isinstance(made, int):
            return None
        return datetime.fromtimestamp(made / 1000, UTC)


def _at(found: object, *keys: str) -> object:
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    return found
