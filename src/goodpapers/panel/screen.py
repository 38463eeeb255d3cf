"""Decide what of a paper is judged, and flag text that was written for the reviewer.

Left out: sentences with addresses or "code is available" (they tell who is behind a paper, and
accepted versions carry more of them), sentences that speak to the reviewer, in another language or
in code, sentences that were said before, and pure praise of oneself. A sentence is left out whole;
what is judged is the paper's own words. The patterns are in `screen.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from goodpapers.panel.disguises import readings_of
from goodpapers.panel.orders import STEM, Order, find_order, fold, read_rules, words_of
from goodpapers.panel.sentences import Sentence, plain_text, split_sentences
from goodpapers.panel.tongues import foreign_sentences

HIDDEN_TEXT = "hidden characters"
SPEAKS = "speaks to the reviewer"
REPEATS = "repeats itself"
OTHER_LANGUAGE = "another language or a code"
ADDRESS = "address or notice of code"
PRAISE = "pure praise"

FLAGS = (HIDDEN_TEXT, SPEAKS, REPEATS, OTHER_LANGUAGE)
"""What the keeper sees, in this order. The others are left out silently."""

_LEAST_HIDDEN = 3
_LEAST_REPEATED = 2
"""One sentence said twice is a slip; it is left out without a flag."""

_HIDING = re.compile(
    "[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u115f\u1160\u3164\uffa0\u034f"
    "\U000e0000-\U000e01ef\ufe00-\ufe0d]|(?<=[a-zA-Z])[\u200c\u200d](?=[a-zA-Z])"
)
_ABOUT_ATTACKS = re.compile(
    r"prompt[- ]injection|jailbreak|red[- ]team|adversarial (?:prompt|attack|suffix)|peer[- ]review"
    r"|llm-as-a-judge|instruction hierarch|system (?:prompt|message)|(?:llm|ai)[- ]reviewer"
)
_ADDRESS_SIGN = re.compile(r"https?:|www\.|doi\.org|@|/|git|huggingface|bitbucket|zenodo|4open")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A sentence that is not judged, and why: one of the words above."""

    sentence: Sentence
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What is judged of a paper: its plain title, the sentences that count, and what was found."""

    title: str
    sentences: tuple[Sentence, ...]
    flags: tuple[str, ...]
    left_out: tuple[LeftOut, ...] = ()


def read_paper(title: str, abstract: str) -> Reading:
    """Leave out what must not be judged. ``flags`` holds each finding once, for the keeper."""
    plain_title = plain_text(title)
    sentences = split_sentences(abstract)
    folded = [fold(sentence.plain) for sentence in sentences]
    words = [words_of(text) for text in folded]
    quoted = [abstract[sentence.start : sentence.end] for sentence in sentences]
    speaking = _speaking(sentences, quoted, folded, words)
    reasons = _reasons(folded, words, speaking.keys())
    flags = {reason for reason in reasons if reason in FLAGS}
    if SPEAKS in flags and _only_talks(plain_title, folded, speaking.values()):
        flags.discard(SPEAKS)
    if reasons.count(REPEATS) < _LEAST_REPEATED:
        flags.discard(REPEATS)
    if _is_hiding(title + abstract):
        flags.add(HIDDEN_TEXT)
    if speaks_to_reviewer(plain_title):
        flags.add(SPEAKS)
    together = list(zip(sentences, reasons, strict=True))
    return Reading(
        plain_title,
        tuple(sentence for sentence, reason in together if not reason),
        tuple(flag for flag in FLAGS if flag in flags),
        tuple(LeftOut(sentence, reason) for sentence, reason in together if reason),
    )


def _only_talks(title: str, folded: Sequence[str], found: Iterable[Order]) -> bool:
    """Whether a paper is about attacks or judging, and all orders are such as it may quote."""
    if not all(order.talk for order in found):
        return False
    return _ABOUT_ATTACKS.search(f"{fold(title)} {' '.join(folded)}") is not None


def speaks_to_reviewer(plain: str) -> bool:
    """Whether a sentence gives orders to whoever judges it, in any of the ways we know."""
    folded = fold(plain)
    return _order_in(plain, plain, folded, words_of(folded)) is not None


def _speaking(
    sentences: Sequence[Sentence],
    quoted: Sequence[str],
    folded: Sequence[str],
    words: Sequence[Sequence[str]],
) -> dict[int, Order]:
    """The sentences that give orders, by number; also two that only do so together."""
    found: dict[int, Order] = {}
    for number, sentence in enumerate(sentences):
        order = _order_in(quoted[number], sentence.plain, folded[number], words[number])
        if order:
            found[number] = order
    for number in range(1, len(sentences)):
        if len(words[number - 1]) > 5 and len(words[number]) > 5:
            continue  # an order cut in two has a short piece; this keeps chance out
        if number - 1 in found or number in found:
            continue
        pair = f"{folded[number - 1].rstrip('.!?')} {folded[number]}"
        order = find_order(pair, [*words[number - 1], *words[number]])
        if order:
            found[number - 1] = found[number] = order
    return found


def _order_in(quoted: str, plain: str, folded: str, words: Sequence[str]) -> Order | None:
    order = find_order(folded, words)
    if order or not plain:
        return order
    for reading in (*_inner_markup(quoted), *readings_of(quoted, plain, folded, words)):
        order = find_order(reading, words_of(reading))
        if order:
            return order
    return None


def _inner_markup(quoted: str) -> tuple[str, ...]:
    # Cleaning takes tags and braces away; an order may be in them.
    return (fold(quoted),) if "<" in quoted or "{" in quoted or "[" in quoted else ()


def _reasons(
    folded: Sequence[str], words: Sequence[Sequence[str]], speaking: AbstractSet[int]
) -> list[str]:
    """Why each sentence is left out; empty where it stays."""
    foreign = foreign_sentences(folded, words)
    reasons: list[str] = []
    earlier: list[frozenset[str]] = []
    for number, text in enumerate(folded):
        said = frozenset(text.split())
        if number in speaking:
            reasons.append(SPEAKS)
        elif number in foreign:
            reasons.append(OTHER_LANGUAGE)
        elif any(_says_again(said, before) for before in earlier):
            reasons.append(REPEATS)
        elif _is_address(text, words[number]):
            reasons.append(ADDRESS)
        else:
            reasons.append(PRAISE if _pure_praise(text, words[number]) else "")
        earlier.append(said)
    return reasons


def _says_again(said: frozenset[str], before: frozenset[str]) -> bool:
    """Whether nearly all words of a sentence are those of an earlier one, in whatever order."""
    if len(said) < 4:
        return False
    if 5 * len(before) < 4 * len(said):
        return False
    both = len(said & before)
    return both >= 0.85 * len(said | before) or (len(said) >= 8 and both == len(said))


def _is_address(folded: str, words: Sequence[str]) -> bool:
    rules = read_rules()
    if _ADDRESS_SIGN.search(folded) and rules.address.search(folded):
        return True
    said, hints = set(words), rules.hints
    noticed = (
        not hints["told"].isdisjoint(said)
        or ("we" in said and not hints["given"].isdisjoint(said))
        or not hints["site"].isdisjoint(said)
        or not hints["taken"].isdisjoint(said)
    )
    return noticed and rules.notice.search(folded) is not None


def _pure_praise(folded: str, words: Sequence[str]) -> bool:
    """Praise of the paper itself, without a number in support of it."""
    rules = read_rules()
    if rules.hints["praising"].isdisjoint(word[:STEM] for word in words):
        return False
    if folded.count(" ") >= 25 or _DIGIT.search(folded):
        return False
    praises = len(rules.praise.findall(folded)) + len(rules.warm.findall(folded))
    return praises >= 2 or (praises == 1 and rules.own.search(folded) is not None)


def _is_hiding(text: str) -> bool:
    return not text.isascii() and len(_HIDING.findall(text)) >= _LEAST_HIDDEN
