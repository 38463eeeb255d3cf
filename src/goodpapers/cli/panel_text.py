"""`goodpapers panel judge`: the twenty answers on any text, without a site."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from goodpapers import wiring
from goodpapers.cli.options import JsonOption
from goodpapers.cli.output import say, say_json
from goodpapers.cli.paper_words import verdict_line
from goodpapers.domain.errors import BadInput
from goodpapers.domain.programme import Problem
from goodpapers.domain.verdict import PanelResult

Text = tuple[str, str]
"""A title and an abstract."""

TextArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="JSON lines with title and abstract; without it, standard input."
    ),
]


def judge(file: TextArgument = None, *, json: JsonOption = False) -> None:
    """Judge any text, without a site; nothing is stored.

    A file holds one JSON object a line, each with a title and an abstract. Without a file, the
    first line of standard input is the title, the rest the abstract.

    \b
    Examples:
      goodpapers panel judge my-papers.jsonl
      goodpapers panel judge < draft.txt
    """
    from goodpapers.services.ask_panel import judge_text  # slow to load: NumPy

    texts = list(_from_lines(file) if file else [_from_plain(sys.stdin.read())])
    source = wiring.embedded_source()
    results = [(title, judge_text(source, title, abstract)) for title, abstract in texts]
    if json:
        say_json([_as_json(title, result) for title, result in results])
        return
    for title, result in results:
        _say_result(title, result)


def _from_plain(text: str) -> Text:
    title, _, abstract = text.strip().partition("\n")
    if not abstract.strip():
        where, found = "standard input", "holds no abstract after its first line"
        raise BadInput(Problem(where, None, found, "a line with the title, then the abstract"))
    return title.strip(), abstract.strip()


def _from_lines(path: Path) -> Iterator[Text]:
    try:
        lines: Iterable[str] = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise BadInput(Problem(path.name, None, "is not UTF-8 text", "JSON lines")) from error
    texts = [_from_line(f"{path.name}, line {n}", line) for n, line in enumerate(lines, 1) if line]
    if not texts:
        raise BadInput(Problem(path.name, None, "the file is empty", "JSON lines"))
    yield from texts


def _from_line(where: str, line: str) -> Text:
    try:
        found = json_format.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(Problem(where, None, "is no JSON", "an object")) from error
    if not isinstance(found, dict):
        raise BadInput(Problem(where, None, "is no JSON object", "title and abstract"))
    for name in ("title", "abstract"):
        if not isinstance(found.get(name), str):
            kind = "missing" if found.get(name) is None else f"a {type(found[name]).__name__}"
            raise BadInput(Problem(where, name, kind, "text"))
    return found["title"], found["abstract"]


def _as_json(title: str, result: PanelResult) -> dict[str, object]:
    return {
        "title": title,
        "source": result.source,
        "model": result.model,
        "recommend": sum(each.recommends is True for each in result.verdicts),
        "out_of": sum(each.recommends is not None for each in result.verdicts),
        "flags": result.flags,
        "verdicts": result.verdicts,
    }


def _say_result(title: str, result: PanelResult) -> None:
    from goodpapers.services.browse import personas

    names = {persona.key: persona for persona in personas()}
    yes = sum(each.recommends is True for each in result.verdicts)
    out_of = sum(each.recommends is not None for each in result.verdicts)
    say(title)
    say(f"{yes} of {out_of} reviewers recommend it.")
    for each in result.verdicts:
        say(verdict_line(each, names[each.persona]))
        for sentence in each.evidence:
            say(f'                "{sentence}"')
    for flag in result.flags:
        say(f"Left out, since it speaks to the reviewer: {flag}")
    say()
