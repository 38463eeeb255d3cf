"""`goodpapers reader …` and `goodpapers keeper …`: who may do what, from the site's own machine."""

from __future__ import annotations

from typing import Annotated

import typer

from goodpapers.cli.options import JsonOption, SiteOption, opened
from goodpapers.cli.output import count, say, say_json, say_table
from goodpapers.domain.reader import Reader, Role
from goodpapers.services import keep_readers, sign_in_link
from goodpapers.services.keep_readers import COMMAND
from goodpapers.wiring import Site

app = typer.Typer(help="Readers of the site.", no_args_is_help=True, rich_markup_mode=None)
keepers = typer.Typer(help="Keepers of the site.", no_args_is_help=True, rich_markup_mode=None)

NameArgument = Annotated[
    str, typer.Argument(metavar="READER", show_default=False, help="A reader's key or name.")
]
NewNameArgument = Annotated[
    str, typer.Argument(metavar="NAME", show_default=False, help="What the reader is called.")
]
KeeperOption = Annotated[bool, typer.Option("--keeper", help="The new reader runs the site.")]
UsesOption = Annotated[
    int, typer.Option("--uses", metavar="N", min=1, max=10_000, help="How many people it lets in.")
]
DaysOption = Annotated[
    int, typer.Option("--days", metavar="N", min=1, max=365, help="How long it is good.")
]
NotOption = Annotated[bool, typer.Option("--not", help="Take the word back.")]


@app.command("add")
def add(name: NewNameArgument, keeper: KeeperOption = False, site: SiteOption = None) -> None:
    """Add a reader, and print a link that signs them in, once, within seven days.

    \b
    Example:
      goodpapers reader add "Ada Li"
    """
    role = Role.KEEPER if keeper else Role.READER
    with opened(site) as found:
        reader, token = sign_in_link.add_reader_with_link(
            found.database, name, role=role, now=found.now()
        )
        say(f"Added {reader.name}, {role.value} {reader.key}. A link for them, good once:")
        say(link(found, token))


@app.command("link")
def new_link(reader: NameArgument, site: SiteOption = None) -> None:
    """Print a new link that signs a reader in, once, within seven days; earlier ones are void.

    \b
    Example:
      goodpapers reader link "Ada Li"
    """
    with opened(site) as found:
        who = keep_readers.named(found.database, reader)
        say(f"A link for {who.name}, good once:")
        say(link(found, sign_in_link.link_for(found.database, who, found.now())))


@app.command("invite")
def invite(uses: UsesOption = 1, days: DaysOption = 14, site: SiteOption = None) -> None:
    """Print an invitation: whoever opens it may become a reader, also on a site for members.

    \b
    Example:
      goodpapers reader invite --uses 30
    """
    with opened(site) as found:
        token = sign_in_link.invite(found.database, uses=uses, days=days, now=found.now())
        say(f"An invitation for {count(uses, 'reader')}, good for {count(days, 'day')}:")
        say(link(found, token))


@app.command("list")
def list_readers(site: SiteOption = None, json: JsonOption = False) -> None:
    """List the readers, the first who came first.

    \b
    Example:
      goodpapers reader list
    """
    with opened(site) as found:
        readers = _all(found)
    if json:
        say_json({"readers": [_facts(each) for each in readers]})
        return
    heads = ("key", "name", "role", "since", "known by", "suspended")
    say_table(heads, [[str(value or "") for value in _facts(each).values()] for each in readers])


@app.command("suspend")
def suspend(reader: NameArgument, site: SiteOption = None) -> None:
    """Suspend a reader: sign-ins end, votes count no more. Undone by: goodpapers reader restore.

    \b
    Example:
      goodpapers reader suspend 4kx7p2m9qa
    """
    with opened(site) as found:
        key = keep_readers.named(found.database, reader).key
        who = keep_readers.suspend(found.database, COMMAND, key, found.now())
        say(f"{who.name} is suspended. To undo it: goodpapers reader restore {who.key}")


@app.command("restore")
def restore(reader: NameArgument, site: SiteOption = None) -> None:
    """Restore a suspended reader: they may sign in, and their votes count again.

    \b
    Example:
      goodpapers reader restore 4kx7p2m9qa
    """
    with opened(site) as found:
        key = keep_readers.named(found.database, reader).key
        who = keep_readers.restore(found.database, COMMAND, key, found.now())
        say(f"{who.name} may sign in, and their votes count.")


@app.command("know")
def know(reader: NameArgument, take_back: NotOption = False, site: SiteOption = None) -> None:
    """Give the keeper's word that a reader is known: new accounts weigh less together.

    \b
    Example:
      goodpapers reader know 4kx7p2m9qa
    """
    with opened(site) as found:
        key = keep_readers.named(found.database, reader).key
        who = keep_readers.know(found.database, COMMAND, key, found.now(), known=not take_back)
        say(f"{who.name} is {'a known reader' if who.known_by else 'not known'}.")


@keepers.command("add")
def add_keeper(reader: NameArgument, site: SiteOption = None) -> None:
    """Make a reader a keeper.

    \b
    Example:
      goodpapers keeper add "Ada Li"
    """
    with opened(site) as found:
        key = keep_readers.named(found.database, reader).key
        now = found.now()
        who = keep_readers.set_keeper(found.database, COMMAND, key, now, is_keeper=True)
        say(f"{who.name} is a keeper.")


@keepers.command("remove")
def remove_keeper(reader: NameArgument, site: SiteOption = None) -> None:
    """Make a keeper a reader like any other. The last keeper stays.

    \b
    Example:
      goodpapers keeper remove "Ada Li"
    """
    with opened(site) as found:
        key = keep_readers.named(found.database, reader).key
        now = found.now()
        who = keep_readers.set_keeper(found.database, COMMAND, key, now, is_keeper=False)
        say(f"{who.name} is a reader.")


@keepers.command("log")
def log(site: SiteOption = None, json: JsonOption = False) -> None:
    """Say what happened last: sign-ins, and what keepers did. A hundred lines, the newest first.

    \b
    Example:
      goodpapers keeper log
    """
    with opened(site) as found:
        acts = keep_readers.log(found.database, COMMAND)
    if json:
        say_json({"acts": acts})
        return
    rows = [
        (f"{each.at:%Y-%m-%d %H:%M}", each.actor, each.act, each.about, each.detail)
        for each in acts
    ]
    say_table(("when (UTC)", "who", "did", "about", "more"), rows)


def link(site: Site, token: str, address: str = "") -> str:
    """The whole address of a sign-in link; `address` is the server's own, where it runs."""
    settings = site.settings
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    start = settings.address.rstrip("/") or address or f"http://{host}:{settings.port}"
    return f"{start}/sign-in/link?token={token}"


def _all(site: Site) -> list[Reader]:
    found: list[Reader] = []
    while True:
        above = found[-1].id if found else 0
        more = keep_readers.readers(site.database, COMMAND, above=above)
        found += more
        if len(more) < keep_readers.PAGE:
            return found


def _facts(reader: Reader) -> dict[str, str | None]:
    return {
        "key": reader.key,
        "name": reader.name,
        "role": reader.role.value,
        "since": f"{reader.made_at:%Y-%m-%d}",
        "known_by": reader.known_by,
        "suspended": f"{reader.suspended_at:%Y-%m-%d}" if reader.suspended_at else None,
    }
