"""Text with LaTeX maths becomes safe HTML: escaped words and MathML, never markup of the input.

The converter's own output passes an allow list once more: it may carry `style`, which our content
policy forbids, and HTML such as `<code>` inside text. What it cannot convert shows as its source.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import Final

from markupsafe import Markup
from math_core import LatexError, LatexToMathML

_LONGEST_TEXT = 50_000
"""Longer texts are no abstract; they show as they were written."""
_REMEMBERED = 20_000

# As Pandoc reads dollars: "$5 and $6" is money, since a formula neither begins nor ends with a
# blank, and no digit follows it. A formula holds at most 600 characters and no beginning of
# another: whatever is tried at one place ends soon, so that no text takes longer than its length.
_FORMULA: Final = re.compile(
    r"\$\$(?P<block>[^$]{1,600})\$\$"
    r"|(?<![\\$])\$(?P<dollar>(?!\s)(?:\\.|[^$\\]){1,600}?(?<!\s))\$(?![\d$])"
    r"|\\\((?P<round>(?:(?!\\[()]).){1,600})\\\)"
    r"|\\\[(?P<square>(?:(?!\\[\[\]]).){1,600})\\\]",
    re.DOTALL,
)
_TYPED_NAME: Final = re.compile(r"\\texttt\{([\w .:+/-]+)\}")
"""A name set as code, such as ``\\texttt{dattri}``: not maths, though dollars stand around it."""
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*?)?)(/?)>")
_ATTRIBUTE: Final = re.compile(r'([a-zA-Z]+)="([^"<>]*)"')
TAGS: Final = frozenset(
    {
        *("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "ms", "merror", "mstyle", "none"),
        *(
            "msub",
            "msup",
            "msubsup",
            "munder",
            "mover",
            "munderover",
            "mmultiscripts",
            "mprescripts",
        ),
        *("mfrac", "msqrt", "mroot", "mtable", "mtr", "mtd", "mphantom", "mpadded", "menclose"),
    }
)
"""The only tags that come out of here."""
_TAGS_IN_TEXT: Final = frozenset(["code", "b", "i", "em", "strong", "span"])
_ATTRIBUTES: Final = frozenset(
    {
        *(
            "accent",
            "accentunder",
            "columnalign",
            "depth",
            "displaystyle",
            "fence",
            "form",
            "height",
        ),
        *(
            "largeop",
            "linethickness",
            "lspace",
            "mathvariant",
            "maxsize",
            "minsize",
            "movablelimits",
        ),
        *("notation", "rspace", "scriptlevel", "separator", "stretchy", "symmetric", "width"),
    }
)
_MACROS: Final = {
    "widetilde": r"\tilde{#1}",
    "widehat": r"\hat{#1}",
    "mbox": r"\text{#1}",
    "textsc": r"\text{#1}",
    "nicefrac": r"{#1}/{#2}",
}
_CONVERTER: Final = LatexToMathML(macros=_MACROS)


class _NotMathsError(Exception):
    """The formula holds something that may not come out."""


@lru_cache(maxsize=_REMEMBERED)
def with_maths(text: str) -> Markup:
    """The text as HTML: formulas as MathML, everything else escaped."""
    if ("$" not in text and "\\" not in text) or len(text) > _LONGEST_TEXT:
        return Markup(escape(text))  # noqa: S704 - escaped here
    parts: list[str] = []
    end = 0
    for found in _FORMULA.finditer(text):
        parts += [_plain(text[end : found.start()]), _formula(found)]
        end = found.end()
    parts.append(_plain(text[end:]))
    return Markup("".join(parts))  # noqa: S704 - each part is escaped or on the allow list


def end_of_formula(text: str, start: int) -> int | None:
    """Where the formula that begins at `start` ends; None where none begins there."""
    found = _FORMULA.match(text, start)
    return None if found is None else found.end()


def _plain(text: str) -> str:
    return escape(text.replace("\\$", "$"))


def _formula(found: re.Match[str]) -> str:
    source = next(part for part in found.groups() if part is not None)
    if name := _TYPED_NAME.fullmatch(source.strip()):
        return f'<span class="typed">{escape(name[1])}</span>'
    try:
        made = _CONVERTER.convert_with_local_state(source.strip(), displaystyle=False)
        return _TAG.sub(_allowed, _checked(made))
    except (LatexError, _NotMathsError):
        return f'<span class="source">{escape(found[0])}</span>'


def _checked(made: str) -> str:
    # Outside of tags there is no angle bracket in good output: `escape` has made it `&lt;`.
    if "<" in _TAG.sub("", made) or not made.startswith("<math"):
        raise _NotMathsError
    return made


def _allowed(found: re.Match[str]) -> str:
    closes, name, attributes, empty = found.groups()
    if name in _TAGS_IN_TEXT:
        return ""
    if name not in TAGS:
        raise _NotMathsError
    kept = "".join(
        f' {key}="{value}"' for key, value in _ATTRIBUTE.findall(attributes) if key in _ATTRIBUTES
    )
    return f"<{closes}{name}{kept}{empty}>"
