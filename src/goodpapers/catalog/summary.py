"""One sentence of the abstract that says what was found, for papers without a summary of their own.

The sentence is quoted whole, never written anew. Sentences are weighed by words that state a
finding, by numbers, and by length; background, plans and advertisements for code weigh against.
Weights were set by eye on some three hundred abstracts; docs/importing.md says how many are good.
"""

from __future__ import annotations

import math
import re

_END = re.compile(
    r"([.!?。！？]['\"”’)\]]*)(?:\s+(?=[\"“‘'(\[]?[A-Z0-9$À-ÞΑ-ΩА-Я*])|(?<=[。！？])"
    # A blank was lost where two lines were joined.
    r"|(?<=[a-z)]\.)(?=(?:We|Our|The|This|These|In|To|For|It|By|However|Experiments?|Extensive|"
    r"Moreover|Furthermore|Additionally|Finally|Code) ))"
)
_ABBREVIATIONS = frozenset(
    (
        "al.", "e.g.", "i.e.", "cf.", "vs.", "w.r.t.", "resp.", "approx.", "fig.", "figs.", "eq.",
        "eqs.", "sec.", "thm.", "dr.", "prof.", "no.", "vol.", "st.", "etc.", "a.k.a.", "i.i.d.",
        "s.t.", "viz.", "ca.", "inc.", "u.s.",
    )
)  # fmt: skip
_OWN_WORK = re.compile(r"\b(?:we|our|ours|proposed)\b(?! (?:best )?knowledge)", re.IGNORECASE)
_NOTICE = re.compile(
    r"https?:|www\.|\b(?:code|data|dataset|page|models?)\b.{0,60}"
    r"\b(?:available|released|found) (?:at|on|in)\b",
    re.IGNORECASE,
)
"""It tells where the code is; whatever it says besides is no finding."""
_NOTICE_SIGNS = ("http", "www.", "available", "released", "found ")
_FIGURE = re.compile(r"\d\s*(?:%|\\%|×|x\b|times\b|points\b|percent|-?fold\b)")
_FIGURE_SIGNS = ("%", "×", "x ", "times", "points", "percent", "fold")
_MAX_WORDS = 35
_WANTED_WORDS = 25

_STATES = (
    "prove proves show shows shown find finds found demonstrate demonstrates demonstrating "
    "establish establishes reveal reveals observe observes discover discovers conclude "
    "confirm confirms validate validates suggest suggests indicate indicates illustrate "
    "illustrates "
    "showed found demonstrated proved proven established revealed observed confirmed validated "
    "highlight highlights showing showcase showcases verify verifies report"
)
_CUES: dict[str, tuple[float, str]] = {
    "speaker": (0.6, "we our ours"),
    "bound": (1.4, "prove proves guarantee guarantees theorem bound bounds optimal minimax tight"),
    "gain": (
        1.6,
        "outperform outperforms outperforming surpass surpasses surpassing exceeds improve "
        "improves improved improving improvement improvements reduce reduces reduced exceed "
        "exceeding "
        "superior comparable increase increases competitive on-par lossless "
        "reducing reduction achieve achieves achieved achieving attain attains match matches beat "
        "highest lowest fastest "
        "beats faster reach reaches state-of-the-art sota converge converges convergence "
        "saving saves better fewer",
    ),
    "evidence": (
        0.8,
        "results experiments experimental empirically evaluation evaluations findings surprisingly "
        "notably remarkably consequently theoretically",
    ),
    "rival": (1.1, "baseline baselines than existing compared"),
    "plan": (0.8, "propose introduce present develop design study studies investigate"),
    "gap": (
        -1.2,
        "remain remains challenge challenges challenging unclear limited suffer suffers attracted "
        "widely been",
    ),
    "notice": (-3.0, "code github publicly website https open-source open-sourced released hope"),
    "vague": (
        -1.2,
        "effectiveness conduct perform evaluate aim aims believe recommendations importance "
        "utility insight insights potential promise promising "
        "extensible usefulness light",
    ),
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
    r"thus|hence|therefore|similarly|conversely|consequently|accordingly|likewise|instead|next|"
    r"specifically|alternatively|"
    r"first(?:ly)?|second(?:ly)?|third(?:ly)?|(?:in|as) (?:contrast|particular|turn|response|such|"
    r"a result)|on the other hand|to (?:this|that) end|to (?:address|tackle|overcome|mitigate|"
    r"quantify|achieve|do|solve|fill|further|handle)|relying on|based on th(?:is|ese)|"
    r"building on th(?:is|ese)|for (?:example|instance)|alongside|"
    r"with (?:this|these)|our (?:first|second|third|other)|we (?:do so|then|next)\b|"
    r"additional experiments|"
    r"we \w+ that (?:because of )?(?:this|it|they|these)\b|"
    r"we \w+, (?:however|therefore|thus|hence)\b)(?!\w))",
    re.IGNORECASE,
)
"""A sentence that begins so leans on the one before it: alone it is torn out."""
_JOINS = re.compile(
    r"\W*(?:moreover|furthermore|finally|lastly|additionally|further|besides|in addition|"
    r"what's more|more importantly|importantly|overall|taken together|in summary|"
    r"we (?:also|further|first|finally|additionally)|to (?:more |better )?\w+)\b",
    re.IGNORECASE,
)
"""A sentence that begins so went on after another, but can stand alone."""
_IS_SHOWN = re.compile(r"\b(?:is|are) (?:shown|found) to\b", re.IGNORECASE)
_WEAKNESS = re.compile(
    r"\b(?:fails?|suffers?|degrad\w+|overfit\w*|mismatch\w*|cannot|insufficient|hinder\w*|"
    r"struggles?|deviate|artifacts|ignores?)\b",
    re.IGNORECASE,
)
"""Said early, it is the problem; said late, the finding."""
_ANNOUNCES = re.compile(
    r"\b(?:illustrate|support|validate|confirm|corroborate|complement|verify)\w*\b.{0,60}\b(?:by|with|"
    r"through|via|in|on)\b.{0,30}\b(?:experiments?|simulations?|numerical|numerics)\b",
    re.IGNORECASE,
)
"""It says that there are experiments, not what they show."""
_POINTS = re.compile(
    r"\b(?:this|these|those|such|above)\b(?! (?:paper|work|study|end|as|that)\b)", re.IGNORECASE
)
"""What it speaks of stands in the sentence before."""
_TORN, _EMPTY, _JOINED, _ADVERT, _POINTING = -5.0, -2.5, -1.6, -9.0, -1.2
_LATE, _PROBLEM, _MEASURED = 1.2, -2.0, 2.2
_SUBJECTS = frozenset(
    (
        "we", "results", "result", "experiments", "experiment", "analysis", "analyses",
        "evaluation",
        "evaluations", "findings", "study", "studies", "which", "experimentation", "simulations",
        "tests", "comparisons", "and", "work", "paper", "performance",
    )
)  # fmt: skip


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
    own = next((at for at, one in enumerate(sentences) if _speaks(one)), -1)
    lengths = [one.count(" ") + 1 for one in sentences]
    fitting = [at for at, length in enumerate(lengths) if 5 <= length <= _MAX_WORDS]
    telling = [at for at in fitting if at >= own] or fitting or range(len(sentences))

    def weight(at: int) -> float:
        place = at / len(sentences)
        found = _weight(sentences[at], lengths[at]) + _LATE * place
        # The first sentence sets the scene, and a weakness that is named early is the problem.
        if at == 0:
            found -= 1.0 if own else 0.5
        return found + (_PROBLEM if place < 0.6 and _WEAKNESS.search(sentences[at]) else 0.0)

    return sentences[max(telling, key=weight)]


def _speaks(sentence: str) -> bool:
    """Whether the authors speak of their own work, and not of where it can be had."""
    return bool(_OWN_WORK.search(sentence)) and not _is_notice(sentence)


def _is_notice(sentence: str) -> bool:
    if not any(map(sentence.__contains__, _NOTICE_SIGNS)):
        return False
    return bool(_NOTICE.search(sentence))


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
        weight += _MEASURED
    if length > _WANTED_WORDS:
        weight -= 0.15 * (length - _WANTED_WORDS)
    if _LEANS.match(sentence):
        weight += _TORN
    elif _JOINS.match(sentence):
        weight += _JOINED
    if "shown to" in sentence or "found to" in sentence:
        weight += 3.0 if _IS_SHOWN.search(sentence) else 0.0
    if _POINTS.search(sentence):
        weight += _POINTING
    if _is_notice(sentence):
        weight += _ADVERT
    if _ANNOUNCES.search(sentence):
        weight += _EMPTY
    return weight - (1.0 if length < 8 else 0.0)


def _statement(words: list[str]) -> float:
    """What ``we show that`` and its like are worth: most with "that", less without."""
    best = 0.0
    for at, word in enumerate(words):
        if word in _STATING and not _SUBJECTS.isdisjoint(words[max(0, at - 3) : at]):
            best = max(best, 4.0 if "that" in words[at + 1 : at + 3] else 0.8)
    return best
