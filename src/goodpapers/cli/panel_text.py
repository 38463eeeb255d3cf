"""`goodpapers panel judge`: the twenty answers on any text, without a site."""

from __future__ import annotations

import json as json_format
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goodpapers import wiring
from goodpapers.cli.options import JsonOption
from goodpapers.cli.output import note, say, say_json
from goodpapers.domain.errors import BadInput
from goodpapers.domain.programme import Problem
from goodpapers.domain.verdict import PanelResult, Verdict

if TYPE_CHECKING:
    from goodpapers.services.try_panel import Finding

STANDARD_INPUT = "standard input"
_KINDS = {type(None): "missing", bool: "true or false", list: "a list", dict: "an object"}

TextArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="JSON lines with title and abstract; without it, standard input."
    ),
]


@dataclass(frozen=True, slots=True)
class _Text:
    """One text, and where it came from."""

    where: str
    title: str
    abstract: str


def judge(file: TextArgument = None, *, json: JsonOption = False) -> None:
    """Judge any text, without a site; nothing is stored, nothing is sent anywhere.

    A file holds one JSON object a line, each with a title and an abstract; blank lines are passed
    over. Without a file, the first line of standard input is the title, the rest the abstract.
    Every line is read before any is judged, so a bad one costs no time.

    \b
    Examples:
      goodpapers panel judge my-papers.jsonl
      goodpapers panel judge my-papers.jsonl --json
      goodpapers panel judge < draft.txt
    """
    from goodpapers.services.ask_panel import judge_text  # slow to load: NumPy
    from goodpapers.services.try_panel import is_english, not_judged

    texts = list(_from_file(file)) if file else [_from_standard_input()]
    source = wiring.embedded_source()
    said = []
    for each in texts:
        if not is_english(each.abstract):
            note(f"{each.where}: this does not read as English; the answers mean little")
        result = judge_text(source, each.title, each.abstract)
        left_out = not_judged(each.title, each.abstract)
        if json:
            said.append(_as_json(each.title, result, left_out, source.bars))
        else:
            _say_result(each.title, result, left_out, source.bars)
    if json:
        say_json(said)


def _from_standard_input() -> _Text:
    if sys.stdin.isatty():
        note("Type the title on one line, then the abstract; end with Ctrl-D.")
    text = _decoded(STANDARD_INPUT, sys.stdin.buffer.read(), "a title, then an abstract")
    title, _, abstract = text.strip().partition("\n")
    if not abstract.strip():
        found = "holds no abstract after its first line" if title else "is empty"
        wanted = "a line with the title, then the abstract"
        raise BadInput(Problem(STANDARD_INPUT, None, found, wanted))
    return _Text(STANDARD_INPUT, title.strip(), abstract.strip())


def _from_file(path: Path) -> Iterator[_Text]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror})") from error
    lines = _decoded(path.name, raw, "JSON lines").split("\n")
    texts = [
        _from_line(f"{path.name}, line {number}", line)
        for number, line in enumerate(lines, 1)
        if line.strip()
    ]
    if not texts:
        raise BadInput(Problem(path.name, None, "the file is empty", "JSON lines"))
    yield from texts


def _decoded(where: str, raw: bytes, wanted: str) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise BadInput(
            Problem(f"{where}, line {line}", None, "is not UTF-8 text", wanted)
        ) from error


def _from_line(where: str, line: str) -> _Text:
    try:
        found = json_format.loads(line)
    except (ValueError, RecursionError) as error:
        wanted = 'an object such as {"title": "…", "abstract": "…"}'
        raise BadInput(Problem(where, None, "is no JSON", wanted)) from error
    if not isinstance(found, dict):
        raise BadInput(Problem(where, None, "is no JSON object", "title and abstract"))
    for name in ("title", "abstract"):
        if not isinstance(found.get(name), str):
            kind = _KINDS.get(type(found.get(name)), "a number")
            raise BadInput(Problem(where, name, kind, "text"))
    return _Text(where, found["title"], found["abstract"])


def _as_json(
    title: str, result: PanelResult, left_out: tuple[Finding, ...], bars: Mapping[str, float]
) -> dict[str, object]:
    return {
        "title": title,
        "source": result.source,
        "model": result.model,
        "recommend": sum(each.recommends is True for each in result.verdicts),
        "out_of": sum(each.recommends is not None for each in result.verdicts),
        "flags": result.flags,
        "left_out": left_out,
        "bars": bars,
        "verdicts": result.verdicts,
    }


def _say_result(
    title: str, result: PanelResult, left_out: tuple[Finding, ...], bars: Mapping[str, float]
) -> None:
    yes = sum(each.recommends is True for each in result.verdicts)
    out_of = sum(each.recommends is not None for each in result.verdicts)
    say(title or "(no title)")
    if out_of:
        say(f"{yes} of {out_of} reviewers recommend it. In brackets: sentences that moved them.")
    else:
        say("Not judged: there is no sentence in it that the reviewers may read.")
    quoted = list(dict.fromkeys(text for each in result.verdicts for text in each.evidence))
    for each in result.verdicts if out_of else ():
        _say_verdict(each, bars.get(each.persona), quoted)
    for number, sentence in enumerate(quoted, 1):
        say(f'  [{number}] "{sentence}"')
    for finding in left_out:
        mark = "Flagged" if finding.is_flag else "Not read"
        say(f'  {mark}: {finding.kind}: "{finding.text}"')
    say()


def _say_verdict(verdict: Verdict, bar: float | None, quoted: list[str]) -> None:
    from goodpapers.services.browse import personas

    persona = next(one for one in personas() if one.key == verdict.persona)
    answer = {True: "yes", False: "no ", None: "-  "}[verdict.recommends]
    chance = "" if verdict.probability is None else _in_percent(verdict.probability, bar)
    marks = "".join(f" [{quoted.index(text) + 1}]" for text in verdict.evidence)
    who = f"{persona.name} ({persona.strictness.value})"
    say(f"  {answer} {chance:>17}  {who}: {persona.question}{marks}")


def _in_percent(chance: float, bar: float | None) -> str:
    """``59% (bar 28%)``; with a decimal where whole numbers would not tell them apart."""
    if bar is None:
        return f"{chance:.0%}"
    digits = 1 if f"{chance:.0%}" == f"{bar:.0%}" else 0
    return f"{chance:.{digits}%} (bar {bar:.{digits}%})"
