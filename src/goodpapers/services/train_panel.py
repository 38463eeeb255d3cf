"""Train the embedded reviewer from files the user names: weights, bars, and what they rest on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from goodpapers.domain.errors import BadInput
from goodpapers.panel.card import write_card
from goodpapers.panel.direct import side_by_side
from goodpapers.panel.embedded import SentenceEncoder, parts_of
from goodpapers.panel.facts import Json, Reference, agreement, merit_figures, sources, yes_rates
from goodpapers.panel.heads import Floats, Heads, write_heads
from goodpapers.panel.measuring.records import Answered, read_answers
from goodpapers.panel.personas import KEYS, read_personas
from goodpapers.panel.screen import read_paper
from goodpapers.panel.tone import Tone
from goodpapers.panel.words import choose_vocabulary
from goodpapers.services.learn_panel import (
    Encoded,
    Learned,
    Progress,
    Reader,
    Reviewed,
    assemble,
    encode,
    judge_reference,
    lean,
    learn_answers,
    learn_direct,
    learn_tone,
)
from goodpapers.services.read_reviewed import ReviewedText, read_reviewed

LEAST_WORDS, MOST_WORDS = 10, 30_000
"""In so many papers a word must stand to be weighed; and so many words, the commonest, are."""


@dataclass(frozen=True, slots=True)
class TrainReport:
    """Where the weights are, and the figures that stand beside them."""

    weights: Path
    facts: Json


def train_panel(
    answers: Path,
    reviews: Sequence[Path],
    out: Path,
    *,
    encoder: SentenceEncoder,
    now: datetime,
    folds: int = 5,
    card: Path | None = None,
    progress: Progress | None = None,
) -> TrainReport:
    """Fit heads on ``answers``, bars and merit on ``reviews``, and write them to ``out`` (.npz).

    What they rest on goes into a JSON file beside it, and for people into ``card`` (Markdown).
    Papers of the same title are in the same fold. Raises `BadInput` for a file that cannot be read
    or too few answers, `ModelFailure` when the encoder fails.
    """
    asked, files = _read_asked(answers, folds), read_reviewed(reviews)
    texts = {
        answers.name: _texts([(row.title, row.abstract) for row in asked]),
        **{name: [row.text for row in own] for name, own in files.items()},
    }
    tell = progress or (lambda _what, _done, _of: None)
    read = [encode(encoder, own, name, tell) for name, own in texts.items()]
    tone = learn_tone(encoder, [one for own in read[1:] for one in own])
    heard = [[one.heard(tone) for one in own] for own in read]
    rows = [row for own in files.values() for row in own]
    made = _fit(
        asked, heard[0], rows, [one for own in heard[1:] for one in own], tone=tone, folds=folds
    )
    facts: Json = {
        "made_on": now.date().isoformat(),
        "encoder": getattr(encoder, "name", "unnamed"),
        "personas": {own.key: own.version for own in read_personas()},
        "trained_on": sources(answers.name, len(asked), made.reference),
        "folds": folds,
        "split": "by a hash of the title (letters and digits, lower case), modulo the folds",
        **_figures(made),
    }
    out.parent.mkdir(parents=True, exist_ok=True)
    write_heads(replace(made.heads, facts=facts), out)
    if card:
        card.write_text(write_card(facts), encoding="utf-8")
    return TrainReport(out, facts)


@dataclass(frozen=True, slots=True)
class _Made:
    """Heads, and what their figures are taken from."""

    heads: Heads
    merit: Floats
    """(n_reference,)"""
    learned: Learned
    reference: Reference


def _fit(
    asked: Sequence[Answered],
    encoded: Sequence[Encoded],
    rows: Sequence[ReviewedText],
    reviewed: Sequence[Encoded],
    *,
    tone: Tone,
    folds: int,
) -> _Made:
    known = [one.parts for one in (*encoded, *reviewed)]
    vocabulary, idf = choose_vocabulary(known, least=LEAST_WORDS, most=MOST_WORDS)
    reader = Reader(vocabulary, idf)
    plain = learn_answers(asked, encoded, reader, folds)
    papers = Reviewed.of(rows, reviewed, reader)
    direct = learn_direct(papers, reader, folds)
    learned = lean(plain, direct)
    reference = judge_reference(papers, reader, plain, learned, direct)
    whole = side_by_side(learned.heads, direct.whole)
    heads, merit = assemble(vocabulary, idf, tone, whole, reference)
    return _Made(heads, merit, learned, reference)


def _figures(made: _Made) -> Json:
    return {
        "agreement": agreement(made.learned.honest, made.learned.chances),
        "yes_rate": yes_rates(made.reference.logits, made.heads),
        "merit": merit_figures(made.reference, made.merit, made.heads),
        "leaning": made.learned.leanings(),
        **made.learned.memory(),
        "reviewed_titles": made.reference.rated_marks(),
    }


def _read_asked(path: Path, folds: int) -> list[Answered]:
    """All reference answers. Raises `BadInput` if there are too few, or one is missing."""
    asked = read_answers(path)
    if len(asked) < 10 * folds:
        raise BadInput(f"{path.name} holds {len(asked)} papers; training needs {10 * folds}")
    for number, row in enumerate(asked, start=1):
        missing = [key for key in KEYS if row.answers.get(key) is None]
        if missing:
            raise BadInput(
                f"{path.name}, paper {number}: no answer of {missing[0]}; expected all twenty"
            )
    return asked


def _texts(papers: Sequence[tuple[str, str]]) -> list[list[str]]:
    return [parts_of(read_paper(title, abstract)) for title, abstract in papers]
