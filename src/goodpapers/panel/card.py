"""The model card of the embedded panel, written from the facts that stand beside its weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goodpapers.panel.leaning import MOST_LOST
from goodpapers.panel.merit import LEAST_ACCORD, MOST_OF_ONE
from goodpapers.panel.personas import TARGET_RATE, read_personas
from goodpapers.panel.tone import LEFT_OUT

_HEAD = """# The embedded panel: model card

Made by `goodpapers panel train` on {made_on}; do not edit by hand.

## Purpose
A first, weak opinion on conference papers before anyone has voted: twenty yes-or-no questions,
answered from title and abstract on an ordinary CPU, offline. It helps to choose what to read first.
It knows words, style and topic; it does not know the field, and it cannot check a claim.

## How it works
Hidden characters, addresses, "code is available", orders to the reviewer, repetitions and pure
praise are left out, and so is the one sentence in {one_in} whose vector lies furthest towards
invented sentences of praise and orders. MiniLM-L6 (`{encoder}`, fp32, frozen) encodes title and
sentences; cues of style and content are counted; words and pairs are weighed. Per persona three
ridge regressions, joined by a fourth, answer as a reader would. Everything is linear: a sentence
that is quoted as evidence is one without which the answer would have been less of a yes, or less of
a no. Beside the twenty, one direct reading of the same features follows peer reviews; it is never
shown by itself.
Each persona leans towards it, as far as that costs it no more than {most_lost} of its agreement
with the reference answers.

## Data
| file | papers | used for |
|---|--:|---|
{data}

The answers are a large language model's, which read each abstract against the questions; it may
have recognised well-known papers, most of all for the area chair. They were made for this project.
Peer reviews and decisions were collected from public sources: OpenReview publishes
reviews and scores under CC BY 4.0; the samples of ICLR 2019, 2020, 2022, 2023 and NeurIPS 2021
carry abstracts from hexuandeng/CoCoReviewBench (CC BY 4.0); other collections state no licence;
decisions of ICLR 2024 in part from chang-xinhai/AI-Conference-Paper-Lists (MIT). Titles and
abstracts belong to their authors; none is in the package, only hashes of titles. Nothing was
trained on the ICLR 2025 file, whose licence forbids commercial use. The encoder's weights are
Apache-2.0.

## Agreement with a careful reader
Rank correlation with the reference answers, {folds}-fold, out of fold; n = {n}; 95 % intervals by
bootstrap over papers. Split: {split}.
Mean over the twenty personas: **{mean:.3f}**.

| persona | strictness | rank correlation | 95 % interval | recommends (target) |
|---|---|--:|---|--:|
{personas}

The rates are those on the {n_reference} papers of the reference set, each judged by heads that had
not learned from it.

## Merit and peer reviews
Merit is a weighted sum of the twenty standardized answers and the direct reading, with weights of 0
or more, fitted on ratings and decisions of {n_rated} papers (standardized within each file): the
direct reading {direct:.2f}, {weights}; the other thirteen {rest:.2f}.
What the best sentence of an abstract alone adds beyond {most_of_one} (merit's standard deviation
is about 0.7) is left out, so that one boast moves a paper less.
The count of yes is mixed into what merit follows, just so far that the two agree by a rank
correlation of {accord} within every file of a hundred papers or more.
Direct readings below are out of fold (by the same folds of titles); the twenty-one weights are not.
Trained on older papers only, against planted text, and how fast: [figures](panel-figures.md).
Figures of files that are held back: `goodpapers panel evaluate`.

| file | n | AUROC accept | rank correlation with ratings | with the count of yes |
|---|--:|--:|--:|--:|
{files}

## Where it fails
- It rewards what well-received abstracts look like; a fine paper, plainly told, is underrated.
- A synopsis of two or three sentences is outside what it learned; its answers are then cautious.
- It does not know what is new. Its answers on novelty (explorer) are its weakest.
- Its weights are open: who reads them can write an abstract that pleases it. How much one boast
  gains, more than we want: [figures](panel-figures.md).
- Style dates quickly: train it anew every year or two.
- English only, in effect.

## What not to use it for
Not for deciding on acceptance, funding, hiring or promotion; not for judging people; not as a
substitute for reading. It is a weak prior that readers' votes are meant to replace.
"""


def write_card(facts: Mapping[str, Any]) -> str:
    """The card as Markdown."""
    agreement, merit, trained = facts["agreement"], facts["merit"], facts["trained_on"]
    largest = sorted(merit["weights"].items(), key=lambda both: -both[1])
    return _HEAD.format(
        made_on=facts["made_on"],
        one_in=round(1 / LEFT_OUT),
        most_lost=MOST_LOST,
        most_of_one=MOST_OF_ONE,
        accord=LEAST_ACCORD,
        encoder=facts["encoder"],
        data="\n".join(_data_rows(trained)),
        folds=facts["folds"],
        split=facts["split"],
        n=agreement["n"],
        mean=agreement["mean"],
        personas="\n".join(_persona_rows(facts)),
        n_reference=trained["n_reference"],
        n_rated=merit["n_rated"],
        direct=merit["direct"],
        weights=", ".join(f"{key} {own:.2f}" for key, own in largest[:7]),
        rest=sum(own for _, own in largest[7:]),
        files="\n".join(_file_rows(merit["files"])),
    )


def _data_rows(trained: Mapping[str, Any]) -> list[str]:
    answers = [f"| {name} | {n} | heads |" for name, n in trained["answers"].items()]
    return answers + [f"| {name} | {n} | bars, merit |" for name, n in trained["reviews"].items()]


def _persona_rows(facts: Mapping[str, Any]) -> list[str]:
    rows = []
    for own in read_personas():
        value = facts["agreement"]["each"][own.key]
        low, high = facts["agreement"]["intervals"][own.key]
        rate, target = facts["yes_rate"][own.key], TARGET_RATE[own.strictness]
        rows.append(
            f"| {own.name} | {own.strictness} | {value:.2f} | {low:.2f} to {high:.2f} "
            f"| {rate:.0%} ({target:.0%}) |"
        )
    return rows


def _file_rows(files: Mapping[str, Mapping[str, float | None]]) -> list[str]:
    def shown(value: float | None) -> str:
        return "–" if value is None else f"{value:.3f}"

    names = ("auroc_accept", "spearman_rating", "spearman_count")
    return [
        f"| {file} | {figures['n']} | " + " | ".join(shown(figures[name]) for name in names) + " |"
        for file, figures in files.items()
    ]
