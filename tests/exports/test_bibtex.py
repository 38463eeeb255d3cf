"""BibTeX as another program reads it back."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import bibtexparser
from hypothesis import given
from hypothesis import strategies as st
from tests.store.cast import a_paper

from goodpapers.domain.programme import Author, Link
from goodpapers.domain.reading import Kept, KeptPaper, ReadingState
from goodpapers.domain.vote import CastVote, Vote
from goodpapers.exports.bibtex import escaped, kept_bibtex, title_tex

NOW = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)


def kept(number: int = 1, note: str | None = None, **changes: object) -> KeptPaper:
    paper = a_paper(number, **changes)
    cast = CastVote(Vote.WORTH_READING, NOW, NOW, blind=True, assigned=False, conflict=None)
    return KeptPaper(
        Kept(
            paper.key,
            paper.title,
            paper.edition.key,
            paper.edition.name,
            vote=cast,
            state=ReadingState.READ,
            listed_at=NOW,
            state_at=NOW,
            note=note,
            note_at=NOW if note else None,
        ),
        paper,
    )


def read_back(text: str) -> bibtexparser.Library:
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    return library


def shown(tex: str) -> str:
    """What LaTeX prints of escaped text: by a table written down here, not by our own code."""
    table = {
        r"\textbackslash{}": "\\", r"\textasciitilde{}": "~", r"\textasciicircum{}": "^",
        r"\&": "&", r"\%": "%", r"\#": "#", r"\_": "_", r"\$": "$",
        r"\textbraceleft{}": "{", r"\textbraceright{}": "}",
    }  # fmt: skip
    out, at = "", 0
    while at < len(tex):
        hit = next((key for key in table if tex.startswith(key, at)), None)
        out += table[hit] if hit else tex[at]
        at += len(hit) if hit else 1
    return out


def test_a_paper_reads_back_with_its_vote_and_note() -> None:
    (entry,) = read_back(kept_bibtex([kept(note="Read again: 50 % & more_or_less {fine}")])).entries
    assert entry.entry_type == "inproceedings"
    assert entry.key == "lovelace2026paper"
    assert entry["author"] == "Ada Lovelace and Grace Hopper and others"
    assert entry["booktitle"] == "NeurIPS 2026"
    assert entry["year"] == "2026"
    assert entry["url"] == "https://example.org/1.pdf"
    assert entry["keywords"] == "Worth reading, Read"
    assert shown(entry["annote"]) == "Read again: 50 % & more_or_less {fine}"


def test_capitals_are_kept_by_braces_and_formulas_stay_as_they_are() -> None:
    title = r"SGD in $O(n_k\log n)$ steps: 5% better & $\mathbb{R}^d$-valued"
    assert title_tex(title) == (
        r"{SGD} in $O(n_k\log n)$ steps: 5\% better \& $\mathbb{R}^d$-valued"
    )


def test_in_title_case_only_capitals_inside_words_are_kept() -> None:
    assert title_tex("Learning Low-Rank RNNs with the Hessian") == (
        "Learning {Low-Rank} {RNNs} with the Hessian"
    )
    assert title_tex("Faster steps along the Hessian of Ada") == (
        "{Faster} steps along the {Hessian} of {Ada}"
    )


def test_a_formula_with_a_brace_too_many_cannot_break_the_file() -> None:
    (entry,) = read_back(kept_bibtex([kept(title="Title } $x}$ $\\{y$ {")])).entries
    assert entry.key == "lovelace2026title"
    assert entry["year"] == "2026"


def test_names_that_bibtex_would_take_apart_stand_in_braces() -> None:
    people = (Author("Smith and Sons, Ltd."), Author("Ben Öztürk"))
    (entry,) = read_back(kept_bibtex([kept(authors=people, more_authors=0)])).entries
    assert entry["author"] == "{Smith and Sons, Ltd.} and Ben Öztürk"


def test_two_papers_never_share_a_key_and_one_without_latin_letters_has_one() -> None:
    han = kept(3, title="深層学習", authors=(Author("陳大文"),), more_authors=0)
    library = read_back(kept_bibtex([kept(1), kept(2), han]))
    keys = [entry.key for entry in library.entries]
    assert keys[:2] == ["lovelace2026paper", "lovelace2026paper-2"]
    assert len(set(keys)) == 3


def test_an_address_cannot_end_its_field() -> None:
    links = (Link("page", "https://example.org/a}b{c\\d"),)
    (entry,) = read_back(kept_bibtex([kept(links=links)])).entries
    assert entry["url"] == "https://example.org/a%7Db%7Bc%5Cd"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60))
def test_whatever_a_note_says_it_reads_back_as_it_was(said: str) -> None:
    (entry,) = read_back(kept_bibtex([kept(note=f"n {said} n")])).entries
    assert shown(entry["annote"]) == f"n {said} n"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=60))
def test_whatever_a_title_says_the_file_stays_whole(said: str) -> None:
    one = kept(title=said)
    text = kept_bibtex([one, replace(one)])
    library = read_back(text)
    assert len(library.entries) == 2
    # BibTeX itself counts braces, escaped or not.
    assert text.count("{") == text.count("}")


def test_every_character_that_latex_acts_on_is_escaped() -> None:
    assert escaped("\\{}&%#_$~^") == (
        r"\textbackslash{}\textbraceleft{}\textbraceright{}\&\%\#\_\$\textasciitilde{}\textasciicircum{}"
    )
