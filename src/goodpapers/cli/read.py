"""`goodpapers top` and `goodpapers show`: read the site's papers in a terminal."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

import typer

from goodpapers.cli.next_steps import say_next
from goodpapers.cli.options import EditionOption, JsonOption, SiteOption, opened
from goodpapers.cli.output import count, say, say_json, say_table
from goodpapers.cli.paper_words import card_as_json, paper_lines
from goodpapers.domain.errors import Unknown
from goodpapers.domain.listing import Card, Query, Reveal
from goodpapers.domain.score import Tier
from goodpapers.services import browse
from goodpapers.services.browse import PaperList, Viewer
from goodpapers.services.find_paper import find_edition_key, find_paper
from goodpapers.wiring import Site

HIDDEN_NOTE = "Scores are hidden here as on the pages; you keep this site: --reveal shows them."

RevealOption = Annotated[
    bool,
    typer.Option("--reveal", help="Show scores and panel, though the pages hide them."),
]
AreaOption = Annotated[str | None, typer.Option("--area", metavar="A", help="Only this area.")]
TierOption = Annotated[
    str | None,
    typer.Option("--tier", metavar="T", help="Only this tier: must_read, highly_rated, ..."),
]
SessionOption = Annotated[
    str | None, typer.Option("--session", metavar="S", help="Only this session.")
]
NumberOption = Annotated[
    int, typer.Option("-n", "--number", metavar="N", min=1, max=1000, help="How many papers.")
]
PaperArgument = Annotated[
    str, typer.Argument(metavar="PAPER", help="Its key, its address, or its title.")
]


def top(
    *,
    site: SiteOption = None,
    edition: EditionOption = None,
    area: AreaOption = None,
    tier: TierOption = None,
    session: SessionOption = None,
    number: NumberOption = 10,
    reveal: RevealOption = False,
    json: JsonOption = False,
) -> None:
    """List the best papers.

    By tier, and by score where scores are shown. Inside a tier the order changes daily as long as
    scores are hidden, so that it tells nothing.

    \b
    Examples:
      goodpapers top
      goodpapers top --area "Deep learning theory" -n 30
    """
    with opened(site) as found:
        viewer = _viewer(found, reveal)
        key = find_edition_key(found.database, edition) if edition else None
        facets = browse.around(found.database, key).facets
        query = Query(
            edition=key,
            area=_chosen("area", area, [(each.key, each.name) for each in facets.areas]),
            tier=_tier(tier),
            session=_chosen(
                "session", session, [(each.key, each.session.name) for each in facets.sessions]
            ),
            order=browse.default_order(viewer),
            day=found.now().date(),
            limit=number,
        )
        listed = browse.list_papers(found.database, viewer, query)
    if json:
        say_json(_list_as_json(listed))
    else:
        _say_list(listed, site)


def show(
    paper: PaperArgument,
    *,
    site: SiteOption = None,
    reveal: RevealOption = False,
    json: JsonOption = False,
) -> None:
    """Show one paper.

    Its facts, abstract, session and tier; score and panel where they are shown.

    \b
    Examples:
      goodpapers show 7hvadbw8fh
      goodpapers show "Attention is all you need"
    """
    with opened(site) as found:
        viewer = _viewer(found, reveal)
        today = found.now().date()
        page = browse.paper(found.database, viewer, find_paper(found.database, paper), today)
    if json:
        say_json({"revealed": page.card.opened is not None, **card_as_json(page.card)})
        return
    for line in paper_lines(page.card, browse.personas()):
        say(line)
    if not page.card.opened:
        say(HIDDEN_NOTE)


def _viewer(site: Site, reveal: bool) -> Viewer:
    return Viewer(Reveal.ALWAYS if reveal else site.settings.reveal)


def _chosen(what: str, typed: str | None, choices: list[tuple[str, str]]) -> str | None:
    """The key of the choice that was typed as its key or its name."""
    if typed is None:
        return None
    wanted = typed.strip().casefold()
    for key, name in choices:
        if wanted in (key, name.casefold()):
            return key
    near = difflib.get_close_matches(typed, [name for _, name in choices], n=3, cutoff=0.4)
    hint = f"; near it: {', '.join(near)}" if near else ""
    raise Unknown(f'there is no {what} "{typed}" in this edition{hint}')


def _tier(typed: str | None) -> Tier | None:
    if typed is None:
        return None
    try:
        return Tier(typed.strip().lower().replace(" ", "_"))
    except ValueError:
        known = ", ".join(tier.value for tier in Tier)
        raise Unknown(f'there is no tier "{typed}"; there is: {known}') from None


def _say_list(listed: PaperList, site: Path | None) -> None:
    edition = listed.around.edition
    if edition is None:
        say("This site holds no paper yet.")
        say_next(site, "import PROGRAMME_FILE")
        return
    shown = len(listed.listing.cards)
    say(f"{edition.edition.name}: {shown} of {count(listed.listing.total, 'paper')}")
    heads = (
        ["tier", "score", "yes", "title", "key"] if listed.all_open else ["tier", "title", "key"]
    )
    say_table(heads, [_row(card, listed.all_open) for card in listed.listing.cards], right=[])
    if edition.note:
        say(edition.note)
    if not listed.all_open:
        say(HIDDEN_NOTE)
    if edition.n_judged < edition.n_with_abstract:
        waiting = edition.n_with_abstract - edition.n_judged
        say(f"{count(waiting, 'paper')} not yet judged.")
        say_next(site, "panel run")


def _row(card: Card, all_open: bool) -> list[str]:
    tier = card.tier.words if card.tier else "-"
    if not all_open:
        return [tier, card.paper.title, card.paper.key]
    score = card.hidden.score if card.hidden else None
    panel = card.hidden.count if card.hidden else None
    return [
        tier,
        f"{score.score:.0f} ({score.low:.0f} to {score.high:.0f})" if score else "-",
        f"{panel.yes} of {panel.out_of}" if panel else "-",
        card.paper.title,
        card.paper.key,
    ]


def _list_as_json(listed: PaperList) -> dict[str, object]:
    edition = listed.around.edition
    return {
        "edition": edition.edition.key if edition else None,
        "revealed": listed.all_open,
        "total": listed.listing.total,
        "papers": [card_as_json(card) for card in listed.listing.cards],
    }
