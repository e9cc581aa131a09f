"""Writes emails from their three templates, and sends them when the current transaction commits."""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
    select_autoescape,
)
from markupsafe import Markup

from showground.core.brand import EmailWords
from showground.core.calls.context import Context, Site
from showground.core.calls.input_text import fold_breaks, safe_to_show
from showground.core.jobs.builtin import deliver_list_mails, deliver_mail
from showground.core.languages import ENGLISH, Language, in_language
from showground.core.languages.formats import day
from showground.core.languages.templates import add_languages, show
from showground.core.mail import queries
from showground.core.mail.email_kinds import EmailKind, kind_of
from showground.core.mail.own_words import fill_html, fill_text
from showground.core.mail.queries import Written
from showground.core.mail.recipient_languages import find_language, find_languages, usual_language

if TYPE_CHECKING:
    from css_inline import CSSInliner

PARTS = ("subject.txt", "body.txt", "body.html")
EMPTY_LINES = re.compile(r"\n\s*\n\s*\n+")
PROSE = ("body", "why")  # values that may have several lines; in others, a line break could imitate our own text
IN_ONE_CONVERSATION = 50  # emails; many servers close a connection after a hundred
BREAKS = re.compile(r"[\s\x00-\x1f\x7f-\x9f]+")  # a subject is one line, whatever its values contain


async def send_mail(ctx: Context, to: str, template: str, *, unsubscribe_url: str | None = None, **values: Any) -> None:
    """Send `emails/<template>` once the transaction commits.

    `unsubscribe_url`: where one click stops mails of this kind; it must take a POST without a sign-in (RFC 8058).
    """
    with in_language(await find_language(ctx, to)):
        mail = write(ctx.site, to, template, unsubscribe_url=unsubscribe_url, **values)
    await _hand_over(ctx, [mail])


async def send_mails(ctx: Context, to: Mapping[str, str], template: str, **values: Any) -> None:
    """Send the same email to many people, each with their own unsubscribe URL. Written once per language."""
    mark = secrets.token_hex(16)  # no value can contain it; replaced by each reader's unsubscribe URL
    languages = await find_languages(ctx, list(to))
    written: dict[str, Written] = {}
    for language in dict.fromkeys(languages):
        with in_language(language):
            written[language.code] = write(ctx.site, "", template, unsubscribe_url=mark, **values)
    mails = [
        replace(
            written[language.code],
            recipient=recipient,
            body_text=written[language.code].body_text.replace(mark, url),
            body_html=written[language.code].body_html.replace(mark, escape(url)),
            unsubscribe_url=url,
        )
        for (recipient, url), language in zip(to.items(), languages, strict=True)
    ]
    if mails:
        await _hand_over(ctx, mails)


async def send_shared(ctx: Context, template: str, subject: str, mails: Sequence[tuple[int, str, str]]) -> None:
    """Send emails whose text is stored once: each with its body, recipient and unsubscribe URL."""
    numbers = await queries.add_shared(ctx.db, template, subject, mails, ctx.now)
    batches = [numbers[start : start + IN_ONE_CONVERSATION] for start in range(0, len(numbers), IN_ONE_CONVERSATION)]
    await deliver_list_mails.enqueue_many(ctx.db, [{"kind": template, "mail_ids": batch} for batch in batches])


async def _hand_over(ctx: Context, written: Sequence[Written]) -> None:
    await deliver_mail.enqueue_each(ctx.db, await queries.add(ctx.db, written, ctx.now))


def write(site: Site, to: str, template: str, *, unsubscribe_url: str | None, **values: Any) -> Written:
    """The email in the operator's own words if they wrote some, else in the shipped ones; in the current language, or
    else in the site's own."""
    with in_language(usual_language(site)):
        return _write(site, to, template, unsubscribe_url, values)


def _write(site: Site, to: str, template: str, unsubscribe_url: str | None, values: dict[str, Any]) -> Written:
    lines = {name: fold_breaks(value) for name, value in values.items() if type(value) is str and name not in PROSE}
    values = {"site": site, "unsubscribe_url": unsubscribe_url, **values, **lines}
    parts = [email_environment(site.theme).get_template(f"{template}/{part}") for part in PARTS]
    kind = kind_of(template, values) if site.brand.email_words else None
    words = site.brand.email_words.get(kind.name) if kind else None
    if kind is not None and words is not None:
        subject, text, html = _write_own(kind, words, parts, values)
    else:
        subject, text, html = (part.render(values) for part in parts)
    return Written(
        recipient=to,
        template=template,
        subject=BREAKS.sub(" ", subject).strip(),
        body_text=text.strip() + "\n",
        body_html=_inliner().inline(html),
        unsubscribe_url=unsubscribe_url,
    )


def _write_own(
    kind: EmailKind, words: EmailWords, parts: Sequence[Template], values: dict[str, Any]
) -> tuple[str, str, str]:
    site: Site = values["site"]
    plain = {name: values.get(name) for name in kind.placeholders if name in kind.values}
    shown = {name: "" if value is None else safe_to_show(_in_words(value)) for name, value in plain.items()}
    shown |= {"site": site.name, "site_url": site.url}
    subject, text, html = parts
    said = shown | _blocks(kind, (subject, text), values)
    # What the HTML template rendered is markup; what the subject's rendered is text, to be escaped like any value.
    rendered: dict[str, str] = {}
    for name, block in _blocks(kind, (html,), values).items():
        rendered[name] = Markup(block)  # noqa: S704  # nosec B704
    marked = shown | _blocks(kind, (subject,), values) | rendered
    own = email_environment(site.theme)
    return (
        fill_text(words.subject, said | _blocks(kind, (subject,), values)),
        EMPTY_LINES.sub("\n\n", own.get_template("own_words.txt").render(values, words=fill_text(words.body, said))),
        own.get_template("own_words.html").render(values, words=fill_html(words.body, marked)),
    )


def _blocks(kind: EmailKind, parts: Sequence[Template], values: dict[str, Any]) -> dict[str, str]:
    """The parts of an email that we write, from the blocks of its templates; the last template that has one counts."""
    return {
        name: "".join(part.blocks[name](part.new_context(values))).strip("\n")
        for part in parts
        for name in kind.blocks
        if name in part.blocks
    }


def shipped_words(kind: EmailKind, theme: Path | None = None, language: Language = ENGLISH) -> EmailWords:
    """The shipped words of an email with their placeholders, for operators to start from."""
    site = Site("{site}", "{site_url}", theme=theme)
    values: dict[str, Any] = {
        name: _make_placeholder(name, value) if name in kind.placeholders and value else value
        for name, value in kind.values.items()
    }
    values = {"unsubscribe_url": None, **values, "site": site, "dollars": str, "key_of": str}
    own = email_environment(theme).overlay()
    own.cache = None
    with in_language(language):
        subject, body = (
            own.from_string(_with_placeholders(own, f"{kind.template}/{part}", kind)).render(values)
            for part in ("subject.txt", "body.txt")
        )
    return EmailWords(BREAKS.sub(" ", subject).strip(), EMPTY_LINES.sub("\n\n", body.partition("\n-- \n")[0]).strip())


class NumberPlaceholder(int):
    """A placeholder that counts as its example, because languages choose a plural form by the number."""

    name: str

    def __str__(self) -> str:
        return f"{{{self.name}}}"


def _make_placeholder(name: str, example: object) -> object:
    if not isinstance(example, int) or isinstance(example, bool):
        return f"{{{name}}}"
    placeholder = NumberPlaceholder(example)
    placeholder.name = name
    return placeholder


def _with_placeholders(templates: Environment, name: str, kind: EmailKind) -> str:
    """A template's source with `{name}` in place of each block that operators can place."""
    loader = templates.loader
    source = loader.get_source(templates, name)[0] if loader else ""
    names = "|".join(kind.blocks)
    pattern = rf"{{% block ({names}) %}}\n?((?:(?!{{% endblock).)*){{% endblock \+?%}}"

    def place(found: re.Match[str]) -> str:
        return f"{{{found[1]}}}" + ("\n" if found[2].endswith("\n") else "")

    return re.sub(pattern, place, source, flags=re.DOTALL) if names else source


@cache
def email_environment(theme: Path | None) -> Environment:
    shipped = PackageLoader("showground", "emails")
    own = [FileSystemLoader(theme / "emails")] if theme else []
    found = Environment(
        loader=ChoiceLoader([*own, shipped, PrefixLoader({"shipped": shipped})]),
        autoescape=select_autoescape(["html"], default=False),
        undefined=StrictUndefined,
        finalize=show,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    add_languages(found)
    cast("dict[str, Any]", found.filters)["day"] = _day
    return found


def _day(value: date | str) -> str:
    """A day in words. A placeholder for one, in the words that operators start from, stays as it is."""
    return value if isinstance(value, str) else day(value)


def _in_words(value: object) -> str:
    return str(show(day(value) if type(value) is date else value))


@cache
def _inliner() -> "CSSInliner":
    from css_inline import CSSInliner  # noqa: PLC0415 - 2 MB that a process without mail does not need

    return CSSInliner(load_remote_stylesheets=False, keep_at_rules=True)
