"""LaTeX in running text, outside maths, as Unicode: accents, letters, quotes, text macros.

Maths is left to whoever renders it. Only small pieces that begin with a backslash are looked at,
one at a time, so that a per cent sign never starts a comment and an unknown macro keeps its name.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from pylatexenc.latex2text import get_default_latex_context_db

_MARKS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "H": "\u030b", "u": "\u0306", "k": "\u0328",
    "r": "\u030a", "b": "\u0331", "d": "\u0323",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ",
    "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ",
}  # fmt: skip
_WORDS = {
    "ldots": "…", "dots": "…", "textellipsis": "…", "LaTeX": "LaTeX", "TeX": "TeX", "S": "§",
    "P": "¶", "eg": "e.g.", "ie": "i.e.", "etal": "et al.", "etc": "etc.", "wrt": "w.r.t.",
    "quad": " ", "qquad": " ", "newline": " ", "linebreak": " ", "par": " ", "item": " ",
    "textbackslash": "", "textendash": "–", "textemdash": "—", "xspace": "",
    "noindent": "", "centering": "", "small": "", "em": "", "it": "", "bf": "", "sc": "", "tt": "",
    "rm": "", "sf": "", "bfseries": "", "itshape": "", "scshape": "", "ttfamily": "",
    "sffamily": "",
}  # fmt: skip
_DROPPED = "cite|citep|citet|citeauthor|citeyear|ref|eqref|cref|Cref|autoref|label|vspace|hspace"
_KEPT = (
    "emph|textit|textbf|texttt|textsc|textrm|textsf|textsl|textup|textmd|textnormal|text|mbox|"
    "underline|uline|mathrm|url|uppercase|MakeUppercase|lowercase|footnote|textsuperscript|"
    "textsubscript|sout|hbox|nolinkurl|path|boldsymbol|bm|mathbf|mathit|operatorname|ensuremath"
)

_ACCENT_BODY = (
    r"""\\(?:(['"`^~=.])|([cvHukrbd])(?=\s*\{|\s+[A-Za-z]\b|\s*\\[ij]\b))\s*"""
    r"""(?:\{\s*(\\?[^\W\d_])\s*\}|(\\[ij](?![A-Za-z])|[^\W\d_]))"""
)
# Each pattern begins with a fixed character, so that the search for it runs at the speed of C.
_BRACED_ACCENT = re.compile(rf"\{{{_ACCENT_BODY}\}}")
_ACCENT = re.compile(_ACCENT_BODY)
_DROP = re.compile(rf"\\(?:{_DROPPED})\*?(?:\[[^\[\]]*\])*\{{[^{{}}]*\}}")
_GONE = re.compile("[ ~]*\x02")
_HREF = re.compile(r"\\href\{[^{}]*\}\{([^{}]*)\}")
_KEEP = re.compile(rf"\\(?:{_KEPT})\*?\{{([^{{}}]*)\}}")
_SWITCH = re.compile(r"\{\\(?:em|it|bf|sc|tt|rm|sf|bfseries|itshape|ttfamily)\s+([^{}]*)\}")
_LETTER = re.compile(rf"\\({'|'.join(_LETTERS)})(?![A-Za-z])(?:\s*\{{\}}|\s+)?")
"""As in TeX, the blank behind ``\\O rsted`` only ends the name."""
_UNKNOWN = re.compile(r"\\([A-Za-z]+)\*?(?:\s*\{\}|(?=\{))?")
_SYMBOL = re.compile(r"\\([%&#_${}])")
_SPACING = re.compile(r"\\(?:[ ,;:!>/-]|\\(?:\[[^\]]{0,20}\])?)")
_TIE = re.compile(r"~(?<=\S~)(?=\S)")
_MAX_NESTED = 20
_TIGHT = {"\\!": "", "\\/": "", "\\-": ""}


def to_unicode(text: str) -> str:
    """`text` (without maths) with LaTeX read out. An unknown macro loses its backslash only."""
    if "``" in text or "''" in text:
        text = text.replace("``", "“").replace("''", "”")
    if "\\" not in text:
        return text
    text = _ACCENT.sub(_accent, _BRACED_ACCENT.sub(_accent, text))
    text = _LETTER.sub(lambda found: _LETTERS[found.group(1)], text)
    if _DROP.search(text):
        text = _GONE.sub("", _DROP.sub("\x02", text))
    text = _SWITCH.sub(r"\1", _HREF.sub(r"\1", text))
    for _ in range(_MAX_NESTED):
        if (plainer := _KEEP.sub(r"\1", text)) == text:
            break
        text = plainer
    text = _SPACING.sub(lambda found: _TIGHT.get(found.group(), " "), text)
    if "~" in text:
        text = _TIE.sub(" ", text)
    return _SYMBOL.sub(r"\1", _UNKNOWN.sub(lambda found: _macro(found.group(1)), text))


def _accent(found: re.Match[str]) -> str:
    base = (found.group(3) or found.group(4)).removeprefix("\\")
    return unicodedata.normalize("NFC", base + _MARKS[found.group(1) or found.group(2)])


@lru_cache(maxsize=4096)
def _macro(name: str) -> str:
    """What a macro without argument stands for; its own name if nobody knows."""
    if name in _WORDS:
        return _WORDS[name]
    spec = get_default_latex_context_db().get_macro_spec(name)
    shown = getattr(spec, "simplify_repl", None)
    return shown if isinstance(shown, str) and shown and "%" not in shown else name
