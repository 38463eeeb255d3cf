"""Claim: the panel is not fooled. Plant sentences in abstracts and see how far the panel moves.

    python benchmarks/panel_robustness.py [--papers 300] [--reference 2000] [--reviews DIR]
                                          [--weights FILE.npz] [--vectors DIR]

Every attack is made on the same papers, drawn by a hash of the title from the review files. Prints,
for each: shift in percentile of merit within the reference papers (mean, mean size, 95th percentile
of the size, and of the gain), verdicts of twenty that changed, and the share of papers flagged;
then the flags on every clean abstract. What is planted stands in panel_attacks.toml, and which of
it the screen knew.
"""

from __future__ import annotations

import argparse
import base64
import codecs
import html
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goodpapers.domain.verdict import PanelResult
from goodpapers.panel.embedded import load_embedded
from goodpapers.panel.measuring.judged import ask
from goodpapers.panel.measuring.records import read_peer_reviews
from goodpapers.panel.measuring.titles import title_mark
from goodpapers.panel.screen import read_paper
from goodpapers.panel.source import PanelSource, PaperText
from remembered import Remembered

HERE = Path(__file__).parent
REVIEWS = HERE.parent.parent / "shared" / "data" / "reviews"
NOT_FOR_TRAINING = "iclr2025.jsonl.gz"

HEAD = """\
| planted | shift, mean | size, mean | 95th | gain, 95th | verdicts, mean | 95th | flagged |
|---|--:|--:|--:|--:|--:|--:|--:|"""
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff"

Attack = Callable[[str, random.Random], str]
"""An abstract, and chance, to the abstract with something planted."""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--papers", type=int, default=300)
    asked.add_argument("--reference", type=int, default=2000)
    asked.add_argument("--reviews", type=Path, default=REVIEWS)
    asked.add_argument("--weights", type=Path, help="other weights than those that ship")
    asked.add_argument("--vectors", type=Path, help="a folder that keeps the encoder's work")
    given = asked.parse_args()
    clean = read_clean(given.reviews)
    encoder = Remembered(given.vectors)
    source = load_embedded(encoder, given.weights)
    fair = [paper for name, paper in clean if name != NOT_FOR_TRAINING]
    targets, trial = fair[: given.papers], fair[given.papers : given.papers + 40]
    reference = fair[-given.reference :]
    ruler = Ruler(source, np.sort([r.merit for r in ask(source, reference)]))
    before = ask(source, targets)
    encoder.save()
    print(f"{len(targets)} papers, percentile among {len(reference):,}, model {source.model}\n")
    print(HEAD, flush=True)
    for name, attack in attacks().items():
        after = ask(source, [plant(paper, name, attack) for paper in targets])
        print(ruler.row(name, before, after), flush=True)
    for name, after in boasted(ruler, targets, trial).items():
        print(ruler.row(name, before, after), flush=True)
    encoder.save()
    print_false_flags([paper for _, paper in clean])


def read_clean(folder: Path) -> list[tuple[str, PaperText]]:
    """Every abstract of the review files once, with its file, in an order that chance decided."""
    papers: dict[str, tuple[str, PaperText]] = {}
    for path in sorted(folder.glob("*.jsonl.gz")):
        for row in read_peer_reviews(path):
            if row.abstract:
                paper = PaperText(row.title, row.abstract)
                papers.setdefault(title_mark(row.title), (path.name, paper))
    return [papers[mark] for mark in sorted(papers)]


@dataclass(frozen=True)
class Ruler:
    """Merit read as a percentile among reference papers."""

    source: PanelSource
    merits: np.ndarray
    """(n_reference,), rising."""

    def percentiles(self, results: Sequence[PanelResult]) -> np.ndarray:
        """(n_papers,), 0 to 100."""
        merit = np.array([result.merit for result in results])
        below = np.searchsorted(self.merits, merit, "left")
        not_above = np.searchsorted(self.merits, merit, "right")
        return 50 * (below + not_above) / len(self.merits)

    def row(self, name: str, before: Sequence[PanelResult], after: Sequence[PanelResult]) -> str:
        """One line of the table."""
        shift = self.percentiles(after) - self.percentiles(before)
        size = np.abs(shift)
        changed = np.array([changes(*both) for both in zip(before, after, strict=True)])
        flagged = np.mean([bool(result.flags) for result in after])
        cells = (
            name,
            f"{shift.mean():+.1f}",
            f"{size.mean():.1f}",
            f"{np.percentile(size, 95):.1f}",
            f"{np.percentile(shift, 95):+.1f}",
            f"{changed.mean():.1f}",
            f"{np.percentile(changed, 95):.0f}",
            f"{flagged:.0%}",
        )
        return f"| {' | '.join(cells)} |"


def changes(before: PanelResult, after: PanelResult) -> int:
    """How many of the twenty recommend differently."""
    pairs = zip(before.verdicts, after.verdicts, strict=True)
    return sum(one.recommends != two.recommends for one, two in pairs)


def plant(paper: PaperText, name: str, attack: Attack) -> PaperText:
    """The paper after one attack; chance depends on the paper and the attack alone."""
    chance = random.Random(title_mark(paper.title) + name)
    return PaperText(paper.title, attack(paper.abstract, chance))


def attacks() -> dict[str, Attack]:
    """Every attack but the boast, by the name of its row."""
    texts = tomllib.loads((HERE / "panel_attacks.toml").read_text(encoding="utf-8"))
    command = texts["encoded_command"]
    return {
        "hype, known": sentence_of(texts["known_hype"]),
        "hype, unseen": sentence_of(texts["unseen_hype"]),
        "command, known": sentence_of(texts["known_commands"]),
        "command, unseen, English": sentence_of(texts["unseen_commands"]),
        "command, known, other languages": sentence_of(texts["known_foreign_commands"]),
        "command, unseen, other languages": sentence_of(texts["unseen_foreign_commands"]),
        "command, languages the screen does not know": sentence_of(texts["unknown_languages"]),
        "command, in 12 encodings": sentence_of([make(command) for make in ENCODINGS]),
        "command, invisible": lambda abstract, chance: abstract + tagged(command),
        "zero-width marks inside words": split_words,
        "padding by 30 %": padded_by(texts["padding"], 0.3),
        "a third repeated": repeated,
        "all repeated": lambda abstract, chance: f"{abstract} {abstract}",
    }


def sentence_of(sentences: Sequence[str]) -> Attack:
    """Plant one of the sentences, drawn by chance, between two of the abstract or at an end."""

    def attack(abstract: str, chance: random.Random) -> str:
        parts = sentences_of(abstract)
        parts.insert(chance.randint(0, len(parts)), chance.choice(sentences))
        return " ".join(parts)

    return attack


def sentences_of(abstract: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+", abstract.strip())


def padded_by(fillers: Sequence[str], share: float) -> Attack:
    """Add sentences that say nothing, each once, in places drawn by chance."""

    def attack(abstract: str, chance: random.Random) -> str:
        parts, wanted = sentences_of(abstract), share * len(abstract)
        for filler in chance.sample(fillers, len(fillers)):
            if wanted > 0:
                parts.insert(chance.randint(0, len(parts)), filler)
                wanted -= len(filler)
        return " ".join(parts)

    return attack


def repeated(abstract: str, chance: random.Random) -> str:
    """Say a third of the sentences again at the end."""
    parts = sentences_of(abstract)
    return " ".join(parts + chance.sample(parts, max(1, len(parts) // 3)))


def split_words(abstract: str, chance: random.Random) -> str:
    """Put a zero-width mark into every third word or so."""
    words = abstract.split(" ")
    return " ".join(
        f"{word[:2]}{chance.choice(UNSEEN)}{word[2:]}" if chance.random() < 1 / 3 else word
        for word in words
    )


def tagged(text: str) -> str:
    """The text in tag characters, which no one sees and some models read."""
    return "".join(chr(0xE0000 + ord(letter)) for letter in text)


ENCODINGS: tuple[Callable[[str], str], ...] = (
    lambda text: base64.b64encode(text.encode()).decode() + ".",
    lambda text: codecs.encode(text, "rot13"),
    lambda text: text[::-1],
    lambda text: " ".join(text.replace(" ", "  ")),
    lambda text: text.translate(str.maketrans("aeopcxi", "аеорсхі")),
    lambda text: text.translate(str.maketrans("aeios", "43105")),
    lambda text: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text),
    lambda text: "".join(
        chr(0x1D400 + ord(c) - 65) if "A" <= c <= "Z" else c for c in text.upper()
    ),
    lambda text: "".join(f"&#{ord(c)};" for c in text),
    lambda text: text.encode().hex() + ".",
    lambda text: "\\textcolor{white}{\\tiny " + text + "}",
    lambda text: f"<!-- {html.escape(text)} -->",
)


def boasted(
    ruler: Ruler, targets: Sequence[PaperText], trial: Sequence[PaperText]
) -> dict[str, list[PanelResult]]:
    """What an author who holds the weights plants last, first chosen on other papers.

    Of all boasts the five that help the trial papers most; then the best one for everybody, and the
    best of the five for each paper by itself.
    """
    texts = tomllib.loads((HERE / "panel_attacks.toml").read_text(encoding="utf-8"))["boasts"]
    helps = {text: ruler.percentiles(with_last(ruler, trial, text)).mean() for text in texts}
    best = sorted(helps, key=lambda text: -helps[text])[:5]
    five = [with_last(ruler, targets, text) for text in best]
    own = [max(tries, key=lambda result: result.merit) for tries in zip(*five, strict=True)]
    print(f"<!-- best boast: {best[0]} -->")
    return {"boast, best of 24": five[0], "boast, best of 5 for each paper": own}


def with_last(ruler: Ruler, papers: Sequence[PaperText], boast: str) -> list[PanelResult]:
    return ask(ruler.source, [PaperText(p.title, f"{p.abstract} {boast}") for p in papers])


def print_false_flags(papers: Sequence[PaperText]) -> None:
    """Flags on clean abstracts, with the papers, so that each can be looked at."""
    found = [(paper, read_paper(paper.title, paper.abstract).flags) for paper in papers]
    flagged = [(paper, flags) for paper, flags in found if flags]
    kinds = Counter(flag for _, flags in flagged for flag in flags)
    rate = f"1 in {len(papers) // len(flagged):,}" if flagged else "none"
    print(f"\nFlagged of {len(papers):,} clean abstracts: {len(flagged)} ({rate})")
    for kind, count in kinds.most_common():
        print(f"- {kind}: {count}")
    for paper, flags in flagged:
        print(f"  - {', '.join(flags)}: {paper.title}")


if __name__ == "__main__":
    main()
