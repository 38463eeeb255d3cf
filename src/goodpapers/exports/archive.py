"""One .zip of several files: the same files give the same bytes."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Mapping
from datetime import datetime

from goodpapers.domain.reading import KeptPaper


def archive(files: Mapping[str, str], made_at: datetime) -> bytes:
    """The files by name, as UTF-8, each with the time of the archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, made_at.timetuple()[:6])
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            zipped.writestr(entry, text.encode("utf-8", "replace"))
    return out.getvalue()


def notes_as_files(kept: Iterable[KeptPaper]) -> dict[str, str]:
    """One Markdown file a note, named by the paper: ``notes/sgd-in-two-steps-abcdefghij.md``."""
    return {
        f"notes/{_plain(one.paper.title)}{one.paper.key}.md": _note(one)
        for one in kept
        if one.kept.note
    }


def _note(one: KeptPaper) -> str:
    people = ", ".join(author.name for author in one.paper.authors)
    head = f"# {one.paper.title}\n\n{people}{' · ' if people else ''}{one.paper.edition.name}\n\n"
    return f"{head}{one.kept.note}\n"


def _plain(title: str) -> str:
    """A title as part of a file's name on every system."""
    apart = unicodedata.normalize("NFKD", title.casefold())
    words = re.findall("[a-z0-9]+", apart)
    return "".join(f"{word}-" for word in words)[:60]
