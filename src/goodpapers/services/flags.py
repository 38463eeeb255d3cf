"""For the keeper: papers in which the screen found text, with what it found and where."""

from __future__ import annotations

from dataclasses import dataclass

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.reader import Reader
from goodpapers.panel.flagged import Finding, find_flagged, find_hidden
from goodpapers.services import rights
from goodpapers.store.database import Database
from goodpapers.store.flags import flagged_texts, texts_as_they_came


@dataclass(frozen=True, slots=True)
class FlaggedPaper:
    """One paper, and each thing that was found in it."""

    paper: PaperKey
    edition: str
    title: str
    sources: tuple[str, ...]
    """Those of the panel that saw it; none for what was taken out before any judged."""
    findings: tuple[Finding, ...]


def list_flags(database: Database, by: Reader | None) -> tuple[FlaggedPaper, ...]:
    """Every flagged paper of the site, the newest edition first.

    Hidden characters are taken out when a programme is imported, so they are looked for in the
    text as it came.

    Raises
    ------
    SignInFirst, NotAllowed
        `by` is no keeper.
    """
    rights.keeper(by)
    with database.read() as db:
        judged, came = flagged_texts(db), texts_as_they_came(db)
    found: dict[PaperKey, FlaggedPaper] = {}
    for text in judged:
        before = found.get(text.paper)
        findings = before.findings if before else _findings(text.title, text.abstract, text.flags)
        sources = (*(before.sources if before else ()), text.source)
        found[text.paper] = FlaggedPaper(text.paper, text.edition, text.title, sources, findings)
    for raw in came:
        hidden = find_hidden(f"{raw.title_raw}\n{raw.abstract_raw}")
        if hidden is not None:
            known = found.get(raw.paper)
            findings = (hidden, *(known.findings if known else ()))
            sources = known.sources if known else ()
            found[raw.paper] = FlaggedPaper(raw.paper, raw.edition, raw.title, sources, findings)
    return tuple(found.values())


def _findings(title: str, abstract: str, flags: tuple[str, ...]) -> tuple[Finding, ...]:
    """The findings that are flags; a kind that the text of today no longer shows has no words."""
    now = tuple(each for each in find_flagged(title, abstract) if each.is_flag)
    gone = [kind for kind in flags if kind not in {each.kind for each in now}]
    return now + tuple(Finding(kind, "", is_flag=True) for kind in gone)
