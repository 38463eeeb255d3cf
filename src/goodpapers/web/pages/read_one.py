"""Read one for everyone: the reading queue, one paper at a time."""

from __future__ import annotations

from goodpapers.domain.errors import BadUsage
from goodpapers.domain.offer import Offer
from goodpapers.services import browse, read_one
from goodpapers.services.read_one import Answer
from goodpapers.web import words
from goodpapers.web.forms import GoTo
from goodpapers.web.links import paper_href, read_one_href, sign_in_href
from goodpapers.web.maths import with_maths
from goodpapers.web.pages.frame import frame
from goodpapers.web.visit import Page, Visit

DRAW = "draw"


def page(visit: Visit) -> Page:
    """The paper that is offered, or where to ask for one. Looking draws nothing."""
    site = visit.site
    around = browse.around(site.database, visit.value("edition"))
    if around.edition is None:
        return Page("pages/empty_site.html", "Welcome", {})
    key = around.edition.edition.key
    queue = read_one.queue_of(site.database, visit.viewer.reader, key, site.now())
    return frame(
        "pages/read_one.html",
        "Read one for everyone",
        around,
        queue=queue,
        groups=[(one.name, _group_words(one.name, one.n)) for one in queue.groups],
        chosen=visit.value("group"),
        offered=_offered(visit, queue.offer) if queue.offer else None,
        nothing_left=visit.value("left") == "none",
        start_with=read_one.START_WITH,
        a_day=read_one.OFFERS_A_DAY,
        sign_in=sign_in_href("/read-one"),
    )


def act(visit: Visit, form: dict[str, str]) -> GoTo:
    """Draw a paper, or answer the offer that is open; then show how the queue stands."""
    site, reader, said = visit.site, visit.viewer.reader, form.get("act", "")
    edition, group = form.get("edition", ""), form.get("group", "")
    if reader is None:
        return GoTo(sign_in_href("/read-one"))
    if said == DRAW:
        drawn = read_one.draw(site.database, reader, edition, group, now=site.now())
        left = None if drawn else "none"
        return GoTo(read_one_href(edition=edition, group=group, left=left))
    if said not in list(Answer):
        raise BadUsage(f'"{said}" is no answer; expected draw, taken or skipped')
    number = form.get("number", "")
    place = int(number) if number.isdecimal() and len(number) < 10 else 0
    read_one.answer(site.database, reader, place, Answer(said), site.now())
    if said == Answer.TAKEN:
        return GoTo(paper_href(form.get("paper", "")))
    return GoTo(read_one_href(edition=edition, group=group))


def _offered(visit: Visit, offer: Offer) -> dict[str, object]:
    """The offered paper: title, abstract and links, and nothing that tells what others think."""
    card = browse.paper(visit.site.database, visit.viewer, offer.paper, visit.day).card
    return {
        "number": offer.number,
        "key": offer.paper,
        "href": paper_href(offer.paper),
        "title": with_maths(card.paper.title),
        "authors": words.named(
            [author.name for author in card.paper.authors], card.paper.more_authors
        ),
        "abstract": [with_maths(text) for text in (card.paper.abstract or "").split("\n\n")],
        "is_synopsis": card.paper.abstract_by == "demo",
        "links": [link.url for link in card.paper.links if link.kind in ("pdf", "page")],
    }


def _group_words(name: str, n: int) -> str:
    return f"{name or 'Papers without an area'} ({n:,})"
