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
_CUES = (
    (re.compile(r"\b(?:we|results?|experiments?|analysis|evaluations?|which) (?:\w+ )?(?:prove|show|"
                r"find|demonstrate|establish|reveal|observe|discover|conclude)", re.I), 3.0),
    (re.compile(r"\b(?:prove|proves|guarantee|guarantees|theorem|lower bounds?|upper bounds?|optimal|"
                r"minimax|tight)\b", re.I), 1.4),
    (re.compile(r"\b(?:outperform|surpass|exceed|improv|reduc|achiev|attain|match|beat|faster|state-of-"
                r"the-art|reach|converge|sav(?:es|ing))\w*", re.I), 1.8),
    (re.compile(r"\b(?:results|experiments|empirically|evaluation|evaluations|findings|surprisingly|"
                r"notably|in particular|remarkably|consequently)\b", re.I), 0.8),
    (re.compile(r"\d+(?:\.\d+)?\s*(?:%|×|x\b|times|points|percent|-fold|fold)"), 1.5),
    (re.compile(r"\b(?:we|this paper|this work|our)\b", re.I), 0.6),
    (re.compile(r"\b(?:propose|introduce|present|develop|design|study|investigate)\b", re.I), 0.5),
    (re.compile(r"^(?:however|while|although|despite|recent|existing|prior|previous|many|most|in recent|"
                r"for example|unfortunately|traditional|conventional|current)\b", re.I), -2.0),
    (re.compile(r"\b(?:remains?|challeng\w+|is unclear|open question|poorly understood|limited|suffers?|"
                r"has been|have been|attracted|widely)\b", re.I), -1.2),
    (re.compile(r"\b(?:code|github|available|website|https?:|open-source|we hope|future work|released?|"
                r"dataset can be)\b", re.I), -3.0),
    (re.compile(r"^(?:to (?:address|this end|tackle|overcome)|in this (?:paper|work))\b", re.I), -0.3),
    (re.compile(r"^(?:it|this|these|they|those|such|then|also|moreover|furthermore|additionally|"
                r"finally|specifically|first|second|here)\b", re.I), -0.5),
)  # fmt: skip


def pick_summary(abstract: str) -> str | None:
    """The sentence of `abstract` (clean text) that states its strongest finding.

    At most 35 words where a sentence of that length exists. None only for an empty abstract.
    """
    sentences = split_sentences(abstract)
    if not sentences:
        return None
    if len(sentences) == 1:
        return sentences[0]
    short = [at for at, one in enumerate(sentences) if 5 <= len(one.split()) <= _MAX_WORDS]
    best = max(short or range(len(sentences)), key=lambda at: _weight(sentences, at))
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


def _weight(sentences: list[str], at: int) -> float:
    sentence = sentences[at]
    weight = sum(value for pattern, value in _CUES if pattern.search(sentence))
    words = len(sentence.split())
    if words > _WANTED_WORDS:
        weight -= 0.15 * (words - _WANTED_WORDS)
    if words < 8:
        weight -= 1.0
    return weight + 0.8 * at / len(sentences)  # findings come late; ties fall to the later one
