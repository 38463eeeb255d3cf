"""A server that answers with what a strong language model said of the same abstract.

It is a small model of its own: it reads the questions in the prompt, finds whose each is and
whether it is phrased for "no", and says the stored chance the way the question asks for it.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.panel.endpoint.servers import Act, Asked

from goodpapers.panel.personas import read_personas
from goodpapers.panel.prompt import defuse
from goodpapers.panel.sentences import plain_text
from goodpapers.panel.source import PaperText

_QUESTION = re.compile(r"^(a\d\d): \[([^\]]+)\] (.*)$", re.MULTILINE)
_TITLE = re.compile(r"^Title: (.*)$", re.MULTILINE)


def read_rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def text_of(row: Mapping[str, Any]) -> PaperText:
    return PaperText(row["title"], row["abstract"], row["id"])


def replaying(rows: list[dict[str, Any]]) -> Act:
    """The script of the server; a paper it does not know is a refusal."""
    known = {defuse(plain_text(row["title"])): row["answers"] for row in rows}
    personas = {each.name: each for each in read_personas()}

    def act(asked: Asked) -> None:
        rules, paper = (each["content"] for each in asked.body["messages"])
        title = _TITLE.search(paper)
        answers = known.get(title.group(1)) if title else None
        if answers is None:
            return asked.say("I do not know this paper.")
        said = {}
        for key, name, words in _QUESTION.findall(rules):
            chance = answers[personas[name].key]
            said[key] = chance if words.startswith(personas[name].question) else 100 - chance
        return asked.say(json.dumps(said))

    return act
