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
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from goodpapers.domain.errors import BadSettings
from goodpapers.domain.listing import Reveal

FILE_NAME = "goodpapers.toml"
PREFIX = "GOODPAPERS_"
SITE_VARIABLE = PREFIX + "SITE"
TRACEBACK_VARIABLE = PREFIX + "TRACEBACK"


@dataclass(frozen=True, slots=True)
class Settings:
    """How one site is run. Made by `read_settings`; never changed afterwards."""

    database: str = "sqlite:///goodpapers.db"
    reveal: Reveal = Reveal.AFTER_VOTE
    tiers: str = "place"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    panel_threads: int = 0


_SAYS = {
    "database": "Where the site keeps everything. `sqlite:///NAME` is a file in the site folder; "
    "`postgresql://READER:PASSWORD@HOST/NAME` is a PostgreSQL database (install the extra "
    "`goodpapers[postgres]`). An address with a password may stand only in the variable, or in a "
    "settings file that nobody else can read (mode 600).",
    "reveal": "When scores and the panel's answers show: `after_vote`, once the reader has voted "
    "on that paper, or `always`, for a private site where nobody minds.",
    "tiers": "How tiers are given: `place`, by a paper's place within its edition; `score`, by "
    "fixed scores (80, 65, 50); `off`, no tiers.",
    "host": "The address that `goodpapers serve` listens on. `127.0.0.1` is this machine only; "
    "`0.0.0.0` is everyone who can reach it.",
    "port": "The port that `goodpapers serve` listens on; 0 takes any free one.",
    "workers": "How many processes serve pages, 1 to 64. One is enough for a conference on SQLite.",
    "panel_threads": "How many processor cores the embedded panel may use, 0 to 256; 0 means all.",
}
_CHOICES = {"reveal": tuple(str(each) for each in Reveal), "tiers": ("place", "score", "off")}
_PASSWORD = re.compile(r"(?<=:)[^:@]*@")
"""In an address; an error message must not carry it into a log."""
_RANGES = {"port": (0, 65_535), "workers": (1, 64), "panel_threads": (0, 256)}


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
            default=str(each.default),
            says=_SAYS[each.name],
            choices=_CHOICES.get(each.name, ()),
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
    _refuse_open_password(path, values.get("database"))
    for each in fields(Settings):
        variable = PREFIX + each.name.upper()
        if variable in environment:
            text = environment[variable]
            values[each.name] = _checked(each.name, _from_text(each.name, text), variable)
    for name, value in (flags or {}).items():
        if value is not None:
            values[name] = _checked(name, value, f"--{name.replace('_', '-')}")
    return Settings(**values)


def unknown_variables(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Variables that begin like ours and that nothing reads, sorted: most often misspelt."""
    known = {each.variable for each in describe_settings()} | {SITE_VARIABLE, TRACEBACK_VARIABLE}
    return tuple(
        sorted(name for name in environment if name.startswith(PREFIX) and name not in known)
    )


def new_settings_file(**values: str) -> str:
    """The text of a new `goodpapers.toml`: `values` as given, every other setting as a comment."""
    lines = ["# Settings of this Good Papers site; docs/settings.md explains each.", ""]
    for each in describe_settings():
        value = values.get(each.name, each.default)
        mark = "" if each.name in values else "# "
        literal = value if isinstance(getattr(Settings(), each.name), int) else f'"{value}"'
        lines.append(f"{mark}{each.name} = {literal}")
    return "\n".join(lines) + "\n"


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
    # A variable is always text; a number stays text when it is none, so that the message shows it.
    is_number = isinstance(getattr(Settings(), name), int)
    return int(text) if is_number and text.strip().lstrip("-").isdecimal() else text


def _checked(name: str, value: object, where: str) -> object:
    check = _CHECKS.get(name)
    if check is None:
        raise BadSettings(f"{where} is unknown; expected {_nearest(name)}")
    found = f'"{_PASSWORD.sub("...@", value)}"' if isinstance(value, str) else str(value)
    expected = check(value)
    if expected:
        raise BadSettings(f"{where} is {found}; expected {expected}")
    return Reveal(str(value)) if name == "reveal" else value


def _nearest(name: str) -> str:
    near = difflib.get_close_matches(name, _CHECKS, n=1)
    return f'"{near[0]}"' if near else "one of " + ", ".join(_CHECKS)


def _wants_choice(choices: tuple[str, ...]) -> Callable[[object], str | None]:
    words = " or ".join([", ".join(choices[:-1]), choices[-1]])
    return lambda value: None if value in choices else words


def _wants_number(low: int, high: int) -> Callable[[object], str | None]:
    def check(value: object) -> str | None:
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return None if fits else f"a whole number from {low} to {high}"

    return check


def _wants_text(value: object) -> str | None:
    return None if isinstance(value, str) and value.strip() else "a name or number of this machine"


def _wants_database(value: object) -> str | None:
    known = ("sqlite:///", "postgresql://", "postgresql+psycopg://")
    fits = isinstance(value, str) and value.startswith(known) and value not in known
    return None if fits else "sqlite:///NAME or postgresql://READER:PASSWORD@HOST/NAME"


_CHECKS: dict[str, Callable[[object], str | None]] = {
    "database": _wants_database,
    "host": _wants_text,
    **{name: _wants_choice(choices) for name, choices in _CHOICES.items()},
    **{name: _wants_number(*limits) for name, limits in _RANGES.items()},
}


def _refuse_open_password(path: Path, database: object) -> None:
    if not isinstance(database, str) or urlsplit(database).password is None:
        return
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise BadSettings(
            f'{path}: setting "database" holds a password and others may read the file; '
            f"expected mode 600 (chmod 600 {path}) or the variable {PREFIX}DATABASE"
        )
