"""What a reader types is words, never syntax; both databases find the same."""

from __future__ import annotations

import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.store.cast import a_paper, key, save

from goodpapers.domain.listing import Order, Query
from goodpapers.domain.paper import PaperKey
from goodpapers.domain.programme import Author
from goodpapers.store.browse import list_cards
from goodpapers.store.database import Database, open_database
from goodpapers.store.search import compile_words, search_text, words_of

SEARCHED = (
    a_paper(1, title="Diffusion models beat GANs", abstract="On images."),
    a_paper(2, title="Score matching", abstract="We explain diffusion by naïve Bayes."),
    a_paper(3, title="Graphs", authors=(Author("Jürgen Müller"),), institutions=("ETH Zürich",)),
    a_paper(4, title="深度学习的理论", authors=(Author("李小明"),), institutions=("清华大学",)),
    a_paper(5, title="Self-attention in GPT-4.5", abstract="Über e-mail: a@b.org, $x_1$"),
    a_paper(6, title="Diffusion of ideas", institutions=("Models Inc",), abstract=None),
    a_paper(7, title="ﬁne tuning", authors=(Author("Nguyễn Thị Hồng"), Author("Дмитрий Ёлкин"))),
)


def found(database: Database, words: str) -> list[PaperKey]:
    with database.read() as db:
        listing = list_cards(db, Query(words=words, order=Order.RELEVANCE))
    assert listing.total == len(listing.cards)
    return [card.paper.key for card in listing.cards]


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("diffusion", {1, 2, 6}),
        ("DIFFUSION", {1, 2, 6}),
        ("diffusion models", {1, 6}),
        ("models diffusion", {1, 6}),
        ("diff", {1, 2, 6}),
        ("diff models", set()),
        ("models diff", {1, 6}),
        ("naive bayes", {2}),
        ("Naïve", {2}),
        ("muller zurich", {3}),
        ("MÜLLER", {3}),
        ("学习", {4}),
        ("清华", {4}),
        ("理论 李", {4}),
        ("self-attention", {5}),
        ("attention self", {5}),
        ("gpt 4", {5}),
        ("a@b.org", {5}),
        ("fine", {7}),
        ("nguyen", {7}),
        ("елкин", {7}),
        ("дмитрий", {7}),
        ("graphs -muller", {3}),
        ('"graphs', {3}),
        ("title:graphs", set()),
        ("graphs OR diffusion", set()),
        ("graphs*", {3}),
        ("(graphs)", {3}),
        ("🙂", set()),
        ("?!", set()),
    ],
)
def test_words_find_papers(database: Database, typed: str, numbers: set[int]) -> None:
    save(database, *SEARCHED)
    assert set(found(database, typed)) == {key(number) for number in numbers}


def test_blank_words_leave_the_list_whole(database: Database) -> None:
    save(database, *SEARCHED)
    assert len(found(database, "  ")) == 7


def test_a_title_with_the_words_comes_before_a_name_and_that_before_an_abstract(
    database: Database,
) -> None:
    save(
        database,
        a_paper(1, title="Other", abstract="On transport."),
        a_paper(2, title="Other", institutions=("Transport Lab",)),
        a_paper(3, title="Transport"),
    )
    assert found(database, "transport") == [key(3), key(2), key(1)]


def test_a_changed_paper_is_found_by_its_new_words_only(database: Database) -> None:
    save(database, *SEARCHED)
    save(database, a_paper(1, title="Nothing of the kind", abstract="Ærø 学"))
    assert found(database, "gans") == []
    assert found(database, "kind ærø 学") == [key(1)]
    save(database, SEARCHED[0])
    assert found(database, "kind") == []
    assert found(database, "gans images") == [key(1)]


@pytest.mark.parametrize(
    "typed",
    [
        '"',
        "'",
        "''''",
        '""""',
        "a'b",
        "\\",
        "a\\'",
        ":*",
        "a:*b",
        "!",
        "a & | b",
        "NOT",
        "AND AND",
        "NEAR(a b)",
        "^a",
        "{title}: a",
        "-",
        "--",
        "; DROP TABLE paper",
        "%s %(words)s :words ?",
        "\x00",
        "a\x00b",
        "\ud800",
        "x" * 10_000,
        "word " * 10_000,
        "é" * 10_000,
        "学" * 10_000,
        "🙂" * 10_000,
        "\u0301" * 10_000,
    ],
)
def test_nothing_that_can_be_typed_is_an_error(database: Database, typed: str) -> None:
    save(database, *SEARCHED)
    assert set(found(database, typed)) <= {one.key for one in SEARCHED}


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(typed=st.text(max_size=30))
def test_no_text_is_an_error(database: Database, typed: str) -> None:
    found(database, typed)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    title=st.text(
        st.characters(blacklist_categories=["Cs"], blacklist_characters="\x00"), max_size=20
    )
)
def test_a_paper_is_found_by_its_own_title(database: Database, title: str) -> None:
    save(database, a_paper(1, title=title, title_raw=title))
    if words_of(title):
        assert found(database, title) == [key(1)]


def test_no_letter_of_any_script_makes_sqlite_see_two_words_in_one(sqlite_url: str) -> None:
    database = open_database(sqlite_url)
    letters = [chr(point) for point in range(sys.maxunicode + 1) if not 0xD800 <= point <= 0xDFFF]
    with database.read() as db:
        for start in range(0, len(letters), 12):
            words = words_of(" ".join(f"a{letter}b" for letter in letters[start : start + 12]))
            for first in range(0, len(words), 40):
                search = compile_words(words[first : first + 40], "sqlite")
                db.exec_driver_sql(
                    "SELECT rowid FROM paper_words WHERE paper_words MATCH ?", (search.anywhere,)
                ).all()
    database.close()


def test_plain_text_is_searched_as_it_stands() -> None:
    assert search_text("A “plain” – title", "x ≤ y", ["Ada"], []) == (
        "A “plain” – title",
        "Ada · ",
        "x ≤ y",
    )


def test_long_words_are_cut_and_many_words_are_left_out() -> None:
    assert words_of("x" * 100) == ["x" * 60]
    assert len(words_of("a b " * 100)) == 16


def test_letters_and_digits_are_found_together_and_apart(database: Database) -> None:
    titles = ("S$^{2}$FT: tuning", "S²FT again", "GPT-4 and ResNet-50", "Nothing of it")
    save(database, *(a_paper(n, title=one, title_raw=one) for n, one in enumerate(titles, 1)))
    assert sorted(found(database, "S2FT")) == [key(1), key(2)]
    assert sorted(found(database, "S²FT tuning")) == [key(1)]
    for typed in ("gpt4", "GPT-4", "resnet50 gpt4", "ResNet5"):
        assert found(database, typed) == [key(3)]
