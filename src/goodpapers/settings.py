"""Defaults, then `goodpapers.toml`, then `GOODPAPERS_*`, then flags: one frozen `Settings`.

What each setting says of itself here is its entry on the page docs/settings.md, which a test keeps
complete. A setting stands here only when something reads it. Rooms never see this module: they
get values as arguments.
"""

from __future__ import annotations

import difflib
import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from goodpapers.domain.errors import BadSettings
from goodpapers.domain.listing import Reveal
from goodpapers.settings_checks import CHECKS
from goodpapers.settings_words import CHOICES, PAIRS, SAYS, SECRETS

FILE_NAME = "goodpapers.toml"
PREFIX = "GOODPAPERS_"
SITE_VARIABLE = PREFIX + "SITE"
TRACEBACK_VARIABLE = PREFIX + "TRACEBACK"

EMBEDDED_VALIDITY = 0.25
"""Of the embedded source, by peer reviews newer than its own; see docs/score-card.md."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How one site is run. Made by `read_settings`; never changed afterwards."""

    database: str = "sqlite:///goodpapers.db"
    reveal: Reveal = Reveal.AFTER_VOTE
    peek: bool = True
    tiers: str = "place"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    panel_threads: int = 0
    address: str = ""
    proxies: tuple[str, ...] = ()
    access: str = "open"
    members: tuple[str, ...] = ()
    keepers: tuple[str, ...] = ()
    institutions: tuple[str, ...] = ()
    github_client: str = ""
    github_secret: str = field(default="", repr=False)
    github_address: str = "https://github.com"
    google_client: str = ""
    google_secret: str = field(default="", repr=False)
    orcid_client: str = ""
    orcid_secret: str = field(default="", repr=False)
    orcid_address: str = "https://orcid.org"
    oidc_issuer: str = ""
    oidc_client: str = ""
    oidc_secret: str = field(default="", repr=False)
    oidc_name: str = "Your institution"
    mail_host: str = ""
    mail_port: int = 587
    mail_security: str = "starttls"
    mail_user: str = ""
    mail_password: str = field(default="", repr=False)
    mail_from: str = ""
    demo: bool = False
    panel: str = "embedded"
    endpoint_address: str = ""
    endpoint_model: str = ""
    endpoint_name: str = "endpoint"
    endpoint_key: str = field(default="", repr=False)
    endpoint_key_file: str = ""
    endpoint_price_in: float = 0.0
    endpoint_price_out: float = 0.0
    endpoint_budget: float = 0.0
    endpoint_validity: float = 0.25
    endpoint_per_minute: int = 0
    endpoint_in_flight: int = 4
    endpoint_orders: int = 1
    endpoint_timeout: int = 120
    endpoint_longest_answer: int = 1_000
    endpoint_dialect: str = ""
    endpoint_extra: str = ""

    @property
    def validities(self) -> dict[str, float]:
        """How far the merit of each source goes with worth: correlations, by the source's name."""
        return {"embedded": EMBEDDED_VALIDITY, self.endpoint_name: self.endpoint_validity}


_PASSWORD = re.compile(r"(?<=:)[^:@]*@")
"""In an address; an error message must not carry it into a log."""


@dataclass(frozen=True, slots=True)
class SettingHelp:
    """What the page on settings says of one setting."""

    name: str
    variable: str
    default: str
    says: str
    choices: tuple[str, ...]


def describe_settings() -> tuple[SettingHelp, ...]:
    """Every setting with its variable, default and meaning, in the order of the page."""
    return tuple(
        SettingHelp(
            name=each.name,
            variable=PREFIX + each.name.upper(),
            default=_literal(each.default).strip('"'),
            says=SAYS[each.name],
            choices=CHOICES.get(each.name, ()),
        )
        for each in fields(Settings)
    )


def read_settings(
    folder: Path, environment: Mapping[str, str], flags: Mapping[str, object] | None = None
) -> Settings:
    """The settings of the site in `folder`.

    `flags` holds values from the command line by setting name; None means not given.

    Raises
    ------
    BadSettings
        One line with the place (file or variable), what was found and what was expected.
    """
    path = folder / FILE_NAME
    values: dict[str, Any] = {}
    for name, value in _read_file(path).items():
        values[name] = _checked(name, value, f'{path}: setting "{name}"')
    _refuse_open_secrets(path, values)
    for each in fields(Settings):
        variable = PREFIX + each.name.upper()
        if variable in environment:
            text = environment[variable]
            values[each.name] = _checked(each.name, _from_text(each.name, text), variable)
    for name, value in (flags or {}).items():
        if value is not None:
            values[name] = _checked(name, value, f"--{name.replace('_', '-')}")
    settings = Settings(**values)
    _refuse_half(settings)
    return settings


def unknown_variables(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Variables that begin like ours and that nothing reads, sorted: most often misspelt."""
    known = {each.variable for each in describe_settings()} | {SITE_VARIABLE, TRACEBACK_VARIABLE}
    return tuple(
        sorted(name for name in environment if name.startswith(PREFIX) and name not in known)
    )


def new_settings_file(**values: object) -> str:
    """The text of a new `goodpapers.toml`: `values` as given, every other setting as a comment."""
    lines = ["# Settings of this Good Papers site; docs/settings.md explains each.", ""]
    for each in fields(Settings):
        mark = "" if each.name in values else "# "
        lines.append(f"{mark}{each.name} = {_literal(values.get(each.name, each.default))}")
    return "\n".join(lines) + "\n"


def _literal(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_literal, value))}]"
    return str(value) if isinstance(value, int | float) else f'"{value}"'


def _read_file(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except tomllib.TOMLDecodeError as error:
        raise BadSettings(
            f'{path}: is not valid TOML ({error}); expected lines like reveal = "always"'
        ) from error
    except UnicodeDecodeError as error:
        raise BadSettings(f"{path}: is not UTF-8 text; expected a TOML file") from error
    except OSError as error:
        raise BadSettings(
            f"{path}: cannot be read ({error.strerror}); expected a file this user may read"
        ) from error


def _from_text(name: str, text: str) -> object:
    # A variable is always text; what is no number or list stays text, so that the message shows it.
    default = getattr(Settings(), name)
    if isinstance(default, bool):
        return {"true": True, "false": False}.get(text.strip().lower(), text)
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    number = text.strip()
    if isinstance(default, float) and re.fullmatch(r"\d{1,12}(\.\d{1,12})?", number):
        return float(number)
    is_number = isinstance(default, int) and number.lstrip("-").isdecimal()
    return int(text) if is_number else text


def _checked(name: str, value: object, where: str) -> object:
    check = CHECKS.get(name)
    if check is None:
        raise BadSettings(f"{where} is unknown; expected {_nearest(name)}")
    found = f'"{_PASSWORD.sub("...@", value)}"' if isinstance(value, str) else str(value)
    expected = check(value)
    if expected:
        found = "not usable" if name in SECRETS else found
        raise BadSettings(f"{where} is {found}; expected {expected}")
    if name == "reveal":
        return Reveal(str(value))
    return tuple(value) if isinstance(value, list) else value


def _nearest(name: str) -> str:
    near = difflib.get_close_matches(name, CHECKS, n=1)
    return f'"{near[0]}"' if near else "one of " + ", ".join(each.name for each in fields(Settings))


def _refuse_open_secrets(path: Path, values: Mapping[str, object]) -> None:
    database = values.get("database")
    held = [name for name in sorted(SECRETS) if values.get(name)]
    if isinstance(database, str) and urlsplit(database).password is not None:
        held.append("database")
    if held and stat.S_IMODE(path.stat().st_mode) & 0o077:
        name, what = held[-1], "a password" if held[-1] == "database" else "a secret"
        raise BadSettings(
            f'{path}: setting "{name}" holds {what} and others may read the file; '
            f"expected mode 600 (chmod 600 {path}) or the variable {PREFIX}{name.upper()}"
        )


def _refuse_half(settings: Settings) -> None:
    for name, needed in PAIRS:
        if getattr(settings, name) and not getattr(settings, needed):
            raise BadSettings(
                f'setting "{name}" is set without "{needed}"; set both, or neither '
                f"(a secret by the variable {PREFIX}{needed.upper()})"
            )
