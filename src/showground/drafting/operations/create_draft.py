"""Create a draft from a website."""

import re
from typing import Annotated

from pydantic import Field

from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.domain_names import domain_of, site_key
from showground.core.fetch import FetchFailed
from showground.core.languages import Text
from showground.drafting import presentation
from showground.drafting.jobs import read_and_draft
from showground.drafting.models import Draft
from showground.drafting.queries import drafts


class CreateDraft(Input):
    url: Annotated[
        str,
        Field(
            max_length=2048,
            description="URL of the product's website. If the scheme is missing, https:// is tried first,"
            " then http://.",
            examples=["https://tidewater.example"],
        ),
    ]


EMAIL = re.compile(r"(?:mailto:)?[^\s/@]+@[^\s/@]+", re.IGNORECASE)
WITHOUT_DOT = re.compile(r"[^./:@\u3002\uff0e\uff61]+")  # the others are dots in the scripts of East Asia
EMAIL_TYPED = Text("This is an email address. Enter the address of the product's website, such as tidewater.example.")
NAME_TYPED = Text("This is not a web address. Enter the domain with its ending, such as tidewater.example.")


def find_error(ctx: Context, input: CreateDraft) -> FieldError | None:
    """What is wrong with the URL as it was written. Nothing is fetched."""
    text = input.url.strip()
    if EMAIL.fullmatch(text):
        return FieldError(field="url", message=EMAIL_TYPED)
    if WITHOUT_DOT.fullmatch(text):
        return FieldError(field="url", message=NAME_TYPED)
    try:
        read_url(ctx, input)
    except FetchFailed as failure:
        return FieldError(field="url", message=failure.message)
    return None


def read_url(ctx: Context, input: CreateDraft) -> str:
    """The URL in canonical form."""
    url = input.url.strip()
    return ctx.check_url(url if has_scheme(url) else f"https://{url}")


def has_scheme(url: str) -> bool:
    return re.match(r"[a-z][a-z0-9+.-]*:(?!\d)", url.strip(), re.IGNORECASE) is not None


async def judge(ctx: Context, input: CreateDraft) -> list[FieldError]:
    error = find_error(ctx, input)
    return [error] if error else []


@operation(
    "POST /drafts",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    judge=judge,
    location="/drafts/{id}",
    fetches=True,
    limit=Limit("create_draft", 20, 3600),
)
async def create_draft(ctx: Context, input: CreateDraft) -> Draft:
    """Create a draft from a website URL.

    We read the website and draft the profile, which takes about a minute. Call get_draft with `wait` 25 until its
    status is `ready`. Nothing is published or charged. If the website is already listed, call create_claim instead.
    """
    if errors := await judge(ctx, input):
        raise InvalidInput(errors=errors)
    url = read_url(ctx, input)
    domain = domain_of(url)
    draft = await drafts.add(ctx.db, ctx.account, url, domain, ctx.now)
    more = {} if has_scheme(input.url) else {"try_http": True}
    await read_and_draft.enqueue(ctx.db, str(draft), 1, ctx.account, site_key(url), **more)
    return await presentation.present(ctx.db, draft, ctx.account, ctx.site)
