"""What a reader keeps: votes, notes, reading list and history, searched, sorted, taken along."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from markupsafe import Markup

from goodpapers.domain.programme import Slot
from goodpapers.domain.reading import KeptPaper
from goodpapers.domain.vote import Vote
from goodpapers.services import my_papers
from goodpapers.services.keep_papers import ReadingState
from goodpapers.services.my_papers import FileKind, MyPapers, MyQuery, Sort, What
from goodpapers.services.rights import signed_in
from goodpapers.web import words
from goodpapers.web.downloads import Download
from goodpapers.web.keeping import keep_form
from goodpapers.web.links import paper_href
from goodpapers.web.markdown import with_markdown
from goodpapers.web.maths import with_maths
from goodpapers.web.visit import Page, Visit

PATH = "/my/papers"
WHAT_WORDS = {
    What.ALL: "Everything kept",
    What.LIST: "Reading list",
    What.VOTES: "Votes",
    What.NOTES: "Notes",
    What.HISTORY: "History",
}
SORT_WORDS = {
    Sort.NEWEST: "last changed first",
    Sort.OLDEST: "first changed first",
    Sort.TITLE: "by title",
    Sort.EDITION: "by edition",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One paper as the list shows it: every word ready."""

    href: str
    title: Markup
    about: str
    """Authors and edition."""
    place: str | None
    said: tuple[str, ...]
    """What the reader did with it, and when."""
    note: Markup | None
    keep: Markup


def page(visit: Visit) -> Page:
    """One page of what the reader keeps."""
    reader = signed_in(visit.visitor.reader)
    query = my_papers.query_of(visit.values)
    found = my_papers.my_papers(visit.site.database, reader, query)
    needs: dict[str, object] = {
        "lines": [_line(visit, one) for one in found.papers],
        "total": words.count(found.total, "paper"),
        "n_total": found.total,
        "what": query.what.value,
        "heading": WHAT_WORDS[query.what],
        "tabs": _tabs(found),
        "orders": _choices(SORT_WORDS, query.sort),
        "states": _choices({each: each.words for each in ReadingState}, query.state),
        "votes": _choices({each: each.words for each in Vote}, query.vote),
        "editions": [(key, name, key == query.edition) for key, name in found.editions],
        "words": query.words or "",
        "narrowed": bool(query.words or query.state or query.vote or query.edition),
        "start": href(MyQuery(what=query.what)),
        "files": [(kind.value, _file_href(query, kind)) for kind in FileKind],
        "before": href(replace(query, page=query.page - 1)) if query.page > 1 else None,
        "after": href(replace(query, page=query.page + 1)) if query.page < found.pages else None,
        "position": f"Page {query.page:,} of {found.pages:,}" if found.pages > 1 else None,
        "keeps_history": reader.keeps_history,
        "has_history": found.counts[What.HISTORY] > 0,
    }
    return Page("pages/my_papers.html", "My papers", needs)


def bibtex(visit: Visit) -> Download:
    """All that the address chooses, as BibTeX."""
    return _file(visit, FileKind.BIBTEX)


def table(visit: Visit) -> Download:
    """All that the address chooses, as CSV."""
    return _file(visit, FileKind.CSV)


def exact(visit: Visit) -> Download:
    """All that the address chooses, as JSON."""
    return _file(visit, FileKind.JSON)


def href(query: MyQuery) -> str:
    """The address of that page of the list."""
    return _href(PATH, query)


def _file(visit: Visit, kind: FileKind) -> Download:
    reader = signed_in(visit.visitor.reader)
    query = my_papers.query_of(visit.values)
    made = my_papers.as_file(visit.site.database, reader, query, kind, visit.site.now())
    return Download(f"my-papers.{kind.value}", made.encode("utf-8", "replace"))


def _file_href(query: MyQuery, kind: FileKind) -> str:
    return _href(f"{PATH}.{kind.value}", replace(query, page=1))


def _href(path: str, query: MyQuery) -> str:
    plain = MyQuery()
    given = {
        name: getattr(query, name)
        for name in MyQuery.__slots__
        if getattr(query, name) != getattr(plain, name)
    }
    return f"{path}?{urlencode(given)}" if given else path


def _tabs(found: MyPapers) -> list[tuple[str, str, int, bool]]:
    """(words, address, how many, whether it is this one)."""
    return [
        (said, href(MyQuery(what=what)), found.counts[what], what is found.query.what)
        for what, said in WHAT_WORDS.items()
    ]


def _choices(known: dict[my_papers.Choice, str], chosen: object) -> list[tuple[str, str, bool]]:
    return [(each.value, said, each is chosen) for each, said in known.items()]


def _line(visit: Visit, one: KeptPaper) -> Line:
    paper, kept = one.paper, one.kept
    people = words.named([author.name for author in paper.authors], paper.more_authors)
    return Line(
        href=paper_href(paper.key),
        title=with_maths(paper.title),
        about=" · ".join(each for each in (people, paper.edition.name) if each),
        place=_place(paper.slots),
        said=_said(one),
        note=with_markdown(kept.note) if kept.note else None,
        keep=keep_form(visit, paper.key, kept.state),
    )


def _said(one: KeptPaper) -> tuple[str, ...]:
    kept = one.kept
    said = []
    if kept.vote is not None:
        how = "" if kept.vote.blind else ", not blind"
        on = words.day_of(kept.vote.changed_at)
        said.append(f"Your vote: {kept.vote.vote.words} ({on}{how})")
    if kept.assigned_at is not None:
        said.append("Given to you by the reading queue")
    if kept.visited_at is not None:
        said.append(f"Last opened {words.day_of(kept.visited_at)}")
    return tuple(said)


def _place(slots: tuple[Slot, ...]) -> str | None:
    if not slots:
        return None
    first = slots[0]
    parts = [words.session_name(first.session), words.slot_times(first), first.session.hall]
    more = f" and {words.count(len(slots) - 1, 'more session')}" if len(slots) > 1 else ""
    return " · ".join(each for each in parts if each) + more
