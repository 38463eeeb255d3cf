"""Notes in Markdown: whatever is typed, only our own tags come out."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.web import maths
from goodpapers.web.markdown import TAGS, with_markdown

ATTRIBUTES = {"a": {"href", "rel"}, "span": {"class"}}
PIECES = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[a](javascript:alert(1))",
    "[a](data:text/html,x)", "![a](https://x.org/p.png)", "<https://a.org/\"onmouseover=x>",
    "[a](https://a.org \"t\\\" onclick=x\")", "```\"><b>\nx\n```", "$\\text{<img onerror=x>}$",
    "\\href{javascript:x}{y}", "&lt;b&gt;", "&#60;b>", "[r]\n\n[r]: javascript:x", "* a\n* b",
    "# h", "> q", "---", "`<i>`", "$a_b*c$", "\\(x\\)", "[a](//evil.org)", "[a](/my/papers)",
    "<a href=\"https://x\">", "$$\\unknown{<b>}$$", "\x00", "[a](hTTps://ok.org)",
]  # fmt: skip


class Tags(HTMLParser):
    """Every tag with its attributes, as a browser's parser finds them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    handle_startendtag = handle_starttag

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")


def check(html: str) -> None:
    for tag, attributes in Tags(html).found:
        assert tag in TAGS | maths.TAGS, tag
        if tag in maths.TAGS:
            assert not {name for name in attributes if name.startswith("on")}
            assert not {"href", "src", "style", "id", "class"} & attributes.keys()
            continue
        assert attributes.keys() <= ATTRIBUTES.get(tag, set()), (tag, attributes)
        if tag == "a":
            assert str(attributes["href"]).lower().startswith(("http://", "https://"))
            assert attributes["rel"] == "noreferrer nofollow"


@pytest.mark.parametrize("typed", PIECES)
def test_nothing_dangerous_comes_out_of_one_piece(typed: str) -> None:
    check(with_markdown(typed))


@given(st.lists(st.sampled_from([*PIECES, "\n", " ", "\n\n", "    ", "*", "`", "<", "\\"])))
def test_nothing_dangerous_comes_out_of_pieces_joined(pieces: list[str]) -> None:
    check(with_markdown("".join(pieces)))


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_nothing_dangerous_comes_out_of_any_text(typed: str) -> None:
    check(with_markdown(typed))


def test_raw_html_shows_as_it_was_typed() -> None:
    assert with_markdown("a <b>bold</b>") == "<p>a &lt;b&gt;bold&lt;/b&gt;</p>\n"


def test_a_formula_is_taken_before_the_marks_in_it_mean_anything() -> None:
    made = with_markdown(r"With $a_i*b_i$ and \(c*d*e\), *so*.")
    assert made.count("<math>") == 2
    assert made.count("<em>") == 1
    assert "<em>so</em>" in made


def test_dollars_of_money_and_in_code_are_no_formula() -> None:
    assert "<math" not in with_markdown("It costs $5 and then $6.")
    assert with_markdown("`$x$`") == "<p><code>$x$</code></p>\n"


def test_lists_quotes_links_and_code_come_out() -> None:
    made = with_markdown("1. *a*\n2. [b](https://b.org/?x=1&y=2)\n\n> q\n\n```py\n<c>\n```\n")
    assert made == (
        '<ol>\n<li><em>a</em></li>\n<li><a href="https://b.org/?x=1&amp;y=2" '
        'rel="noreferrer nofollow">b</a></li>\n</ol>\n<blockquote>\n<p>q</p>\n</blockquote>\n'
        "<pre><code>&lt;c&gt;\n</code></pre>\n"
    )


@pytest.mark.parametrize("level", range(1, 7))
def test_every_heading_is_of_one_kind(level: int) -> None:
    assert with_markdown(f"{'#' * level} Mine") == "<h3>Mine</h3>\n"
