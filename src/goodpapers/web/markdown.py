"""What readers write in Markdown becomes safe HTML: formulas as MathML, and no HTML of theirs.

CommonMark without HTML and without pictures: a raw tag shows as it was typed, a link leads to http
or https only and tells the other site nothing, a picture would ask another site for something.
Headings become one kind, so that no note upsets the order of a page's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import Markup

from goodpapers.web.maths import end_of_formula, with_maths

_SCHEMES = ("http://", "https://")
_DEEPEST = 12
_OFF = ("image", "html_block", "html_inline", "entity")
TAGS = frozenset(
    {
        *("p", "h3", "ul", "ol", "li", "blockquote", "pre", "code", "hr", "br", "em", "strong"),
        *("a", "span"),
    }
)
"""The only tags besides those of MathML that come out of here."""


@lru_cache(maxsize=1024)
def with_markdown(text: str) -> Markup:
    """The text as HTML; whatever it holds, only tags of `TAGS` and MathML come out."""
    made = _reader_of_markdown().render(text)
    return Markup(made)  # noqa: S704 - HTML is off: every text in it was escaped


@cache
def _reader_of_markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "maxNesting": _DEEPEST})
    markdown.disable(list(_OFF))
    markdown.inline.ruler.before("escape", "maths", _maths)
    markdown.validateLink = _is_link  # type: ignore[method-assign]
    markdown.add_render_rule("maths", _draw_maths)
    markdown.add_render_rule("link_open", _draw_link)
    markdown.add_render_rule("heading_open", lambda *_: "<h3>")
    markdown.add_render_rule("heading_close", lambda *_: "</h3>\n")
    markdown.add_render_rule("fence", _draw_fence)
    markdown.add_render_rule("ordered_list_open", lambda *_: "<ol>\n")
    return markdown


def _is_link(url: str) -> bool:
    return url.lower().startswith(_SCHEMES)


def _maths(state: StateInline, silent: bool) -> bool:
    """A formula is taken whole, before an underscore or star in it could mean anything."""
    if state.src[state.pos] not in "$\\":
        return False
    end = end_of_formula(state.src, state.pos)
    if end is None or end > state.posMax:
        return False
    if not silent:
        state.push("maths", "", 0).content = state.src[state.pos : end]
    state.pos = end
    return True


def _draw_maths(_renderer: RendererHTML, tokens: Sequence[Token], at: int, *_: object) -> str:
    return str(with_maths(tokens[at].content))


def _draw_link(_renderer: RendererHTML, tokens: Sequence[Token], at: int, *_: object) -> str:
    href = Markup("{}").format(str(tokens[at].attrGet("href") or ""))
    return f'<a href="{href}" rel="noreferrer nofollow">'


def _draw_fence(_renderer: RendererHTML, tokens: Sequence[Token], at: int, *_: object) -> str:
    # Without the language that may be named after the fence: it would become a class.
    return f"<pre><code>{Markup('{}').format(tokens[at].content)}</code></pre>\n"
