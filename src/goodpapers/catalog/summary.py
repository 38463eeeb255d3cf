"""One sentence of the abstract that says what was found, for papers without a summary of their own.

The sentence is quoted whole, never written anew. Sentences are weighed by words that state a
finding, by numbers, and by length; background, plans and advertisements for code weigh against.
Weights were set by eye on some two hundred abstracts of four conferences.
"""

from __future__ import annotations

import math
import re

_END = re.compile(
    r"([.!?。！？]['\"”’)\]]*)(?:\s+(?=[\"“‘'(\[]?[A-Z0-9$À-ÞΑ-ΩА-Я*])|(?<=[。！？]))"
)
_ABBREVIATIONS = frozenset(
    (
        "al.", "e.g.", "i.e.", "cf.", "vs.", "w.r.t.", "resp.", "approx.", "fig.", "figs.", "eq.",
        "eqs.", "sec.", "thm.", "dr.", "prof.", "no.", "vol.", "st.", "etc.", "a.k.a.", "i.i.d.",
        "s.t.", "viz.", "ca.", "inc.", "u.s.",
    )
)  # fmt: skip
_OWN_WORK = re.compile(r"\b(?:we|our|ours|proposed)\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d\s*(?:%|\\%|×|x\b|times\b|points\b|percent|-?fold\b)")
_FIGURE_SIGNS = ("%", "×", "x ", "times", "points", "percent", "fold")
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
_LEANS = re.compile(
    r"\W*(?:(?:\d|[ivx]+|[a-d])[)\]]|(?:it|this|these|those|they|their|its|such|then|also|here|"
    r"thus|hence|therefore|moreover|furthermore|finally|lastly|additionally|further|besides|"
    r"similarly|conversely|consequently|accordingly|likewise|instead|next|"
    r"first(?:ly)?|second(?:ly)?|third(?:ly)?|(?:in|as) (?:addition|contrast|particular|turn|"
    r"a result)|on the other hand|to (?:this|that) end|to (?:address|tackle|overcome|mitigate|"
    r"quantify|achieve|do|solve|fill)|relying on|based on th(?:is|ese)|building on th(?:is|ese)|"
    r"with (?:this|these)|our (?:first|second|third|other)|we (?:then|also|further|next|finally|"
    r"additionally|first|second)\b|we \w+ that (?:because of )?(?:this|it|they|these)\b)(?!\w))",
    re.IGNORECASE,
)
"""A sentence that begins so leans on the one before it: alone it is torn out."""
_ANNOUNCES = re.compile(
    r"\b(?:illustrate|support|validate|confirm|corroborate|complement|verify)\w*\b.{0,60}\b(?:by|with|"
    r"through|via|in|on)\b.{0,30}\b(?:experiments?|simulations?|numerical|numerics)\b",
    re.IGNORECASE,
)
"""It says that there are experiments, not what they show."""
_TORN, _EMPTY = -5.0, -2.5
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


def _by_word(table: dict[str, tuple[float, str]]) -> dict[str, tuple[str, float]]:
    return {word: (cue, weight) for cue, (weight, words) in table.items() for word in words.split()}


_CUE_OF, _OPENING_OF = _by_word(_CUES), _by_word(_OPENINGS)
_STATING = frozenset(_STATES.split())
_TELLING = frozenset(_CUE_OF) | _STATING


def pick_summary(abstract: str) -> str | None:
    """The sentence of `abstract` (clean text) that states its strongest finding.

    At most 35 words where a sentence of that length exists. None only for an empty abstract.
    """
    sentences = split_sentences(abstract)
    if len(sentences) < 2:
        return sentences[0] if sentences else None
    # Before the authors speak of themselves all is background.
    own = next((at for at, one in enumerate(sentences) if _OWN_WORK.search(one)), 0)
    lengths = [one.count(" ") + 1 for one in sentences]
    fitting = [at for at, length in enumerate(lengths) if 5 <= length <= _MAX_WORDS]
    telling = [at for at in fitting if at >= own] or fitting or range(len(sentences))
    best = max(
        telling,
        # Findings come late, and the first sentence sets the scene.
        key=lambda at: _weight(sentences[at], lengths[at]) + 0.8 * at / len(sentences) - (at == 0),
    )
    return sentences[best]


def split_sentences(text: str) -> list[str]:
    """The sentences of `text`, whole; abbreviations, decimals and maths do not end one."""
    found, start = [], 0
    nested = "$" in text or "(" in text
    for end in _END.finditer(text):
        stop = end.end(1)
        last = text[text.rfind(" ", start, stop) + 1 : stop].lstrip("(").lower()
        if last in _ABBREVIATIONS or (len(last) == 2 and last[0].isalpha() and last[1] == "."):
            continue
        if nested and _inside(text, start, stop):
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


def _weight(sentence: str, length: int) -> float:
    """How well one sentence tells a finding; each kind of cue counts once."""
    words = sentence.lower().replace(",", " ").replace(".", " ").replace(":", " ").split()
    telling = _TELLING.intersection(words)
    cues = dict(_CUE_OF[word] for word in telling if word in _CUE_OF)
    if words and words[0] in _OPENING_OF:
        cues |= [_OPENING_OF[words[0]]]
    # fsum: the cues come in no fixed order, and one sentence must not win by a rounding error.
    weight = math.fsum(cues.values())
    if not _STATING.isdisjoint(telling):
        weight += _statement(words)
    if any(map(sentence.__contains__, _FIGURE_SIGNS)) and _FIGURE.search(sentence):
        weight += 1.5
    if length > _WANTED_WORDS:
        weight -= 0.15 * (length - _WANTED_WORDS)
    if _LEANS.match(sentence):
        weight += _TORN
    if _ANNOUNCES.search(sentence):
        weight += _EMPTY
    return weight - (1.0 if length < 8 else 0.0)


def _statement(words: list[str]) -> float:
    """What ``we show that`` and its like are worth: most with "that", less without."""
    best = 0.0
    for at, word in enumerate(words):
        if word in _STATING and not _SUBJECTS.isdisjoint(words[max(0, at - 3) : at]):
            best = max(best, 4.0 if "that" in words[at + 1 : at + 3] else 1.2)
    return best
