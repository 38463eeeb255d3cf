"""The twenty personas."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from goodpapers.domain.verdict import Strictness
from goodpapers.panel.personas import KEYS, TARGET_RATE, read_personas


def test_there_are_five_lenient_ten_medium_and_five_strict_in_this_order() -> None:
    found = [persona.strictness for persona in read_personas()]

    expected = [Strictness.LENIENT] * 5 + [Strictness.MEDIUM] * 10 + [Strictness.STRICT] * 5
    assert found == expected
    assert [TARGET_RATE[strictness] for strictness in found] == [0.8] * 5 + [0.5] * 10 + [0.15] * 5


def test_every_persona_asks_one_question_and_says_what_yes_and_no_look_like() -> None:
    for persona in read_personas():
        assert persona.question.endswith("?"), persona.key
        assert persona.question.count("?") == 1, persona.key
        assert len({persona.question, persona.yes, persona.no, persona.name}) == 4
        assert persona.version >= 1


def test_no_file_is_left_that_no_persona_reads() -> None:
    folder = Path(__file__).parents[2] / "src" / "goodpapers" / "panel" / "personas"

    assert {path.stem for path in folder.iterdir()} == set(KEYS)


def test_the_reference_answers_are_about_these_personas(shared: Path) -> None:
    with gzip.open(shared / "data" / "panel" / "answers.jsonl.gz") as file:
        answers = json.loads(file.readline())["answers"]

    assert set(answers) == set(KEYS)
