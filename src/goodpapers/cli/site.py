"""`goodpapers init` and `goodpapers doctor`: make a site, and say what ails one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from goodpapers import wiring
from goodpapers.cli.options import JsonOption, SiteOption, folder_of
from goodpapers.cli.output import say, say_json
from goodpapers.services.doctor import Check, examine
from goodpapers.services.make_site import make_folder, prepare_database

FolderArgument = Annotated[
    Path,
    typer.Argument(metavar="DIR", show_default=False, help="The folder; made if it is not there."),
]


def init(folder: FolderArgument = Path()) -> None:
    """Make a site: a folder with settings and a database.

    Asks nothing and overwrites nothing. Run again, it brings an older database up to date.

    \b
    Example:
      goodpapers init my-conference
    """
    made = make_site(folder.absolute(), {})
    say(f"{made[0]} in {folder}: {made[1]}")
    say(f"Next: goodpapers import --site {folder} PROGRAMME_FILE")


def make_site(folder: Path, values: Mapping[str, object]) -> tuple[str, str]:
    """Make what is missing of the site in `folder`; one word on what was done, and its parts.

    `values` go into a settings file that is made; one that is there stays as it is.
    """
    text = wiring.new_settings_file(**values)
    made = make_folder(folder, wiring.FILE_NAME, text)
    settings = wiring.read_settings(folder, os.environ)
    prepared = prepare_database(lambda: wiring.open_site_database(folder, settings))
    parts = [*made.made, *(["the database"] if prepared else [])]
    return ("Made", " and ".join(parts)) if parts else ("Nothing to do", "all of it is there")


def doctor(site: SiteOption = None, json: JsonOption = False) -> int:
    """Check that everything is in order, and say what to do.

    Looks at the installation, the models, the site, its database and the disk. Says what to do
    about whatever is wrong. The exit code is 1 when something is broken.

    \b
    Example:
      goodpapers doctor --site my-conference
    """
    checks = examine(wiring.facts_for_doctor(folder_of(site), os.environ))
    if json:
        say_json({"ok": all(check.ok for check in checks), "checks": checks})
    else:
        _say_checks(checks)
    return 0 if all(check.ok for check in checks) else 1


def _say_checks(checks: tuple[Check, ...]) -> None:
    for check in checks:
        say(f"{'ok    ' if check.ok else 'BROKEN'}  {check.name}: {check.found}")
        if check.advice:
            say(f"        {check.advice}")
    broken = sum(not check.ok for check in checks)
    say()
    say(f"{broken} of {len(checks)} checks failed." if broken else "All is well.")
