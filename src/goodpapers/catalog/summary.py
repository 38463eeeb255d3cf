"""One sentence of the abstract that says what was found, for papers without a summary of their own.

The sentence is quoted whole, never written anew. Sentences are weighed by words that state a
finding, by numbers, and by length; background, plans and advertisements for code weigh against.
"""

from __future__ import annotations

import re

_END = re.compile(r"([.!?]['\"”’)\]]*)\s+(?=[\"“‘'(\[]?[A-Z0-9$À-ÞΑ-ΩА-Я*])|([。！？])")
_NO_END = re.compile(
    r"(?:\b(?:et al|e\.g|i\.e|cf|vs|w\.r\.t|resp|approx|fig|figs|eq|eqs|sec|thm|dr|prof|no|vol|st|"
    r"etc|a\.k\.a|i\.i\.d|s\.t|viz|ca|inc|u\.s)|\b[A-Z])\.$",
    re.IGNORECASE,
)
_MAX_WORDS = 35
_WANTED_WORDS = 25
_CUES = tuple(
    (re.compile(pattern, re.IGNORECASE), weight)
    for pattern, weight in (
        (
            r"\b(?:we|results?|experiments?|analysis|evaluations?|findings?|study|which) (?:\w+ )?"
            r"(?:prove|show|find|found|demonstrate|establish|reveal|observe|discover|conclude|"
            r"confirm|validate|suggest|indicate)\w* that\b",
            3.2,
        ),
        (
            r"\b(?:we|results?|experiments?|analysis|evaluations?|findings?|study) (?:\w+ )?"
            r"(?:prove|show|find|demonstrate|establish|reveal|observe|discover)",
            1.2,
        ),
        (r"\b(?:proves?|guarantees?|theorem|(?:lower|upper) bounds?|optimal|minimax|tight)\b", 1.4),
        (
            r"\b(?:outperform|surpass|exceed|improv|reduc|achiev|attain|match|beat|faster|reach|"
            r"state-of-the-art|converge|saving|saves)",
            1.6,
        ),
        (
            r"\b(?:results|experiments|empirically|evaluations?|findings|surprisingly|notably|"
            r"remarkably|consequently|in particular)\b",
            0.8,
        ),
        (r"\d(?:[\d.,]*\d)?\s*(?:%|×|x\b|times\b|points\b|percent|-?fold\b)", 1.5),
        (r"\b(?:we|our|ours|this paper|this work)\b", 0.6),
        (r"\b(?:propose|introduce|present|develop|design|stud(?:y|ies)|investigate)\b", 0.4),
        (
            r"^(?:however|while|although|despite|recent|existing|prior|previous|many|most|"
            r"in recent|for example|unfortunately|traditional|conventional|current|one (?:\w+ )?example)\b",
            -2.0,
        ),
        (
            r"\b(?:remains?|challeng\w+|is unclear|open question|poorly understood|limited|"
            r"suffers?|(?:has|have) been|attracted|widely)\b",
            -1.2,
        ),
        (
            r"\b(?:code|github|publicly available|website|https?:|open-sourced?|we hope|"
            r"future work|will be released|we release)\b",
            -3.0,
        ),
        (r"\beffectiveness\b|\bwe (?:conduct|perform|evaluate|apply)\b", -1.2),
        (
            r"^(?:it|this|these|they|their|those|such|then|also|here|moreover|furthermore|finally|"
            r"additionally|specifically|first|second)\b",
            -0.5,
        ),
    )
)
_OWN_WORK = re.compile(
    r"\b(?:we|our|ours|this paper|this work|this article|here|proposed)\b", re.IGNORECASE
)


def pick_summary(abstract: str) -> str | None:
    """The sentence of `abstract` (clean text) that states its strongest finding.

    At most 35 words where a sentence of that length exists. None only for an empty abstract.
    """
    sentences = split_sentences(abstract)
    if not sentences:
        return None
    if len(sentences) == 1:
        return sentences[0]
    own = next((at for at, one in enumerate(sentences) if _OWN_WORK.search(one)), 0)
    short = [at for at, one in enumerate(sentences) if 5 <= len(one.split()) <= _MAX_WORDS]
    best = max(short or range(len(sentences)), key=lambda at: _weight(sentences, at, own))
    return sentences[best]


def split_sentences(text: str) -> list[str]:
    """The sentences of `text`, whole; abbreviations, decimals and maths do not end one."""
    if ". " not in text and not _END.search(text):
        return [text] if text else []
    found, start = [], 0
    for end in _END.finditer(text):
        stop = end.end(1) if end.group(1) else end.end(2)
        piece = text[start:stop]
        if end.group(1) and (_NO_END.search(piece[-12:]) or _inside(piece)):
            continue
        found.append(piece.strip())
        start = end.end()
    if rest := text[start:].strip():
        found.append(rest)
    return found


def _inside(piece: str) -> bool:
    """Whether the piece stops within maths or brackets."""
    return piece.count("$") % 2 == 1 or piece.count("(") > piece.count(")")


def _weight(sentences: list[str], at: int, own: int) -> float:
    """How well a sentence tells the finding; before the `own`-th one all is background."""
    sentence = sentences[at]
    weight = sum(value for pattern, value in _CUES if pattern.search(sentence))
    words = len(sentence.split())
    if words > _WANTED_WORDS:
        weight -= 0.15 * (words - _WANTED_WORDS)
    if words < 8:
        weight -= 1.0
    if at < own:
        weight -= 3.0
    return weight + 0.8 * at / len(sentences)  # findings come late; ties fall to the later one
