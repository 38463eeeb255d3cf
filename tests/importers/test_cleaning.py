"""Text for display: what goes, what stays, and that cleaning twice changes nothing."""

from __future__ import annotations

import unicodedata
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from goodpapers.importers.cleaning import clean_abstract, clean_name, clean_text, clean_title

# Letters, marks and digits of any script, without the presentation forms that NFC or we take apart.
letters = st.characters(categories=("L", "N")).filter(
    lambda char: unicodedata.normalize("NFC", char) == char and not "ﬀ" <= char <= "ﬆ"
)
latex = st.text(alphabet="ab{}\\'\"^~$&;<>*`#_%()[]-. \n\tcvHo1é\u200d\u00adﬁ&amp", max_size=40)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Texas A&amp;amp;amp;M", "Texas A&M"),
        ("Northwest University Xi&amp;amp;#x27;an", "Northwest University Xi'an"),
        ("R&D and AT&T; AT&Tx", "R&D and AT&T; AT&Tx"),
        ("two  blanks \n and\tlines ", "two blanks and lines"),
        ("eﬃcient ﬁne-tuning", "efficient fine-tuning"),
        ("Cafe\u0301", "Café"),
        ("soft\u00adhyphen, zero\u200bwidth, \ufeffmark", "softhyphen, zerowidth, mark"),
        ("control\x00\x1f chars\x7f", "control chars"),
        (r"Erd\H{o}s, Poincar\'e and Schr\"{o}dinger", "Erdős, Poincaré and Schrödinger"),
        (r"{\'E}cole, \c{c}a, \O rsted, Stra\ss{}e", "École, ça, Ørsted, Straße"),
        (r"\emph{really \textbf{good}} at 5\% \& more", "really good at 5% & more"),
        (r"as shown by \citet{doe2020,roe2021}, it works \cite{x}.", "as shown by, it works."),
        (r"{\em Yogi} beats \texttt{Adam}", "Yogi beats Adam"),
        (r"\eg dogs, \ie cats, \etal", "e.g. dogs, i.e. cats, et al."),
        (r"our \model{} and \PPAD-hard", "our model and PPAD-hard"),
        ("``quoted'' text", "“quoted” text"),
        ("the **main** idea is *simple*", "the main idea is simple"),
        ("A* search, D* Lite, 2 * x * y, f(x)*g(x)", "A* search, D* Lite, 2 * x * y, f(x)*g(x)"),
        ("H<sub>2</sub>O<br/>and <i>E. coli</i>", "H2O and E. coli"),
        ("&lt;p&gt;A paragraph&lt;/p&gt;", "A paragraph"),
        ("if a < b and c > d", "if a < b and c > d"),
        (r"rate $O(1/\sqrt{n})$ holds", r"rate $O(1/\sqrt{n})$ holds"),
        (r"rate \(O(1/\sqrt{n})\) holds", r"rate $O(1/\sqrt{n})$ holds"),
        (r"rate $$\alpha_1$$ and \[\beta\]", r"rate $\alpha_1$ and $\beta$"),
        (r"$\ell_1$-regression of $x &lt; y$", r"$\ell_1$-regression of $x < y$"),
        (r"of \(\alpha\)2 kinds", r"of $\alpha$ 2 kinds"),
        (r"with **$a*b*c$** inside", r"with $a*b*c$ inside"),
        ("costs $5 and $10 today", "costs $5 and $10 today"),
        (r"between \$5 and \$10", "between $5 and $10"),
        (r"5% of \textit{x} % not a comment", "5% of x % not a comment"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("क्\u200dष", "क्\u200dष"),
        ("joined\u200dlatin", "joinedlatin"),
        ("م\u200c\u200c\u200cخ", "م\u200cخ"),
        ("深度学习。很好", "深度学习。很好"),
    ],
)  # fmt: skip
def test_text_is_cleaned_for_display(raw: str, clean: str) -> None:
    assert clean_text(raw) == clean


@given(st.text(max_size=60) | latex)
@example("\\(x\\)3")
@example("&am\x00p;")
@example("$\\(a\\)$")
def test_cleaning_clean_text_changes_nothing(raw: str) -> None:
    once = clean_text(raw)
    assert clean_text(once) == once


@given(st.lists(st.text(alphabet=letters, min_size=1, max_size=8), min_size=1, max_size=8))
def test_words_of_any_script_stay_letter_by_letter(words: list[str]) -> None:
    normal = unicodedata.normalize("NFC", " ".join(words))
    assert clean_text("  ".join(words)) == normal


@given(latex)
def test_a_dirty_text_comes_out_on_one_line_without_control_characters(raw: str) -> None:
    clean = clean_text(raw)
    assert clean == clean.strip()
    assert "  " not in clean
    assert not any(unicodedata.category(char) == "Cc" for char in clean)


def test_a_title_loses_the_lone_full_stop_at_its_end() -> None:
    assert clean_title("A Walk in the Park.") == "A Walk in the Park"
    assert clean_title("Learning with U.S.A.") == "Learning with U.S.A."
    assert clean_title("To be continued...") == "To be continued..."


@pytest.mark.parametrize("raw", ["", "  ", "N/A", "None", "TBD", "&nbsp;", "Abstract: "])
def test_an_abstract_that_says_nothing_is_none(raw: str) -> None:
    assert clean_abstract(raw) is None


def test_an_abstract_loses_its_heading() -> None:
    assert clean_abstract("Abstract: We show it.") == "We show it."
    assert clean_abstract("Abstract reasoning is hard.") == "Abstract reasoning is hard."


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        (" Ada  Müller*", "Ada Müller"), ("王小明", "王小明"), ("Nguyễn Văn A†", "Nguyễn Văn A"),
        (r"Aur\'elien Garivier", "Aurélien Garivier"), ("محمد\u200cعلی", "محمد\u200cعلی"),
        ("O'Neil, ", "O'Neil"), ("", None), ("-", None), ("123", None),
    ],
)  # fmt: skip
def test_a_name_keeps_its_script_and_loses_marks(raw: str, clean: str | None) -> None:
    assert clean_name(raw) == clean


@pytest.mark.parametrize(
    "piece",
    ["\\(", "\\[", "\\\\[", "\u200c", "\\emph{", "$$a", "*a ", ", ", "&amp;", "<a ", "\\label["],
)
def test_a_text_of_signs_that_nothing_closes_is_cleaned_in_linear_time(piece: str) -> None:
    def seconds(times: int) -> float:
        begun = process_time()
        clean_text(text := piece * times)
        clean_name(text)
        return process_time() - begun

    small, large = seconds(5_000), seconds(40_000)
    assert large < max(24 * small, 1.0)
