"""A pytest plugin for CI: a test that skips fails the run, but for those on absent shared data."""

from __future__ import annotations

import pytest

ALLOWED = "shared"
"""A skip whose reason holds this word is about the folder of shared data beside the repository."""


class NoSkips:
    """Collects what skipped, and fails the run at its end."""

    def __init__(self) -> None:
        self.skipped: list[str] = []

    def note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        """Remember a skip that nothing allows."""
        if report.skipped and not hasattr(report, "wasxfail"):
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
            if ALLOWED not in str(reason):
                self.skipped.append(f"{report.nodeid}: {reason}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self.note(report)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if self.skipped and exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for line in self.skipped:
            terminalreporter.write_line(f"SKIPPED IN CI, where nothing may skip: {line}", red=True)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(NoSkips(), "no-skips")
