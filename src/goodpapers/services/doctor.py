"""What ails a site: one check a line, each with what was found and what to do about it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import shutil
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from goodpapers.domain.errors import DatabaseFailure, GoodPapersError
from goodpapers.store.database import Database
from goodpapers.store.editions import list_editions
from goodpapers.store.reader_roles import count_keepers

OLDEST_PYTHON = (3, 11)
LOW_DISK_MB = 500

PACKAGES = ("numpy", "onnxruntime", "sqlalchemy", "starlette", "tokenizers", "uvicorn")
"""Those without which nothing works; each is a compiled package or a server."""


@dataclass(frozen=True, slots=True)
class SiteFacts:
    """What the doctor is told of a site; `problem` says why its settings cannot be used."""

    folder: Path
    settings_file: Path
    open_database: Callable[[], Database] | None
    """None where the settings do not say which."""
    check_models: Callable[[], str]
    """What the panel speaks with, in words; raises ModelFailure when it is missing or broken."""
    problem: str | None = None
    unknown_variables: tuple[str, ...] = ()
    ways_in: tuple[str, ...] = ()
    """How readers sign in, in words, beside links."""
    names_keepers: bool = False
    """Whether the settings say who becomes a keeper at sign-in."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. `advice` is empty when there is nothing to do."""

    name: str
    ok: bool
    found: str
    advice: str = ""


def examine(facts: SiteFacts) -> tuple[Check, ...]:
    """Every check in the order in which a person would mend things. Changes nothing."""
    checks = [_python(), _packages(), _models(facts), _disk(facts.folder)]
    if not facts.settings_file.exists():
        advice = "make one with: goodpapers init, or name its folder with --site DIR"
        return (*checks, Check("site", False, f"no site in {facts.folder}", advice))
    checks += [_settings(facts), *_permissions(facts)]
    if facts.open_database is not None:
        checks += _database(facts, facts.open_database)
    return tuple(checks)


def _python() -> Check:
    fits = sys.version_info[:2] >= OLDEST_PYTHON
    advice = "" if fits else "install Python 3.11 or newer and run: make setup"
    return Check("Python", fits, platform.python_version(), advice)


def _packages() -> Check:
    missing = [name for name in PACKAGES if importlib.util.find_spec(name) is None]
    if missing:
        return Check("packages", False, f"missing: {', '.join(missing)}", "run: make setup")
    return Check("packages", True, f"goodpapers {importlib.metadata.version('goodpapers')}")


def _models(facts: SiteFacts) -> Check:
    try:
        return Check("models", True, facts.check_models())
    except (GoodPapersError, ImportError, OSError) as error:
        return Check("models", False, str(error), "install them again with: make setup")


def _disk(folder: Path) -> Check:
    there = next(each for each in (folder, *folder.parents) if each.exists())
    free_mb = shutil.disk_usage(there).free // 2**20
    fits = free_mb >= LOW_DISK_MB
    advice = "" if fits else f"free some space: under {LOW_DISK_MB} MB an import may fail"
    return Check("disk", fits, f"{free_mb:,} MB free", advice)


def _settings(facts: SiteFacts) -> Check:
    if facts.problem:
        return Check("settings", False, facts.problem, f"mend it in {facts.settings_file}")
    if facts.unknown_variables:
        names = ", ".join(facts.unknown_variables)
        return Check("settings", False, f"variables that nothing reads: {names}", "unset them")
    return Check("settings", True, str(facts.settings_file))


def _permissions(facts: SiteFacts) -> list[Check]:
    checks = []
    writable = os.access(facts.folder, os.R_OK | os.W_OK | os.X_OK)
    advice = "" if writable else f"give this user the folder: chown -R $USER {facts.folder}"
    found = "may be read and written" if writable else "this user may not write here"
    checks.append(Check("folder", writable, found, advice))
    mode = stat.S_IMODE(facts.settings_file.stat().st_mode)
    closed = not mode & 0o022
    advice = "" if closed else f"run: chmod 600 {facts.settings_file}"
    checks.append(Check("settings file", closed, f"mode {mode:o}", advice))
    return checks


def _database(facts: SiteFacts, open_it: Callable[[], Database]) -> list[Check]:
    try:
        with closing(open_it()) as database:
            version = _version(database)
            rest = [_counts(database), _way_in(facts, database)] if version.ok else []
            return [version, _writable(database), *rest]
    except GoodPapersError as error:
        return [Check("database", False, str(error), "mend the setting database, or restore it")]


def _version(database: Database) -> Check:
    current = database.is_current()
    found = f"{database.dialect}, tables of {'this' if current else 'another'} version"
    return Check("database", current, found, "" if current else "run: goodpapers init")


def _writable(database: Database) -> Check:
    try:
        with database.write():
            return Check("writing", True, "a transaction begins and ends")
    except DatabaseFailure as error:
        advice = "wait for the other command to end" if error.again else "see folder, disk above"
        return Check("writing", False, str(error), advice)


def _counts(database: Database) -> Check:
    with database.read() as db:
        summaries = list_editions(db)
    papers = sum(each.n_papers for each in summaries)
    judged = sum(each.n_judged for each in summaries)
    return Check("papers", True, f"{papers:,} in {len(summaries):,} editions, {judged:,} judged")


def _way_in(facts: SiteFacts, database: Database) -> Check:
    with database.read() as db:
        n_keepers = count_keepers(db)
    ways = f"by {', '.join((*facts.ways_in, 'links'))}"
    if n_keepers:
        return Check("sign-in", True, f"{ways}; keepers: {n_keepers}")
    if facts.names_keepers:
        return Check("sign-in", True, f"{ways}; no keeper yet: who the settings name becomes one")
    return Check("sign-in", True, f"{ways}; no keeper yet: goodpapers serve prints a link for one")
