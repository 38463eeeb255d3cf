"""Find orders to whoever judges, in a sentence that is already lower case and without accents.

The rules are data, in `screen.toml`. A rule is tried only on a sentence that has a word beginning
with one of its stems (five letters), or a letter of a script that its rules are written in.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

STEM = 5
"""Letters of a word that are looked up."""

_WITHOUT_STROKE = str.maketrans("ıłøđ", "ilod")
_WORD = re.compile(r"[^\W\d_]{2,}")
_OTHER_SCRIPT = re.compile("[\u0400-\u077f\u0900-\u0dff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


@dataclass(frozen=True, slots=True)
class Order:
    """One rule: how such an order reads, and whether papers also talk about such orders."""

    find: re.Pattern[str]
    also: frozenset[str]
    """Of these stems one must be there too, where there are any."""
    talk: bool


@dataclass(frozen=True, slots=True)
class Rules:
    """`screen.toml`, compiled."""

    address: re.Pattern[str]
    notice: re.Pattern[str]
    praise: re.Pattern[str]
    warm: re.Pattern[str]
    own: re.Pattern[str]
    hints: Mapping[str, frozenset[str]]
    """Lists of words, by name."""
    orders: tuple[Order, ...]
    by_stem: dict[str, tuple[int, ...]]
    """Which orders a word that begins like this calls for."""
    of_scripts: tuple[int, ...]


@cache
def read_rules() -> Rules:
    """The rules that ship with the package."""
    text = (files("goodpapers.panel") / "screen.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)

    def rule(pattern: str, flags: int = 0) -> re.Pattern[str]:
        whole = pattern.replace("{WHO}", found["who"]).replace("{PAPER}", found["paper"])
        return re.compile(whole, flags)

    by_stem: dict[str, list[int]] = {}
    for number, order in enumerate(found["orders"]):
        for stem in order["stems"]:
            by_stem.setdefault(stem, []).append(number)
    return Rules(
        address=rule(found["address"], re.IGNORECASE),
        notice=rule(found["notice"], re.IGNORECASE),
        praise=rule(found["praise"]),
        warm=rule(found["warm"]),
        own=rule(found["own"]),
        hints={name: frozenset(words.split()) for name, words in found["hints"].items()},
        orders=tuple(
            Order(
                rule(_unmarked(order["find"])),
                frozenset(order.get("also", ())),
                order.get("talk", False),
            )
            for order in found["orders"]
        ),
        by_stem={stem: tuple(numbers) for stem, numbers in by_stem.items()},
        of_scripts=tuple(n for n, order in enumerate(found["orders"]) if not order["stems"]),
    )


def fold(text: str) -> str:
    """Lower case without the marks that Latin, Greek and Cyrillic letters carry."""
    return text.lower() if text.isascii() else _unmarked(text.casefold())


def _unmarked(text: str) -> str:
    if text.isascii():
        return text
    spread = unicodedata.normalize("NFKD", text).translate(_WITHOUT_STROKE)
    return unicodedata.normalize("NFC", "".join(c for c in spread if not "\u0300" <= c <= "\u036f"))


def words_of(folded: str) -> list[str]:
    """Runs of two letters or more."""
    return _WORD.findall(folded)


def find_order(folded: str, words: Iterable[str]) -> Order | None:
    """The first rule that a sentence fits. ``words`` are those of `words_of`."""
    rules = read_rules()
    stems = {word[:STEM] for word in words}
    called: set[int] = set()
    for stem in rules.by_stem.keys() & stems:
        called.update(rules.by_stem[stem])
    if not folded.isascii() and _OTHER_SCRIPT.search(folded):
        called.update(rules.of_scripts)
    for number in sorted(called):
        order = rules.orders[number]
        if order.also and order.also.isdisjoint(stems):
            continue
        if order.find.search(folded):
            return order
    return None
