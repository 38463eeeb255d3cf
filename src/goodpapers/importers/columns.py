"""Which column of a table holds what: said by the person, read from the header, or guessed.

A field is one of FIELDS. The guess from content looks at some rows: addresses, the longest text,
lists of names, a venue with its year, words of a decision.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from goodpapers.domain.errors import BadUsage
from goodpapers.importers.decisions import read_decision
from goodpapers.importers.editions import find_edition

FIELDS = (
    "title", "abstract", "authors", "institutions", "keywords", "url", "pdf", "supplement", "code",
    "project", "doi", "arxiv", "id", "decision", "track", "venue", "year", "summary", "area",
    "session", "city", "hall", "start", "end", "zone", "position", "orcids", "emails",
)  # fmt: skip
_HEADERS = {
    "title": "title|name|paper title|paper|paper name",
    "abstract": "abstract|abstract text|paper abstract|abstr",
    "authors": "authors|author|author names|author list|creator|creators",
    "institutions": "affiliations|affiliation|institutions|institution|author affiliations|aff",
    "keywords": "keywords|keyword|tags|author keywords|subjects",
    "url": "url|link|paper url|forum|openreview|openreview url|site|address|page",
    "pdf": "pdf|pdf url|paper pdf|pdf link",
    "supplement": "supplement|supplementary|supplementary material|supp",
    "code": "code|github|code url|repository",
    "project": "project|project page|website|homepage",
    "doi": "doi",
    "arxiv": "arxiv|arxiv id",
    "id": "id|uid|paper id|number|pid|paper number|submission number",
    "decision": "decision|status|acceptance|accepted|outcome",
    "track": "track|type|presentation|presentation type|format|event type",
    "venue": "venue|conference|booktitle|edition",
    "year": "year|published|publication year",
    "summary": "summary|tldr|tl dr|one sentence summary|one line summary",
    "area": "area|topic|primary area|subject area|category",
    "session": "session|session name|session title|poster session",
    "city": "city|location",
    "hall": "hall|room|room name",
    "start": "start|starttime|start time|starts at",
    "end": "end|endtime|end time|ends at",
    "zone": "zone|timezone|time zone|tz",
    "position": "position|poster position|board|poster number",
    "orcids": "orcids|orcid|author orcids|orcid ids",
    "emails": "emails|email|author emails|e mail|e mails",
}
_FIELD_OF = {word: field for field, words in _HEADERS.items() for word in words.split("|")}
_NAME = re.compile(r"[^\W\d_][\w.'’-]*(?: [\w.'’()-]+){0,5}")
_BETWEEN_NAMES = re.compile(r" ?[;|,] ?| and ")
_URL = re.compile(r"https?://\S+", re.IGNORECASE)
_INSTITUTION = re.compile(r"universi|institut|college|research|\binc\b|\blab", re.IGNORECASE)
_WORD = re.compile(r"\w+")


def fold_header(text: str) -> str:
    """A header as it is compared: lower case, words only."""
    return " ".join(_WORD.findall(text.replace("_", " ").casefold()))


def map_header(header: Sequence[str]) -> dict[str, int]:
    """Field to column (from 0) by the names of the header; the first column of a name wins."""
    found: dict[str, int] = {}
    for at, text in enumerate(header):
        field = _FIELD_OF.get(fold_header(text))
        if field and field not in found:
            found[field] = at
    return found


def is_header(row: Sequence[str]) -> bool:
    """Whether the first row names columns: two or more known names, or a title and short words."""
    known = map_header(row)
    short = all(len(text) <= 40 and not _URL.search(text) for text in row)
    return short and ("title" in known or len(known) >= 2)


def names_header(columns: str, row: Sequence[str]) -> bool:
    """Whether what a person gave as ``title=Name`` names a cell of this first row."""
    cells = set(map(fold_header, row)) - {""}
    chosen = (part.partition("=")[2].strip() for part in columns.split(","))
    return any(not name.isdigit() and fold_header(name) in cells for name in chosen)


def read_choice(columns: str, header: Sequence[str] | None, n_columns: int) -> dict[str, int]:
    """The map that a person gave: ``title=Name,abstract=11``. Raises BadUsage for no column."""
    chosen: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in columns.split(","))):
        field, equals, column = (word.strip() for word in part.partition("="))
        if not equals or field not in FIELDS:
            raise BadUsage(
                f'--columns: "{part}" is no FIELD=COLUMN; fields are {", ".join(FIELDS)}'
            )
        chosen[field] = _column(column, header, n_columns)
    return chosen


def _column(column: str, header: Sequence[str] | None, n_columns: int) -> int:
    names = [fold_header(name) for name in header or ()]
    if fold_header(column) in names and column.strip():
        return names.index(fold_header(column))
    if column.isascii() and column.isdigit() and 1 <= int(column[:9]) <= n_columns:
        return int(column) - 1
    known = f"a header of this table ({', '.join(header)}) or " if header else ""
    raise BadUsage(
        f'--columns: "{column}" is no column; expected {known}a number from 1 to {n_columns}'
    )


def guess_columns(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """Field to column for a table without header, from the content of `rows`."""
    columns = {
        at: values
        for at in range(max(map(len, rows), default=0))
        if (values := [row[at].strip() for row in rows if at < len(row) and row[at].strip()])
    }
    found = _guess_addresses(columns) | _guess_short(columns)
    rest = {at: values for at, values in columns.items() if at not in found.values()}
    found |= _guess_texts(rest, len(rows))
    rest = {at: values for at, values in rest.items() if at not in found.values()}
    return found | _guess_lists(rest, found.get("title"))


def _share(values: Sequence[str], test: object) -> float:
    return sum(bool(test(value)) for value in values) / len(values)  # type: ignore[operator]


def _guess_addresses(columns: dict[int, list[str]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for at, values in columns.items():
        if _share(values, _URL.fullmatch) < 0.9:
            continue
        text = " ".join(values[:20]).casefold()
        kinds = (("pdf", "pdf" in text), ("supplement", "attachment" in text or ".zip" in text),
                 ("code", "github.com" in text), ("url", True), ("project", True))  # fmt: skip
        field = next((kind for kind, fits in kinds if fits and kind not in found), None)
        if field:
            found[field] = at
    return found


def _guess_short(columns: dict[int, list[str]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for at, values in columns.items():
        if max(map(len, values)) > 80:
            continue
        if _share(values, find_edition) > 0.9 and len(set(values)) <= max(3, len(values) // 4):
            field = "decision" if len(set(map(read_decision, values))) > 1 else "venue"
            found.setdefault(field, at)
        elif _share(values, lambda value: re.fullmatch(r"(?:19|20)\d\d", value)) > 0.9:
            found.setdefault("year", at)
        elif _share(values, _is_decision) > 0.9:
            found.setdefault("decision", at)
    return found


def _is_decision(value: str) -> bool:
    words = re.search(r"poster|oral|spotlight|reject|accept|withdrawn", value, re.IGNORECASE)
    return bool(words) and len(value.split()) <= 6


def _guess_texts(columns: dict[int, list[str]], n_rows: int) -> dict[str, int]:
    """Title, abstract and summary: the abstract is by far the longest, a title has every row."""
    length = {at: sum(map(len, values)) / len(values) for at, values in columns.items()}
    found: dict[str, int] = {}
    longest = max(length, key=lambda at: length[at], default=None)
    if longest is not None and length[longest] > 250:
        found["abstract"] = longest
    prose = [
        at for at, values in columns.items()
        if at not in found.values() and _share(values, _is_prose) > 0.6
    ]  # fmt: skip
    full = [at for at in prose if len(columns[at]) > 0.9 * n_rows and length[at] < 250]
    if full:
        found["title"] = min(full)
    others = [at for at in prose if at not in found.values() and 40 < length[at] < 600]
    if others:
        found["summary"] = max(others, key=lambda at: length[at])
    return found


def _is_prose(value: str) -> bool:
    """Whether it reads as a phrase: several words, hardly any of them after a semicolon."""
    words = value.split()
    capitals = sum(word[:1].isupper() for word in words)
    listed = ";" in value or "|" in value or (capitals == len(words) and _are_names(value))
    return len(words) >= 3 and not listed


def _are_names(value: str) -> bool:
    """Whether the text can be one or more people's names. Cut first, so that time is linear."""
    return all(map(_NAME.fullmatch, _BETWEEN_NAMES.split(" ".join(value.split()))))


def _guess_lists(columns: dict[int, list[str]], title: int | None) -> dict[str, int]:
    """Authors, institutions, keywords among columns that are lists; authors stand by the title."""
    found: dict[str, int] = {}
    for at in sorted(columns, key=lambda at: abs(at - (title if title is not None else -1))):
        values = columns[at]
        if _share(values, _INSTITUTION.search) > 0.5:
            found.setdefault("institutions", at)
        elif "authors" not in found and _share(values, _are_names) > 0.6:
            found["authors"] = at
        elif _share(values, lambda value: ";" in value or "," in value) > 0.5:
            found.setdefault("keywords", at)
    return found
