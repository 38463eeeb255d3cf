"""The demo's work behind the pages: import a programme once, then judge and score in turns."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from goodpapers.domain.programme import ImportReport
from goodpapers.panel.source import PanelSource
from goodpapers.services.import_programme import import_programme
from goodpapers.store.database import Database
from goodpapers.store.editions import list_editions

FIRST_BATCH = 20
"""Small, so that the first tiers show within seconds."""
BATCH = 100
RESCORE_EVERY_S = 30.0

Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class ImportedFiles:
    """Which programmes the site has read whole: the edition by a file's sha256, or an address."""

    path: Path

    def edition_of(self, mark: str, database: Database) -> str | None:
        """The key of the edition that was read from it, if the site still holds that edition."""
        key = self._read().get(mark)
        with database.read() as db:
            held = {each.edition.key for each in list_editions(db)}
        return key if key in held else None

    def note(self, marks: Sequence[str], edition_key: str) -> None:
        """Remember that it was read. Raises OSError when the note cannot be written."""
        known = {**self._read(), **dict.fromkeys(marks, edition_key)}
        draft = self.path.with_suffix(".new")
        draft.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
        draft.replace(self.path)

    def _read(self) -> dict[str, str]:
        try:
            known = json.loads(self.path.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return {}  # without the note a file is only read once more
        return known if isinstance(known, dict) else {}


@dataclass(frozen=True, slots=True)
class ImportedOnce:
    """The edition of a programme, and the report if it was read just now."""

    edition_key: str
    report: ImportReport | None


def import_once(
    database: Database,
    path: Path,
    seen: ImportedFiles,
    *,
    address: str | None = None,
    now: datetime,
    progress: Progress | None = None,
) -> ImportedOnce:
    """Import the programme unless the same file was read before; then nothing is done.

    Raises
    ------
    BadInput
        The file cannot be read as a programme.
    """
    mark = _fingerprint(path)
    known = seen.edition_of(mark, database) if mark else None
    if known:
        return ImportedOnce(known, None)
    report = import_programme(database, path, now=now, progress=progress)
    seen.note([each for each in (mark, address) if each], report.edition.key)
    return ImportedOnce(report.edition.key, report)


def judge_and_score(
    database: Database,
    source: PanelSource,
    *,
    tiers: str,
    clock: Callable[[], datetime],
    progress: Progress,
    pause_s: float = RESCORE_EVERY_S,
) -> int:
    """Judge all that waits, and score again every `pause_s` seconds and at the end.

    So a large programme's papers get their tiers while the rest is still being judged. The number
    of papers judged; nothing is scored when that is 0 and every judged paper has its score.
    """
    # Both are slow to load, and a demo that is started again needs neither.
    from goodpapers.services.ask_panel import run_panel
    from goodpapers.services.rescore import rescore

    judged, batch, scored_at = 0, FIRST_BATCH, 0.0
    while True:
        done = run_panel(database, source, limit=batch, now=clock())
        judged += done.judged
        progress("Judging", judged, judged + done.left)
        is_over = not done.left or not done.judged
        if is_over or time.monotonic() - scored_at > pause_s:
            if judged or _lacks_scores(database):
                progress("Scoring", judged, judged + done.left)
                rescore(database, tiers=tiers, now=clock())
            scored_at = time.monotonic()
        if is_over:
            return judged
        batch = BATCH


def _lacks_scores(database: Database) -> bool:
    with database.read() as db:
        return any(each.n_scored < each.n_judged for each in list_editions(db))


def _fingerprint(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None  # the import that follows says why, in its own words
