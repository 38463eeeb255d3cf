"""What a reader keeps, as a table for a spreadsheet (CSV) and exactly (JSON)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from goodpapers.domain.paper import Paper
from goodpapers.domain.reading import KeptPaper

_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
COLUMNS = (
    "key", "title", "authors", "institutions", "edition", "track", "area", "link", "vote",
    "voted_at", "blind", "assigned", "reading_state", "listed_at", "state_changed_at", "note",
    "note_changed_at", "visited_at",
)  # fmt: skip


def csv_text(rows: Iterable[Sequence[object]], header: Sequence[str]) -> str:
    """Rows as CSV (RFC 4180) that a spreadsheet shows and never runs.

    A cell that would begin a formula (``=``, ``+``, ``-``, ``@``, tab or line end first) gets an
    apostrophe before it, which spreadsheets take as "this is text". None is an empty cell. The
    text begins with a byte order mark, without which Excel misreads every accent.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
    return "\ufeff" + out.getvalue()


def harmless(cell: object) -> str:
    """One cell as text that no spreadsheet takes for a formula."""
    if cell is None:
        return ""
    said = cell.isoformat() if isinstance(cell, datetime) else str(cell)
    return f"'{said}" if said.lstrip(" ").startswith(_STARTS_A_FORMULA) else said


def kept_csv(kept: Iterable[KeptPaper]) -> str:
    """One row a paper, with the columns `COLUMNS`."""
    return csv_text((_row(one) for one in kept), COLUMNS)


def kept_json(kept: Iterable[KeptPaper], made_at: datetime) -> str:
    """``{"made_at": …, "papers": […]}``, every value as it is kept; read back it is the same."""
    papers = [{**paper_facts(one.paper), **kept_facts(one)} for one in kept]
    return as_json({"made_at": made_at, "papers": papers})


def as_json(value: object) -> str:
    """JSON for people too: indented, every script as it is, times in ISO 8601."""
    return json.dumps(value, ensure_ascii=False, indent=1, default=_plain) + "\n"


def paper_facts(paper: Paper) -> dict[str, Any]:
    """The public facts of a paper that tell which it is."""
    return {
        "key": paper.key,
        "title": paper.title,
        "authors": [author.name for author in paper.authors],
        "institutions": list(paper.institutions),
        "edition": paper.edition.name,
        "track": paper.track,
        "area": paper.area,
        "links": [{"kind": link.kind, "url": link.url} for link in paper.links],
        "identifiers": [list(each) for each in paper.identifiers if each[0] != "title"],
    }


def kept_facts(one: KeptPaper) -> dict[str, Any]:
    """What the reader has on the paper; what they do not have is None."""
    kept = one.kept
    vote = kept.vote and {
        "vote": kept.vote.vote,
        "cast_at": kept.vote.cast_at,
        "changed_at": kept.vote.changed_at,
        "blind": kept.vote.blind,
        "assigned": kept.vote.assigned,
        "conflict": kept.vote.conflict,
    }
    listed = kept.state and {
        "state": kept.state,
        "added_at": kept.listed_at,
        "changed_at": kept.state_at,
        "assigned_at": kept.assigned_at,
    }
    note = kept.note and {"text": kept.note, "changed_at": kept.note_at}
    return {"vote": vote, "reading_list": listed, "note": note, "visited_at": kept.visited_at}


def _row(one: KeptPaper) -> Sequence[object]:
    kept, paper = one.kept, one.paper
    vote = kept.vote
    return (
        paper.key,
        paper.title,
        "; ".join(author.name for author in paper.authors),
        "; ".join(paper.institutions),
        paper.edition.name,
        paper.track,
        paper.area,
        paper.links[0].url if paper.links else None,
        vote and vote.vote,
        vote and vote.changed_at,
        vote and ("yes" if vote.blind else "no"),
        vote and ("yes" if vote.assigned else "no"),
        kept.state,
        kept.listed_at,
        kept.state_at,
        kept.note,
        kept.note_at,
        kept.visited_at,
    )


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no JSON")
