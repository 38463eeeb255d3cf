"""What the value of each setting must look like."""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Callable
from urllib.parse import urlsplit

from goodpapers.settings_words import CHOICES, DOLLARS, RANGES, SECRETS

Check = Callable[[object], str | None]
"""Gives what was expected, in words; None for a value that fits."""

LOCAL = ("127.0.0.1", "localhost", "::1")
DOMAIN = re.compile(r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z]{2,}")
_GITHUB = re.compile(r"github:[A-Za-z0-9-]{1,39}")
_ADDRESS = re.compile(r"[^@\s\"<>(),:;\\]+@[^@\s\"<>(),:;\\]+")
_KEEPER = re.compile(
    rf"github:[A-Za-z0-9-]{{1,39}}|orcid:\d{{4}}-\d{{4}}-\d{{4}}-\d{{3}}[\dX]|email:{_ADDRESS.pattern}"
)


def _wants_choice(choices: tuple[str, ...]) -> Check:
    words = " or ".join([", ".join(choices[:-1]), choices[-1]])
    return lambda value: None if value in choices else words


def _wants_number(low: int, high: int) -> Check:
    def check(value: object) -> str | None:
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return None if fits else f"a whole number from {low} to {high}"

    return check


def _wants_dollars(value: object) -> str | None:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e6
    return None if fits else "US dollars, such as 2.5, or 0"


def _wants_correlation(value: object) -> str | None:
    fits = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1
    return None if fits else "a number from 0 to below 1, such as 0.25"


def _wants_object(value: object) -> str | None:
    try:
        fits = value == "" or (isinstance(value, str) and isinstance(json.loads(value), dict))
    except (ValueError, RecursionError):
        fits = False
    return None if fits else 'a JSON object, such as {"reasoning_effort": "low"}, or nothing'


def _wants_text(value: object) -> str | None:
    return None if isinstance(value, str) and value.strip() else "a name or number of this machine"


def _wants_name(value: object) -> str | None:
    fits = isinstance(value, str) and re.fullmatch(r"[\w.-]{1,40}", value)
    return None if fits else "one word, such as embedded or endpoint"


def _may_be_text(value: object) -> str | None:
    fits = isinstance(value, str) and (
        value == "" or (value.isprintable() and value == value.strip())
    )
    return None if fits else "one line of text, or nothing"


def _wants_database(value: object) -> str | None:
    known = ("sqlite:///", "postgresql://", "postgresql+psycopg://")
    fits = isinstance(value, str) and value.startswith(known) and value not in known
    return None if fits else "sqlite:///NAME or postgresql://READER:PASSWORD@HOST/NAME"


def _wants_address(*, may_be_empty: bool) -> Check:
    def check(value: object) -> str | None:
        if may_be_empty and value == "":
            return None
        if isinstance(value, str) and value.isprintable() and " " not in value:
            parts = urlsplit(value)
            safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOCAL)
            if safe and parts.hostname and not parts.query and not parts.fragment:
                return None
        return "an address like https://example.org (http only on this machine)"

    return check


def _wants_list(fits: Callable[[str], bool], expected: str) -> Check:
    def check(value: object) -> str | None:
        if not isinstance(value, list | tuple):
            return f'a list, such as ["…"], of {expected}'
        good = all(isinstance(each, str) and fits(each) for each in value)
        return None if good else f"only {expected} in the list"

    return check


def _wants_yes_or_no(value: object) -> str | None:
    return None if isinstance(value, bool) else "true or false"


def _is_network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


CHECKS: dict[str, Check] = {
    "database": _wants_database,
    "host": _wants_text,
    **{name: _wants_choice(choices) for name, choices in CHOICES.items()},
    **{name: _wants_number(*limits) for name, limits in RANGES.items()},
    **dict.fromkeys(
        (
            *("github_client", "google_client", "orcid_client", "oidc_client", "oidc_name"),
            *("mail_host", "mail_user", "endpoint_address", "endpoint_model"),
            *("endpoint_key_file", "endpoint_dialect"),
            *sorted(SECRETS),
        ),
        _may_be_text,
    ),
    "address": _wants_address(may_be_empty=True),
    "github_address": _wants_address(may_be_empty=False),
    "orcid_address": _wants_address(may_be_empty=False),
    "oidc_issuer": _wants_address(may_be_empty=True),
    "mail_from": lambda value: (
        None
        if value == "" or (isinstance(value, str) and _ADDRESS.fullmatch(value))
        else "an e-mail address, or nothing"
    ),
    "members": _wants_list(
        lambda each: bool(DOMAIN.fullmatch(each) or _GITHUB.fullmatch(each)),
        "domains (example.edu) and organisations (github:NAME)",
    ),
    "keepers": _wants_list(
        lambda each: bool(_KEEPER.fullmatch(each)), "github:NAME, orcid:0000-… and email:ADDRESS"
    ),
    "institutions": _wants_list(
        lambda each: bool(DOMAIN.fullmatch(each)), "domains such as example.org"
    ),
    "proxies": _wants_list(_is_network, "network addresses such as 127.0.0.1"),
    **dict.fromkeys(DOLLARS, _wants_dollars),
    "endpoint_validity": _wants_correlation,
    "panel": _wants_name,
    "endpoint_name": _wants_name,
    "endpoint_extra": _wants_object,
    "demo": _wants_yes_or_no,
    "peek": _wants_yes_or_no,
}
