"""What cannot be read is refused in one line with exit code 3, and nothing is written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.journeys.command import ROOT, SAMPLE, done, environment, goodpapers, refused, rows_in


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    done("init", folder)
    return folder


def empty(path: Path) -> None:
    path.write_bytes(b"")


def truncated(path: Path) -> None:
    whole = SAMPLE.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])


def html(path: Path) -> None:
    path.write_text("<!DOCTYPE html>\n<html><head><title>NeurIPS</title></head><body>Log in</body>")


def unknown_format(path: Path) -> None:
    path.write_text(json.dumps({"rooms": [{"colour": "blue"}, {"colour": "red"}]}))


def wrong_encoding(path: Path) -> None:
    text = SAMPLE.read_text(encoding="utf-8").replace("Deep learning", "Théorie 深度学习")
    path.write_bytes(text.encode("utf-16-le", errors="replace")[1:])


def without_paper(path: Path) -> None:
    path.write_text(json.dumps({"count": 0, "next": None, "previous": None, "results": []}))


def all_refused(path: Path) -> None:
    entries = [{"id": number, "name": "", "authors": []} for number in range(3)]
    path.write_text(json.dumps({"results": entries}))


def one_huge_entry(path: Path) -> None:
    programme = json.loads(SAMPLE.read_text(encoding="utf-8"))
    programme["results"] = programme["results"][:1]
    programme["results"][0]["abstract"] = "x" * (17 << 20)
    path.write_text(json.dumps(programme))


def directory(path: Path) -> None:
    path.mkdir()


def nothing(path: Path) -> None:
    """There is no such file."""


def null_bytes(path: Path) -> None:
    path.write_bytes(bytes(5000))


def deeply_nested(path: Path) -> None:
    path.write_text('{"results": ' + "[" * 200_000)


@pytest.mark.parametrize(
    "make",
    [
        empty,
        truncated,
        html,
        unknown_format,
        wrong_encoding,
        without_paper,
        all_refused,
        one_huge_entry,
        directory,
        nothing,
        null_bytes,
        deeply_nested,
    ],
)
def test_a_bad_file_gets_one_line_exit_code_3_and_writes_nothing(
    site: Path, tmp_path: Path, make: object
) -> None:
    path = tmp_path / "programme.json"
    assert callable(make)
    make(path)
    before = rows_in(site)
    line = refused(3, "import", path, "--site", site)
    assert "programme.json" in line
    assert len(line) < 500
    assert rows_in(site) == before


def test_one_entry_of_over_16_mb_is_refused_and_the_others_are_read(
    site: Path, tmp_path: Path
) -> None:
    programme = json.loads(SAMPLE.read_text(encoding="utf-8"))
    programme["results"][1]["abstract"] = "x" * (17 << 20)
    path = tmp_path / "programme.json"
    path.write_text(json.dumps(programme))
    result = goodpapers("import", path, "--site", site, "--json")
    assert result.returncode == 0, result.stderr
    report = json.loads(result.stdout)
    assert (report["papers"], report["refused"], len(report["problems"])) == (18, 1, 1)
    assert "16 MB" in json.dumps(report["problems"])


def test_a_second_bad_file_leaves_the_first_imported(site: Path, tmp_path: Path) -> None:
    bad = tmp_path / "programme.json"
    empty(bad)
    line = refused(3, "import", SAMPLE, bad, "--site", site)
    assert "programme.json" in line
    assert rows_in(site)["paper"] == 19


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user of this machine can reach."""
    folder = Path(tempfile.mkdtemp(prefix="goodpapers-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


UNPRIVILEGED = """
import os, sys
from goodpapers.cli.main import run_with
site, good, bad = sys.argv[1:]
run_with(["import", good, "--site", site, "--dry-run"])  # loads what is loaded late
sys.stdout.flush()
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
sys.exit(run_with(["import", bad, "--site", site]))
"""


def test_a_file_that_this_user_may_not_read_is_refused(open_folder: Path) -> None:
    site, bad = open_folder / "site", open_folder / "programme.json"
    done("init", site)
    for path in (site, *site.iterdir()):
        path.chmod(0o777)
    shutil.copy(SAMPLE, bad)
    bad.chmod(0)
    result = subprocess.run(
        [sys.executable, "-c", UNPRIVILEGED, str(site), str(SAMPLE), str(bad)],
        env=environment(),
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 3, result.stderr
    (line,) = result.stderr.splitlines()
    assert "programme.json" in line
    assert "no right to read it" in line


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_behind_the_output_is_said_in_one_line(site: Path) -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "goodpapers", "import", SAMPLE, "--site", site, "--dry-run"],
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert result.returncode == 1
    assert result.stderr == "goodpapers: no space left on device\n"


LIMITED = """
import resource, sys
from goodpapers.cli.main import run_with
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
sys.exit(run_with(sys.argv[1:]))
"""


def test_a_database_that_cannot_grow_fails_in_one_line_and_keeps_what_it_had(
    site: Path, tmp_path: Path
) -> None:
    programme = json.loads(SAMPLE.read_text(encoding="utf-8"))
    first = programme["results"][0]
    programme["results"] = [
        {**first, "id": f"n{n}", "uid": f"n{n}", "name": f"Paper number {n} on {n * n} things"}
        for n in range(2000)
    ]
    path = tmp_path / "programme.json"
    path.write_text(json.dumps(programme))
    before = rows_in(site)
    result = subprocess.run(
        [sys.executable, "-c", LIMITED, "import", path, "--site", site],
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert result.returncode == 1, result.stderr
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert "Traceback" not in result.stderr
    assert rows_in(site) == before


def test_output_whose_reader_went_away_is_no_error_to_talk_about(site: Path) -> None:
    done("import", SAMPLE, "--site", site)
    command = f'"{sys.executable}" -m goodpapers top -n 19 --site "{site}" | head -n 1'
    result = subprocess.run(
        ["sh", "-c", command], env=environment(), capture_output=True, text=True
    )
    assert result.stderr == ""
    assert os.linesep in result.stdout
