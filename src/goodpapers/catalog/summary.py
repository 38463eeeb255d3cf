"""One sentence of the abstract that says what was found, for papers without a summary of their own.

The sentence is quoted whole, never written anew. Sentences are weighed by words that state a
finding, by numbers, and by length; background, plans and advertisements for code weigh against.
Weights were set by eye on some two hundred abstracts of four conferences.
"""

from __future__ import annotations

import re

_END = re.compile(
    r"([.!?。！？]['\"”’)\]]*)(?:\s+(?=[\"“‘'(\[]?[A-Z0-9$À-ÞΑ-ΩА-Я*])|(?<=[。！？]))"
)
_NO_END = re.compile(
    r"(?:\b(?:et al|e\.g|i\.e|cf|vs|w\.r\.t|resp|approx|fig|figs|eq|eqs|sec|thm|dr|prof|no|vol|st|"
    r"etc|a\.k\.a|i\.i\.d|s\.t|viz|ca|inc|u\.s)|\b[A-Z])\.$",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_FIGURE = re.compile(r"\d\s*(?:%|\\%|×|x\b|times\b|points\b|percent|-?fold\b)")
_MAX_WORDS = 35
_WANTED_WORDS = 25

_STATES = (
    "prove proves show shows shown find finds found demonstrate demonstrates demonstrating "
    "establish establishes reveal reveals observe observes discover discovers conclude "
    "confirm confirms validate validates suggest suggests indicate indicates illustrate illustrates"
)
_CUES: dict[str, tuple[float, str]] = {
    "speaker": (0.6, "we our ours"),
    "bound": (1.4, "prove proves guarantee guarantees theorem bound bounds optimal minimax tight"),
    "gain": (
        1.6,
        "outperform outperforms outperforming surpass surpasses surpassing exceeds improve "
        "improves improved improving improvement improvements reduce reduces reduced "
        "reducing reduction achieve achieves achieved achieving attain attains match matches beat "
        "beats faster reach reaches state-of-the-art sota converge converges convergence "
        "saving saves better",
    ),
    "evidence": (
        0.8,
        "results experiments experimental empirically evaluation evaluations findings surprisingly "
        "notably remarkably consequently theoretically",
    ),
    "plan": (0.4, "propose introduce present develop design study studies investigate"),
    "gap": (
        -1.2,
        "remain remains challenge challenges challenging unclear limited suffer suffers attracted "
        "widely been",
    ),
    "notice": (-3.0, "code github publicly website https open-source open-sourced released hope"),
    "vague": (-1.2, "effectiveness conduct perform evaluate"),
}
_OPENINGS: dict[str, tuple[float, str]] = {
    "background": (
        -2.0,
        "however while although despite recent recently existing prior previous many most "
        "unfortunately traditional conventional current for",
    ),
    "link": (
        -0.5,
        "it this these they their those such then also here moreover furthermore finally "
        "additionally specifically first second",
    ),
}
_SUBJECTS = frozenset(
    [
        "we",
        "results",
        "result",
        "experiments",
        "analysis",
        "evaluation",
        "findings",
        "study",
        "which",
    ]
)
_OWN_WORK = frozenset(("we", "our", "ours", "here", "proposed"))


def _by_word(table: dict[str, tuple[float, str]]) -> dict[str, tuple[str, float]]:
    return {word: (cue, weight) for cue, (weight, words) in table.items() for word in words.split()}


_CUE_OF, _OPENING_OF = _by_word(_CUES), _by_word(_OPENINGS)
_STATING = frozenset(_STATES.split())


def pick_summary(abstract: str) -> str | None:
    """The sentence of `abstract` (clean text) that states its strongest finding.

    At most 35 words where a sentence of that length exists. None only for an empty abstract.
    """
    sentences = split_sentences(abstract)
    if len(sentences) < 2:
        return sentences[0] if sentences else None
    words = [_WORD.findall(one.lower()) for one in sentences]
    lengths = [one.count(" ") + 1 for one in sentences]
    own = next((at for at, found in enumerate(words) if not _OWN_WORK.isdisjoint(found)), 0)
    fitting = [at for at, length in enumerate(lengths) if 5 <= length <= _MAX_WORDS]
    best = max(
        fitting or range(len(sentences)),
        key=lambda at: (
            _weight(sentences[at], words[at], lengths[at])
            - (3.0 if at < own else 0.0)  # before the authors speak of themselves: background
            + 0.8 * at / len(sentences)  # findings come late
        ),
    )
    return sentences[best]


def split_sentences(text: str) -> list[str]:
    """The sentences of `text`, whole; abbreviations, decimals and maths do not end one."""
    found, start = [], 0
    for end in _END.finditer(text):
        stop = end.end(1)
        if _NO_END.search(text, max(start, stop - 12), stop) or _inside(text, start, stop):
            continue
        found.append(text[start:stop].strip())
        start = end.end()
    if rest := text[start:].strip():
        found.append(rest)
    return found


def _inside(text: str, start: int, stop: int) -> bool:
    """Whether the piece from `start` stops within maths or brackets."""
    return bool(text.count("$", start, stop) % 2) or (
        text.count("(", start, stop) > text.count(")", start, stop)
    )


def _weight(sentence: str, words: list[str], length: int) -> float:
    """How well one sentence tells a finding; each kind of cue counts once."""
    cues = dict(_CUE_OF[word] for word in words if word in _CUE_OF)
    if words and words[0] in _OPENING_OF:
        cues |= [_OPENING_OF[words[0]]]
    weight = sum(cues.values()) + _statement(words)
    if "%" in sentence or "×" in sentence or "times" in words or "x" in words or "fold" in words:
        weight += 1.5 if _FIGURE.search(sentence) else 0.0
    if length > _WANTED_WORDS:
        weight -= 0.15 * (length - _WANTED_WORDS)
    return weight - (1.0 if length < 8 else 0.0)


def _statement(words: list[str]) -> float:
    """What ``we show that`` and its like are worth: most with "that", less without."""
    best = 0.0
    for at, word in enumerate(words):
        if word in _STATING and not _SUBJECTS.isdisjoint(words[max(0, at - 3) : at]):
            best = max(best, 4.0 if "that" in words[at + 1 : at + 3] else 1.2)
    return best
