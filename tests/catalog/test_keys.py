"""Keys of papers."""

from __future__ import annotations

import re

from goodpapers.catalog.keys import make_key


def test_a_key_is_the_beginning_of_a_sha256_in_base32() -> None:
    # printf 'invented-2031\nopenreview:abcdef1' | sha256sum | xxd -r -p | base32 | tr A-Z a-z
    assert make_key("invented-2031", "openreview:abcdef1") == "lb5wpgbygh"


def test_edition_identity_and_attempt_each_give_another_key() -> None:
    keys = {
        make_key("a", "x"), make_key("b", "x"), make_key("a", "y"), make_key("a", "x", attempt=1)
    }  # fmt: skip
    assert len(keys) == 4
    assert all(re.fullmatch("[a-z2-7]{10}", key) for key in keys)
