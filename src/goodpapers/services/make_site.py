"""A new site: a folder with its settings file and an empty database. Overwrites nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from goodpapers.domain.errors import Failure
from goodpapers.store.database import Database


@dataclass(frozen=True, slots=True)
class MadeSite:
    """What was made in `folder`; empty `made` means that all of it was there."""

    folder: Path
    made: tuple[str, ...]


def make_folder(folder: Path, file_name: str, text: str) -> MadeSite:
    """The site folder with its settings file, made where missing, readable by its owner alone.

    Raises
    ------
    Failure
        The folder or the file cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = _write_new(folder / file_name, text)
    except OSError as error:
        raise Failure(f"{folder}: cannot make a site here ({error.strerror})") from error
    return MadeSite(folder, (file_name,) if made else ())


def prepare_database(open_it: Callable[[], Database]) -> bool:
    """Make or update the tables; whether anything had to be done.

    Raises
    ------
    DatabaseFailure
        The database cannot be opened or written.
    """
    with closing(open_it()) as database:
        if database.is_current():
            return False
        database.migrate()
        return True


def _write_new(path: Path, text: str) -> bool:
    # Mode 600 from the first byte: the file may come to hold the password of a database.
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return True
