"""A source and papers that the tests of panel runs share."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from tests.store.cast import ICLR, NEURIPS, NOW, a_paper, stored

from goodpapers.domain.errors import ModelFailure
from goodpapers.domain.programme import Status
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.panel.personas import KEYS
from goodpapers.panel.source import PaperText
from goodpapers.store.database import Database
from goodpapers.store.papers import write_papers


class FakeSource:
    """Says yes to everything; remembers what it was asked, waits, and fails when told to."""

    name, model = "embedded", "fake"

    def __init__(
        self,
        recipe: str = "r1",
        wait_s: float = 0,
        fail_after: int = 10**9,
        silent: frozenset[str] = frozenset(),
    ) -> None:
        self.recipe, self.wait_s, self.fail_after, self.silent = recipe, wait_s, fail_after, silent
        self.asked: list[PaperText] = []
        self.began = threading.Event()

    def judge(self, papers: Sequence[PaperText]) -> list[PanelResult]:
        self.asked += papers
        self.began.set()
        if len(self.asked) > self.fail_after:
            raise ModelFailure("the encoder broke")
        time.sleep(self.wait_s)
        return [self._result(paper) for paper in papers]

    def _result(self, paper: PaperText) -> PanelResult:
        said = (None, None) if paper.title in self.silent else (0.9, True)
        return PanelResult(
            self.name,
            self.model,
            self.recipe,
            paper.input_hash,
            0.5,
            tuple(Verdict(key, *said) for key in KEYS),
            flags=("speaks to the reviewer",) if paper.title == "Paper 3" else (),
        )


def fill(database: Database, n: int = 40) -> None:
    """``n`` papers of NeurIPS; one of ICLR; one without an abstract; one that was rejected."""
    papers = [a_paper(number) for number in range(1, n + 1)]
    bare = a_paper(900, abstract=None, abstract_raw=None)
    rejected = a_paper(901, status=Status.REJECTED)
    with database.write() as db:
        write_papers(db, NEURIPS, stored([*papers, bare, rejected]), now=NOW)
        write_papers(db, ICLR, stored([a_paper(950, edition=ICLR)]), now=NOW)
