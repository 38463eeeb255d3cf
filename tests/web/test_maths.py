"""Maths becomes MathML; nothing of the input becomes markup."""

from __future__ import annotations

import re
import time
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goodpapers.web.maths import with_maths

# Written down from the MathML Core standard, apart from the list in the code.
MATHML = {
    "math",
    "maction",
    "menclose",
    "merror",
    "mfrac",
    "mi",
    "mmultiscripts",
    "mn",
    "mo",
    "mover",
    "mpadded",
    "mphantom",
    "mprescripts",
    "mroot",
    "mrow",
    "ms",
    "mspace",
    "msqrt",
    "mstyle",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
    "none",
}


class Seen(HTMLParser):
    """Every tag and attribute that a browser would see."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[tuple[str, str | None]] = set()
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        self.attributes |= set(attrs)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_formula_becomes_mathml() -> None:
    assert with_maths("Rate $n^{2}$ holds") == (
        "Rate <math><msup><mi>n</mi><mn>2</mn></msup></math> holds"
    )


def test_round_brackets_mark_a_formula_too() -> None:
    assert "<mi>ℝ</mi>" in with_maths(r"in \(\mathbb{R}\)")


def test_money_is_not_maths() -> None:
    text = "It costs $5 to train and $6 to run"
    assert with_maths(text) == text


def test_a_single_dollar_stays() -> None:
    assert with_maths("under $100") == "under $100"


def test_an_escaped_dollar_is_a_dollar() -> None:
    assert with_maths(r"\$5 or \$x\$") == "$5 or $x$"


def test_an_unknown_macro_shows_its_source() -> None:
    assert with_maths(r"a $\nosuchmacro{<b>}$ z") == (
        r'a <span class="source">$\nosuchmacro{&lt;b&gt;}$</span> z'
    )


def test_a_name_set_as_code_is_a_word_and_no_formula() -> None:
    # A title of NeurIPS 2024.
    assert with_maths(r"$\texttt{dattri}$: A Library for Efficient Data Attribution") == (
        '<span class="typed">dattri</span>: A Library for Efficient Data Attribution'
    )
    assert "<math>" in with_maths(r"$\texttt{Net}_2$")


@pytest.mark.parametrize(
    "text",
    [
        r"\(a$" * 20_000,
        r"\(" * 40_000,
        r"\[a" * 12_000,
        "$$a" * 15_000,
        "$" * 50_000,
        r"$\a" * 15_000,
        "$a " * 16_000,
        "$x$ " * 12_000,
        "$" + "{" * 590 + "$",
        "$" + "x" * 5_000_000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    began = time.process_time()
    with_maths(text)
    assert time.process_time() - began < 1.5


def test_a_formula_longer_than_any_shows_its_source() -> None:
    text = "$" + "x+" * 400 + "y$"
    assert with_maths(text) == text


def test_a_bracket_that_never_closes_hides_no_formula_behind_it() -> None:
    assert with_maths(r"a \(b and \(c\)") == r"a \(b and <math><mi>c</mi></math>"


def test_a_tilde_as_wide_as_its_letter_is_drawn() -> None:
    assert "<mover" in with_maths(r"$\widetilde{O}(T)$")


def test_a_colour_leaves_no_style_behind() -> None:
    assert "style" not in with_maths(r"$\color{red}x$")


@pytest.mark.parametrize(
    "attack",
    [
        r"$\text{<img src=x onerror=alert(1)>}$",
        r"$\operatorname{<script>alert(1)</script>}$",
        "<script>alert(1)</script>",
        r"$\text{</math><script>}$",
        r"$\href{javascript:alert(1)}{x}$",
        r"$$\text{<svg/onload=alert(1)>}$$",
        r'\(\text{"><iframe>}\)',
        "$" + "{" * 5000 + "$",
        r"$\texttt{<b onclick=x>}$",
        '<math><mi onclick="x">',
    ],
)
def test_an_attack_stays_text(attack: str) -> None:
    seen = Seen(with_maths(attack))
    assert seen.tags <= MATHML | {"span"}
    assert not [name for name, _ in seen.attributes if name.startswith("on") or name == "href"]


PIECES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            r"\text{",
            r"\frac{",
            r"\sqrt",
            r"\begin{matrix}",
            r"\end{matrix}",
            r"\left(",
            r"\right)",
            r"\color{red}",
            r"\hspace{1em}",
            r"\texttt{",
            r"\mathrm{",
            r"&",
            r"#",
            r"$",
            r"$$",
            r"\(",
            r"\)",
            r"}",
            r"{",
            r"_",
            r"^",
            r"<",
            r">",
            r"\"",
            r"'",
            r"<b>",
            r"<img/src=x>",
            r"\\",
            r"\%",
            r"\textsc{",
            r"\bm",
        ]
    ),
)


@given(st.lists(PIECES, max_size=12).map("".join))
def test_nothing_but_mathml_comes_out_of_any_text(text: str) -> None:
    seen = Seen(with_maths(f"${text}$ {text}"))
    assert seen.tags <= MATHML | {"span"}
    assert all(value in ("source", "typed") for name, value in seen.attributes if name == "class")
    assert not [
        n for n, _ in seen.attributes if n.startswith("on") or n in ("style", "href", "src")
    ]


@given(st.text(alphabet=st.characters(exclude_characters="$\\", exclude_categories=["Cs", "Cc"])))
def test_text_without_maths_reads_as_it_was_written(text: str) -> None:
    assert Seen(with_maths(text)).text == text


@given(st.text(max_size=80))
def test_angle_brackets_of_the_input_never_come_through(text: str) -> None:
    made = with_maths(text)
    assert not re.search(r"<(?!/?m[a-z]+|/?none|/?span)", made)
