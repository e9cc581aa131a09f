"""The operator's own words of emails: every kind, its placeholders, and what is refused."""

import re
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest

from showground.core.brand import Brand, EmailWords
from showground.core.calls.context import Site
from showground.core.mail.email_kinds import EmailKind, check_words, find_kind, kind_of, list_kinds
from showground.core.mail.templates import shipped_words, write
from showground.orders import dollars
from tests.support.command import ROOT

KINDS = pytest.mark.parametrize("kind", list_kinds(), ids=lambda kind: kind.name)


def name_item(_: object) -> str:
    return "item"


def values_of(kind: EmailKind) -> dict[str, Any]:
    return {"unsubscribe_url": None, **kind.values, "dollars": dollars, "key_of": name_item}


def branded(kind: EmailKind, words: EmailWords) -> Site:
    site = Site("Nordic Tools", "https://nordic.example")
    site.publish(replace(Brand(name="Nordic Tools"), email_words={kind.name: words}))
    return site


@KINDS
def test_every_email_can_be_sent_in_the_words_it_ships_with_and_in_own_ones(kind: EmailKind) -> None:
    words = shipped_words(kind)
    assert list(check_words(kind, words)) == [], words
    own = replace(words, body=f"Dear reader,\n\n{words.body}\n\nYours, {{site}}")
    assert list(check_words(kind, own)) == []
    site = branded(kind, own)
    mail = write(site, "", kind.template, **values_of(kind))
    shipped = write(Site(site.name, site.url), "", kind.template, **values_of(kind))
    assert "Yours, Nordic Tools" in mail.body_text
    assert "Yours, Nordic Tools" in mail.body_html
    assert "{" not in mail.subject + mail.body_text
    assert mail.subject == shipped.subject
    for line in filter(None, map(str.strip, shipped.body_text.splitlines())):
        assert line in mail.body_text


def test_each_template_of_an_email_is_a_kind() -> None:
    folders = {each.name for each in (files("showground") / "emails").iterdir() if each.is_dir()} - {"__pycache__"}
    assert {kind.template for kind in list_kinds()} == folders


def test_the_brand_document_lists_every_email() -> None:
    _, section = (ROOT / "docs" / "brand.md").read_text().split("## Email texts\n")
    named = re.findall(r"^\| `([a-z_]+)` \| \S", section.partition("\n## ")[0], re.MULTILINE)
    assert named == [kind.name for kind in list_kinds()]


def test_the_case_of_a_template_decides_whose_words_are_used() -> None:
    assert kind_of("claim_decided", {"granted": True}) == find_kind("claim_granted")
    assert kind_of("claim_decided", {"granted": False}) == find_kind("claim_declined")


@pytest.mark.parametrize(
    ("subject", "body", "field", "said"),
    [
        ("Sign in", "Hello", "body", "Must contain {url}"),
        (
            "Sign in",
            "Open {url} now, {nickname}",
            "body",
            "{nickname} is not a placeholder of this email. Use one of {url}",
        ),
        ("{secret}", "Open {url}", "subject", "{secret} is not a placeholder"),
        (" ", "Open {url}", "subject", "Must not be empty."),
        ("Two\nlines", "Open {url}", "subject", "Must be one line."),
    ],
)
def test_words_that_would_not_work_are_refused(subject: str, body: str, field: str, said: str) -> None:
    kind = find_kind("sign_in_link")
    assert kind is not None
    ((where, problem),) = check_words(kind, EmailWords(subject, body))
    assert where == field
    assert said in problem


def test_a_part_that_only_the_subject_has_is_escaped_in_the_body() -> None:
    kind = find_kind("listing_check")
    assert kind is not None
    site = branded(kind, EmailWords("Check of {name}", "Dear {name},\n\n{findings}"))
    values: dict[str, Any] = values_of(kind) | {"checked": {**kind.values["checked"], "name": "<img src=x>"}}
    mail = write(site, "", kind.template, **values)
    assert "Dear &lt;img src=x&gt;," in mail.body_html
    assert "<img src=x" not in mail.body_html


def test_a_value_is_never_read_as_markup_or_as_a_placeholder() -> None:
    kind = find_kind("listing_update")
    assert kind is not None
    site = branded(kind, EmailWords("{title}", "**{listing}** says:\n\n{body}\n\n[Read it]({link}) [or]({body})"))
    mail = write(
        site,
        "",
        kind.template,
        unsubscribe_url=None,
        listing="<b>{link}</b>",
        title="A\nB",
        body="[x](javascript:1) {site}\nnext",
        link="https://nordic.example/a?b&c",
    )
    assert mail.subject == "A B"
    assert mail.body_html.count("<a href") == 2  # the link, and the site in the footer
    assert "&lt;b&gt;{link}&lt;/b&gt;" in mail.body_html
    assert "[x](javascript:1) {site}<br>" in mail.body_html
    assert '<a href="https://nordic.example/a?b&amp;c"' in mail.body_html
    assert "Read it: https://nordic.example/a?b&c" in mail.body_text
