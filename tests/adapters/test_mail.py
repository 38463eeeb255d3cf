"""Letters through a real mail server, and addresses that would be more than an address."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.mail_server import mail_server

from goodpapers.adapters.mail import Mail, checked_address
from goodpapers.domain.errors import BadInput, Failure


def test_a_letter_is_plain_text_from_us_to_one_address() -> None:
    with mail_server() as server:
        mail = Mail(server.host, server.port, "papers@example.org", "none")
        mail.send("Ada.Li@Example.EDU", "Your code", "Ünïcode and a line\n.\nafter a lone dot\n")
        letter = server.letter()
    assert server.envelopes[0].rcpt_tos == ["Ada.Li@example.edu"]
    assert server.envelopes[0].mail_from == "papers@example.org"
    assert letter["From"] == "Good Papers <papers@example.org>"
    assert letter["To"] == "Ada.Li@example.edu"
    assert letter["Subject"] == "Your code"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter.get_content_type() == "text/plain"
    assert letter.get_content().splitlines() == ["Ünïcode and a line", ".", "after a lone dot"]


def test_a_server_that_wants_a_password_gets_it() -> None:
    with mail_server(password="open sesame") as server:
        Mail(server.host, server.port, "p@example.org", "none", "goodpapers", "open sesame").send(
            "ada@example.edu", "x", "y"
        )
        wrong = Mail(server.host, server.port, "p@example.org", "none", "goodpapers", "wrong")
        with pytest.raises(Failure, match="535") as caught:
            wrong.send("ada@example.edu", "x", "y")
    assert "wrong" not in str(caught.value)
    assert len(server.envelopes) == 1


def test_what_the_server_refuses_is_a_failure_in_one_line() -> None:
    with mail_server() as server:
        mail = Mail(server.host, server.port, "p@example.org", "none")
        with pytest.raises(Failure, match="554 no such mailbox here") as caught:
            mail.send("refused@example.org", "x", "y")
    assert "\n" not in str(caught.value)


def test_a_letter_never_goes_out_in_the_open_where_it_was_to_be_safe() -> None:
    with mail_server() as server:
        mail = Mail(server.host, server.port, "p@example.org", "starttls")
        with pytest.raises(Failure, match="STARTTLS"):
            mail.send("ada@example.edu", "x", "y")
    assert server.envelopes == []


def test_no_server_is_a_failure_that_names_it() -> None:
    with pytest.raises(Failure, match=r"127\.0\.0\.1:9: the mail was not sent"):
        Mail("127.0.0.1", 9, "p@example.org", "none").send("ada@example.edu", "x", "y")


def test_line_ends_in_a_subject_make_no_header() -> None:
    with mail_server() as server:
        mail = Mail(server.host, server.port, "p@example.org", "none")
        mail.send("ada@example.edu", "a code\r\nBcc: eve@example.org\r\n\r\nbody", "y")
        letter = server.letter()
    assert letter["Bcc"] is None
    assert server.envelopes[0].rcpt_tos == ["ada@example.edu"]


@pytest.mark.parametrize(
    "typed",
    [
        "ada@example.edu\r\nBcc: eve@example.org",
        "ada@example.edu\nX: y",
        "ada@example.edu, eve@example.org",
        "ada@example.edu eve@example.org",
        "<ada@example.edu>",
        '"ada li"@example.edu',
        "ada(comment)@example.edu",
        "ada@[127.0.0.1]",
        "ada@localhost",
        "ada@@example.edu",
        "ada@exa mple.edu",
        "ada@-example.edu",
        "ada@example..edu",
        ".ada@example.edu",
        "ada..li@example.edu",
        "@example.edu",
        "ada@",
        "ada",
        "",
        "a" * 65 + "@example.edu",
        "ada@" + "a." * 130 + "edu",
        "ada%eve@example.org;x@y.z",
        "ada\x00@example.edu",
        "adä@example.edu",
    ],
)
def test_what_is_more_or_less_than_an_address_is_refused(typed: str) -> None:
    with pytest.raises(BadInput, match="no e-mail address"):
        checked_address(typed)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" ada@example.edu ", "ada@example.edu"),
        ("Ada.Li+papers@Uni.Example.AC.UK", "Ada.Li+papers@uni.example.ac.uk"),
        ("ada@bücher.example", "ada@xn--bcher-kva.example"),  # RFC 3492's own example
    ],
)
def test_an_address_is_kept_in_one_form(typed: str, kept: str) -> None:
    assert checked_address(typed) == kept


@given(st.text(max_size=60))
def test_whatever_passes_is_one_line_with_one_at_sign(typed: str) -> None:
    try:
        kept = checked_address(typed)
    except BadInput:
        return
    assert kept.count("@") == 1
    assert kept.isascii()
    assert kept.isprintable()
    assert not set(' ,;:<>()[]"\\') & set(kept)
