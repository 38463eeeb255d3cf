"""One run's way to the papers that wait: take some, hand back what became of them.

This is all that a runner needs to know. Any number of runs, on any number of machines that reach
the database, may work at once: none gets a paper that another has, and what a dead run held comes
free when its lease ends, at once where its process is seen to be gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from datetime import datetime
from types import TracebackType
from typing import Self

from goodpapers.domain.errors import DatabaseFailure
from goodpapers.domain.verdict import PanelResult
from goodpapers.services.panel_bars import bars_in
from goodpapers.services.panel_holder import is_alive_here, new_holder
from goodpapers.store import claims
from goodpapers.store.bars import hold_bars
from goodpapers.store.claims import MOST_AT_ONCE, FailedPaper
from goodpapers.store.database import Database
from goodpapers.store.verdicts import PaperToJudge, write_results

LEASE_S = 120.0
"""How long a paper stays taken after the last sign of life of its run."""
_LOOK_EVERY_S = 0.5

Judged = tuple[PaperToJudge, PanelResult]


class Ledger:
    """The papers of one source that wait, as one run sees them. Use it in a `with` block.

    Within the block a thread renews what the run holds; at its end what is left goes back.
    """

    def __init__(
        self,
        database: Database,
        source: str,
        recipe: str,
        *,
        edition: str | None = None,
        lease_s: float = LEASE_S,
    ) -> None:
        self._database, self._source, self._recipe = database, source, recipe
        self._edition, self._lease_s = edition, lease_s
        self.holder = new_holder()
        self._after_id, self._held = 0, 0
        self._over = threading.Event()
        self._renewing = threading.Thread(target=self._renew, name="panel claims", daemon=True)

    def __enter__(self) -> Self:
        with self._database.read() as db:
            self._since = claims.database_time(db)
        self._renewing.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._renewing.join()
        try:
            with self._database.write() as db:
                claims.release_claims(db, self.holder)
        except DatabaseFailure:
            if kind is None:
                raise
            # What went wrong first is what the keeper must read; the leases end by themselves.

    def take(self, n: int) -> list[PaperToJudge]:
        """Up to `n` papers that are now this run's; fewer, or none, where no more are free."""
        self._free_the_dead()
        taken = self._claim(n)
        if not taken and self._after_id:  # once more from the start: some may have come free
            self._after_id = 0
            taken = self._claim(n)
        if taken:
            self._after_id = taken[-1].id
            self._held += len(taken)
        return taken

    def keep(self, judged: Sequence[Judged], now: datetime) -> None:
        """Write results under this site's bars, in one transaction with the end of their claims."""
        papers = [paper for paper, _ in judged]
        with self._database.write() as db:
            hold_bars(db)
            bars = bars_in(db, self._source, self._recipe)
            settled = [(each.key, bars.applied(said, each.area_group)) for each, said in judged]
            write_results(db, settled, now)
            claims.drop_claims(db, self._source, papers)
        self._held -= len(papers)

    def give_up(self, paper: PaperToJudge, why: str) -> None:
        """Write down why a paper could not be judged. A later run tries it again."""
        with self._database.write() as db:
            claims.record_failure(db, self._source, paper, why)
        self._held -= 1

    def failures(self) -> list[FailedPaper]:
        """The papers that could not be judged since this run began, by whichever run."""
        with self._database.read() as db:
            return claims.list_failures(db, self._source, self._recipe, self._since)

    def in_other_hands(self) -> int:
        """Papers of this source that other runs hold now."""
        return sum(each.n_papers for each in self._others())

    def wait_for_others(self, halt: threading.Event) -> bool:
        """Wait for papers that other runs hold, while these may be dead; True if some came free.

        A run that is seen to be alive, or that renews its claims, is not waited for.
        """
        doubtful = [each for each in self._others() if is_alive_here(each.holder) is not True]
        if not doubtful:
            return False
        end = time.monotonic() + max(each.ends_in_s for each in doubtful) + 0.1
        names = {each.holder for each in doubtful}
        while not halt.wait(_LOOK_EVERY_S if end - time.monotonic() > _LOOK_EVERY_S else 0.05):
            self._free_the_dead()
            if not names & {each.holder for each in self._others()}:
                return True
            if time.monotonic() > end:
                return False
        return False

    def _claim(self, n: int) -> list[PaperToJudge]:
        with self._database.write() as db:
            return claims.claim_papers(
                db,
                self._source,
                self._recipe,
                holder=self.holder,
                lease_s=self._lease_s,
                n=min(n, MOST_AT_ONCE),
                since=self._since,
                edition=self._edition,
                after_id=self._after_id,
            )

    def _others(self) -> list[claims.OtherRun]:
        with self._database.read() as db:
            return claims.other_runs(db, self._source, self.holder)

    def _free_the_dead(self) -> None:
        dead = [each.holder for each in self._others() if is_alive_here(each.holder) is False]
        if dead:
            with self._database.write() as db:
                for holder in dead:
                    claims.release_claims(db, holder)

    def _renew(self) -> None:
        while not self._over.wait(self._lease_s / 4):
            if self._held:
                self._renew_once()

    def _renew_once(self) -> None:
        try:
            with self._database.write() as db:
                claims.renew_claims(db, self.holder, self._lease_s)
        except DatabaseFailure:
            return  # the next turn comes well before the lease ends; writing results says it too
