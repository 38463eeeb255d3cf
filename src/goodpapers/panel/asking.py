"""One paper's call from the first try to the last: paced, paid for, tried again, or given up.

Knows nothing of HTTP: the wire gives bytes or `Trouble`. What happens to a paper is a value, not an
exception, since one paper's trouble must never end another's call.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from goodpapers.domain.errors import ModelFailure
from goodpapers.panel.budget import Budget
from goodpapers.panel.pace import Gate, Patience, wait_after
from goodpapers.panel.reply import Reply, Usage


class Ends(StrEnum):
    """What a trouble ends: this try, this paper, or the run. `LEFT`: the run ended first."""

    TRY = "try"
    PAPER = "paper"
    RUN = "run"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a call gave no reply."""

    ends: Ends
    says: str
    """One line for the keeper, without the key."""
    wait_s: float | None = None
    """How long the server asks to be left alone."""
    billed: bool = False
    """Whether the server may have billed the call."""
    again: bool = False
    """Whether the same call may succeed later without a change by the keeper."""
    by_budget: bool = False
    """Whether the keeper's own budget ends the run."""


Body = Mapping[str, Any]
Wire = Callable[[Body], Awaitable[bytes | Trouble]]


@dataclass(frozen=True, slots=True)
class Asker:
    """Sends calls over a wire, through the gate and within the budget."""

    wire: Wire
    gate: Gate
    budget: Budget
    patience: Patience
    halt: threading.Event

    async def ask(self, body: Body, most: Usage, read: Callable[[bytes], Reply]) -> Reply | Trouble:
        """The reply to one call, or the trouble that it ended in.

        `most` is what the call can use at most; `read` raises ModelFailure for a reply that is no
        chat completion, which is then tried again.
        """
        failures = 0
        while True:
            found = await self._try(body, most, read)
            if isinstance(found, Reply) or found.ends is not Ends.TRY:
                return found
            failures += 1
            if failures >= self.patience.attempts:
                says = f"given up after {failures} tries: {found.says}"
                return replace(found, ends=Ends.PAPER, says=says)
            if not await self._rest(failures, found):
                return replace(found, ends=Ends.LEFT)

    async def _try(
        self, body: Body, most: Usage, read: Callable[[bytes], Reply]
    ) -> Reply | Trouble:
        if not await self.gate.enter():
            return Trouble(Ends.LEFT, "the run was ended", again=True)
        short = await self._hold(most)
        if short is not None:
            return short
        sent = await self.wire(body)
        found = sent if isinstance(sent, Trouble) else _read(read, sent)
        if isinstance(found, Reply):
            self.budget.settle(most, found.usage)
            return found
        self.budget.settle(most, None, billed=found.billed)
        return self._too_long(found) or found

    async def _hold(self, most: Usage) -> Trouble | None:
        # Calls in flight mostly cost less than they hold, so their end may make room.
        while not self.budget.hold(most):
            if self.budget.n_held == 0 or self.halt.is_set():
                says = self.budget.no_room(most)
                return Trouble(Ends.RUN, says, again=True, by_budget=True)
            await asyncio.sleep(0.02)
        return None

    def _too_long(self, trouble: Trouble) -> Trouble | None:
        if trouble.wait_s is None or trouble.wait_s <= self.patience.longest_wait_s:
            return None
        minutes = max(1, round(trouble.wait_s / 60))
        says = f"{trouble.says}; it asks to come back in {minutes} minutes"
        return replace(trouble, ends=Ends.RUN, says=says, again=True)

    async def _rest(self, failures: int, trouble: Trouble) -> bool:
        own = wait_after(failures, self.patience)
        if trouble.wait_s is None:
            return await self.gate.rest(own)
        # All calls pause; our own share is added, so that they do not come back as one.
        self.gate.pause(trouble.wait_s)
        return await self.gate.rest(trouble.wait_s + min(own, 1.0))


def _read(read: Callable[[bytes], Reply], raw: bytes) -> Reply | Trouble:
    try:
        return read(raw)
    except ModelFailure as error:
        return Trouble(Ends.TRY, str(error), billed=True, again=True)
