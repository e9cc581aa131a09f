"""Staff's own words of emails."""

import re
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from showground.brand.actions.brand import editor_of
from showground.brand.errors import FixedByFile, NoSuchEmail
from showground.brand.published import BRAND, PublishedBrand
from showground.brand.queries import email_words
from showground.core.brand import EmailWords
from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.database.pool import changes
from showground.core.languages import text_with
from showground.core.mail.email_kinds import EmailKind, check_words, find_kind, list_kinds
from showground.core.mail.templates import shipped_words, write
from showground.orders import localized_dollars

PART = "preview-part"  # marks the parts of a newsletter that depend on what its reader chose
EmailName = Annotated[str, Field(pattern="^[a-z_]{1,60}$")]


class EmailShown(DataModel):
    """A kind of email, and whose words it has."""

    name: str
    title: str
    own: bool
    fixed: bool  # whether the operator's file has the words


class EmailsShown(DataModel):
    items: list[EmailShown]


@action(scope=STAFF, read_only=True)
async def list_emails(ctx: Context) -> EmailsShown:
    """List all kinds of emails, and which have words of your own."""
    own, file = await email_words.list_words(ctx.db), ctx.services[PublishedBrand].file.words
    return EmailsShown(
        items=[
            EmailShown(
                name=kind.name, title=kind.title, own=kind.name in own or kind.name in file, fixed=kind.name in file
            )
            for kind in list_kinds()
        ]
    )


class ReadEmail(Input):
    email: EmailName


class EmailText(DataModel):
    """The words of an email as staff edit them."""

    name: str
    title: str
    subject: str
    body: str
    placeholders: list[str]
    required: list[str]
    own: bool
    fixed: bool


@action(scope=STAFF, read_only=True, errors=(NoSuchEmail,))
async def read_email(ctx: Context, input: ReadEmail) -> EmailText:
    """Read the words of an email: your own, or the shipped ones."""
    kind = _find(input.email)
    file = ctx.services[PublishedBrand].file.words
    own = file.get(kind.name) or (await email_words.list_words(ctx.db)).get(kind.name)
    words = own or shipped_words(kind, ctx.site.theme, ctx.site.languages.site)
    return EmailText(
        name=kind.name,
        title=kind.title,
        subject=words.subject,
        body=words.body,
        placeholders=list(kind.placeholders),
        required=list(kind.required),
        own=own is not None,
        fixed=kind.name in file,
    )


class WriteEmail(ReadEmail):
    subject: Annotated[str, Field(min_length=1, max_length=200)]
    body: Annotated[str, Field(min_length=1, max_length=10_000), MULTI_LINE]


class EmailPreview(DataModel):
    """An email with made-up values, as it would be sent."""

    subject: str
    text: str
    html: str


@action(scope=STAFF, read_only=True, errors=(NoSuchEmail,))
async def preview_email(ctx: Context, input: WriteEmail) -> EmailPreview:
    """Show how an email with these words would look, with made-up values."""
    kind = _find(input.email)
    words = _checked(kind, input)
    values: dict[str, Any] = {"unsubscribe_url": None, **kind.values, "key_of": _name_item, "part": PART}
    values["dollars"] = localized_dollars
    with ctx.site.previewing(replace(ctx.site.brand, email_words={kind.name: words})):
        made = write(ctx.site, "", kind.template, **values)
    text, html = (re.sub(rf"{PART}:[a-z]+;\n?", "", body) for body in (made.body_text, made.body_html))
    return EmailPreview(subject=made.subject, text=text, html=html)


@action(scope=STAFF, errors=(NoSuchEmail, FixedByFile))
async def write_email(ctx: Context, input: WriteEmail) -> EmailText:
    """Send an email in your own words from now on."""
    kind = _find(input.email)
    _refuse_fixed(ctx, kind)
    await email_words.write(ctx.db, kind.name, _checked(kind, input), editor_of(ctx), ctx.now)
    changes(ctx.db, BRAND)
    return await read_email.handler(ctx, ReadEmail(email=kind.name))


@action(scope=STAFF, errors=(NoSuchEmail, FixedByFile))
async def reset_email(ctx: Context, input: ReadEmail) -> EmailText:
    """Send an email in the shipped words again."""
    kind = _find(input.email)
    _refuse_fixed(ctx, kind)
    await email_words.delete(ctx.db, kind.name)
    changes(ctx.db, BRAND)
    return await read_email.handler(ctx, input)


def _name_item(_: object) -> str:
    return "item"


def _find(name: str) -> EmailKind:
    kind = find_kind(name)
    if kind is None:
        raise NoSuchEmail
    return kind


def _checked(kind: EmailKind, input: WriteEmail) -> EmailWords:
    words = EmailWords(input.subject, input.body)
    errors = [FieldError(field=field, message=problem) for field, problem in check_words(kind, words)]
    if errors:
        raise InvalidInput(errors=errors)
    return words


def _refuse_fixed(ctx: Context, kind: EmailKind) -> None:
    file = ctx.services[PublishedBrand].file
    if kind.name in file.words:
        message = text_with("%(name)s sets the words of this email, so they can't be changed here.", name=file.name)
        raise FixedByFile(errors=[FieldError(field="body", message=message)])
