"""Papers as BibTeX, in UTF-8, as biber and every reference program of today read it.

Our own writer: the ones to be had write any text unescaped. What is written here is parsed back by
another program in the tests.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from goodpapers.domain.paper import Paper
from goodpapers.domain.reading import KeptPaper

_SPECIAL = {
    "\\": r"\textbackslash{}",
    # Not \{: BibTeX counts braces, whether a backslash stands before them or not.
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "$": r"\$",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_FORMULA = re.compile(r"(?<!\\)\$[^$]{1,600}\$")
_WORD = re.compile(r"\S+")
_LONG_WORD = 4
_MANY_CAPITALS = 0.5
"""A title with a larger share of long words in capitals is set in title case."""
_STOP = frozenset({"a", "an", "the", "on", "of", "for", "in", "to", "and", "with", "from", "is"})
_KINDS = ("page", "pdf")


def kept_bibtex(kept: Iterable[KeptPaper]) -> str:
    """One ``@inproceedings`` a paper, with the reader's vote and state as keywords and the note.

    Keys are first author, year, first word of the title, made different by a letter where needed.
    """
    taken: set[str] = set()
    return "\n".join(_one(one, taken) for one in kept)


def _one(one: KeptPaper, taken: set[str]) -> str:
    paper, kept = one.paper, one.kept
    said = [kept.vote.vote.words if kept.vote else None, kept.state and kept.state.words]
    identifiers = dict(paper.identifiers)
    fields = {
        "title": title_tex(paper.title),
        "author": _people(paper),
        "booktitle": escaped(paper.edition.name),
        "year": str(paper.published or paper.edition.year or ""),
        "doi": escaped(identifiers.get("doi", "")),
        "eprint": escaped(identifiers.get("arxiv", "")),
        "eprinttype": "arxiv" if "arxiv" in identifiers else "",
        "url": _address(paper),
        "keywords": escaped(", ".join(each for each in said if each)),
        "annote": escaped(kept.note or ""),
    }
    body = "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items() if value)
    return f"@inproceedings{{{_key(paper, taken)},\n{body}}}\n"


def escaped(text: str) -> str:
    """Text for a field: whatever LaTeX would act on is written so that it shows instead."""
    return "".join(_SPECIAL.get(char, char) for char in text)


def title_tex(title: str) -> str:
    """A title: its formulas as they are, capitals with a meaning kept by braces, all else escaped.

    BibTeX styles write titles small. SGD and Low-Rank keep their capitals always; Hessian does
    where the title is not set in title case, in which every word has one.
    """
    names_too = not _is_title_case(title)
    parts, end = [], 0
    for found in _FORMULA.finditer(title):
        parts += [_words(title[end : found.start()], names_too), _formula(found[0])]
        end = found.end()
    return "".join([*parts, _words(title[end:], names_too)])


def _words(text: str, names_too: bool) -> str:
    def kept(found: re.Match[str]) -> str:
        word = found[0]
        inside = any(char.isupper() for char in word[1:])
        keeps = inside or (names_too and word[0].isupper())
        return f"{{{escaped(word)}}}" if keeps else escaped(word)

    return _WORD.sub(kept, text)


def _is_title_case(title: str) -> bool:
    long = [word for word in title.split() if len(word) >= _LONG_WORD and word[0].isalpha()]
    capitals = sum(word[0].isupper() for word in long[1:])
    return capitals > _MANY_CAPITALS * len(long[1:])


def _formula(source: str) -> str:
    """A formula as it is, unless its braces would break the field."""
    depth = 0
    for char in source:
        depth += (char == "{") - (char == "}")
        if depth < 0:
            return escaped(source)
    return source if depth == 0 and not source.endswith("\\$") else escaped(source)


def _people(paper: Paper) -> str:
    names = [_name(author.name) for author in paper.authors]
    return " and ".join([*names, "others"] if paper.more_authors else names)


def _name(name: str) -> str:
    """A name in its own order; braces where BibTeX would take it apart."""
    plain = escaped(" ".join(name.split()))
    return f"{{{plain}}}" if "," in name or re.search(r"\b(and|others)\b", name) else plain


def _address(paper: Paper) -> str:
    kinds = {link.kind: link.url for link in reversed(paper.links)}
    found = next((kinds[kind] for kind in _KINDS if kind in kinds), None)
    url = found or (paper.links[0].url if paper.links else "")
    # An address is read as it stands; only what ends the field is written as its percent code.
    return url.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C").replace(" ", "%20")


def _key(paper: Paper, taken: set[str]) -> str:
    name = paper.authors[0].name.split() if paper.authors else []
    words = [_ascii(word) for word in paper.title.split()]
    first = next((word for word in words if word and word not in _STOP), "")
    year = str(paper.published or paper.edition.year or "")
    base = f"{_ascii(name[-1]) if name else ''}{year}{first}"[:60]
    # A key without a letter is none that every program takes.
    base = base if re.match("[a-z]", base) else f"paper{paper.key}"
    key = next(each for each in _possible(base) if each not in taken)
    taken.add(key)
    return key


def _possible(base: str) -> Iterator[str]:
    yield base
    for number in range(2, 1_000_000):
        yield f"{base}-{number}"


def _ascii(word: str) -> str:
    apart = unicodedata.normalize("NFKD", word.casefold())
    return re.sub("[^a-z0-9]", "", apart)
