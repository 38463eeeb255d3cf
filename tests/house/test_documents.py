"""The documents keep up with the code: README, commands, settings, dependencies, locks."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

import pytest
from tests.house.rules import ROOT, our_files

from goodpapers.settings import Settings, describe_settings

DECISION = ROOT / "docs" / "decisions" / "2026-12-01-dependencies.md"
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def project() -> dict[str, object]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def declared(requirements: object) -> set[str]:
    assert isinstance(requirements, list)
    return {re.split(r"[\[<>=!~ ]", line, maxsplit=1)[0].lower() for line in requirements}


def listed(part: int) -> set[str]:
    """The packages of the decision's first (0) or second (1) table."""
    tables = DECISION.read_text(encoding="utf-8").split("For development only")
    return set(re.findall(r"^\| ([a-z0-9-]+) \| ", tables[part], re.MULTILINE)) - {"package"}


def test_each_dependency_of_the_site_has_its_reason() -> None:
    table = project()["project"]
    assert isinstance(table, dict)
    wanted = declared(table["dependencies"])
    for extra in table["optional-dependencies"].values():
        wanted |= declared(extra)
    assert listed(0) == wanted


def test_each_dependency_for_development_has_its_reason() -> None:
    groups = project()["dependency-groups"]
    assert isinstance(groups, dict)
    assert listed(1) == declared(groups["dev"])


def test_the_site_needs_at_most_28_packages_directly() -> None:
    table = project()["project"]
    assert isinstance(table, dict)
    assert len(table["dependencies"]) <= 28


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_locked_package_has_an_exact_version_and_hashes(lock: object) -> None:
    text = getattr(lock, "read_text")(encoding="utf-8")  # noqa: B009
    blocks = re.split(r"\n(?=\S)", text.strip())
    assert blocks
    for block in blocks:
        assert re.match(r"[a-z0-9-]+(\[[a-z0-9,-]+\])?==\S+", block), block
        assert "--hash=sha256:" in block, block


def test_the_locks_hold_no_torch() -> None:
    assert not [lock.name for lock in LOCKS if re.search(r"^torch", lock.read_text(), re.M)]


def test_no_file_names_a_package_host_or_a_path_of_one_machine() -> None:
    # Put together here, so that this file does not hold what it looks for.
    forbidden = [
        "pypi" + ".org",
        "python" + "hosted.org",
        "/wo" + "rk/",
        "/ro" + "ot/",
        "/ho" + "me/",
    ]
    texts = [path for path in our_files() if path.suffix not in (".png", ".woff2", ".npz")]
    found = [
        f"{path.relative_to(ROOT)}: {word}"
        for path in texts
        for word in forbidden
        if word in path.read_text(encoding="utf-8", errors="replace")
    ]
    assert found == []


def test_the_pages_on_commands_and_settings_are_up_to_date() -> None:
    command = [sys.executable, "scripts/make_docs.py", "--check"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_every_setting_says_what_it_does() -> None:
    described = {each.name: each for each in describe_settings()}
    assert set(described) == set(Settings.__slots__)
    assert all(len(each.says) > 20 for each in described.values())


def test_the_readme_says_what_it_is_then_the_command_and_fits_a_hundred_lines() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.strip()]
    assert lines[0].startswith("# Good Papers")
    assert lines[1].strip() == "make demo"
    assert len(text.splitlines()) < 100


def test_the_readme_shows_the_site_and_says_that_it_is_independent() -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert "independent project" in text
    picture = re.search(r"!\[[^\]]{20,}\]\(([^)]+)\)", text)
    assert picture is not None
    assert (ROOT / picture[1]).read_bytes().startswith(b"\x89PNG")


def test_every_link_between_the_documents_leads_somewhere() -> None:
    pages = [path for path in our_files() if path.suffix == ".md"]
    dead = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert dead == []


def test_the_licence_is_apache_and_the_notice_names_the_weights() -> None:
    assert "Apache License" in (ROOT / "LICENSE").read_text(encoding="utf-8")
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for name in ("all-MiniLM-L6-v2", "sentence-transformers", "Microsoft"):
        assert name in notice
