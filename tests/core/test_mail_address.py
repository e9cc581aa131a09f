"""One spelling for each email address, and none for addresses that Unicode turns into somebody else's."""

import re

import pytest
from email_validator import SPECIAL_USE_DOMAIN_NAMES

from showground.core.mail.address import PATTERN, RESERVED, fold, mailbox_of, read_mail_address

LOOKALIKES = (
    "v\u0130ctim@fair.example",  # I with a dot above: small i in some locales
    "v\u0131ctim@fair.example",  # dotless i: I as a capital
    "vi\u0307ctim@fair.example",  # i with a combining dot
    "\u017ftaff@fair.example",  # long s
    "ma\u212a@fair.example",  # the Kelvin sign
    "straße@fair.example",  # sharp s: SS as capitals
    "victi\uff4d@fair.example",  # full-width m
    "\uff36ICTIM@fair.example",  # full-width V
    "\ufb01nn@fair.example",  # a ligature
    "e\u0301va@fair.example",  # e with a combining accent, instead of é
    "ÉVA@fair.example",  # a capital beyond ASCII
    "ada@fair\u200b.example",  # something invisible
    "ada@fa\u0130r.example",
    "ada@\uff46air.example",
    "ada@fair\u3002example",  # a full stop of another script
    "ada@fair\uff0eexample",
    "ada@\u017fair.example",
    "ada@fair.example\u212a",
    "ada@BÜCHER.example",
    "ada@bu\u0308cher.example",
)


@pytest.mark.parametrize("text", LOOKALIKES)
def test_an_address_that_changes_under_unicode_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="email address"):
        read_mail_address(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ada@Fair.Example", "ada@fair.example"),
        ("ada+news@fair.example", "ada+news@fair.example"),
        ("éva@fair.example", "éva@fair.example"),
        ("\u03bd\u03af\u03ba\u03bf\u03c2@fair.example", "\u03bd\u03af\u03ba\u03bf\u03c2@fair.example"),
        ("ada@bücher.example", "ada@xn--bcher-kva.example"),
        ("ada@XN--bcher-kva.example", "ada@xn--bcher-kva.example"),
        ("用户@例え.example", "用户@xn--r8jz45g.example"),
    ],
)
def test_there_is_one_spelling(text: str, read: str) -> None:
    assert read_mail_address(text) == read
    assert read_mail_address(read) == read


@pytest.mark.parametrize("text", ["Ada <ada@fair.example>", "ada", "ada@fair", "a b@fair.example", "ada@[127.0.0.1]"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="email address"):
        read_mail_address(text)


def test_folding_touches_ascii_alone() -> None:
    assert fold("ADA \u0130\u212a\u017fÉ@Fair.Example") == "ada \u0130\u212a\u017fÉ@fair.example"


def test_tags_share_a_mailbox() -> None:
    assert mailbox_of("ada+1@fair.example") == mailbox_of("ada+b+c@fair.example") == "ada@fair.example"
    assert mailbox_of("+tag@fair.example") == "+tag@fair.example"


def test_the_published_pattern_leaves_out_reserved_names() -> None:
    assert set(SPECIAL_USE_DOMAIN_NAMES) == set(RESERVED)
    for address in ("a@b.test", "a@b.TEST", "a@b.Local", "a@localhost", "a@b.test "):
        assert not re.search(PATTERN, address), address
    for address in ("a@test.example", "a@b.example", "test@b.contest"):
        assert re.search(PATTERN, address), address


@pytest.mark.parametrize("text", ["a@" + "\u0315\u0300" * 200_000 + ".com", "a." * 500_000 + "@fair.example"])
def test_a_text_that_is_too_long_is_refused_before_it_is_normalized(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Normalizing a megabyte of combining marks takes a quarter of an hour."""

    def normalize(*_: object, **__: object) -> None:
        raise AssertionError("it was normalized")

    monkeypatch.setattr("email_validator.validate_email", normalize)
    with pytest.raises(ValueError, match="email address"):
        read_mail_address(text)
