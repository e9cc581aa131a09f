"""Claim a listing."""

from typing import Annotated

from pydantic import Field

from showground import accounts
from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.domain_names import ascii_host, domain_of, host_of
from showground.core.languages import Text, sentences, text_with
from showground.core.mail.address import MailAddress
from showground.core.mail.templates import send_mail
from showground.core.tokens import make_token
from showground.extraction.statements.email import FREE_MAIL_DOMAINS
from showground.listings import members, slugs
from showground.ownership import input_values
from showground.ownership.claim_models import Claim, Method
from showground.ownership.queries import claims

MAILED = Limit("claims-by-mail", 20, 3600)


class CreateClaim(Input):
    slug: Annotated[str, Field(max_length=220, description="Slug of the listing.", examples=["tidewater"])]
    method: Annotated[
        Method,
        Field(
            description="How to prove ownership. `dns`: a TXT record; `meta`: a tag in the homepage's head; `file`: a"
            " text file; `email`: a link sent to an address at the listing's domain.",
            examples=["dns"],
        ),
    ]
    email: Annotated[
        MailAddress | None,
        Field(
            description="Only for method `email`: an address at the listing's domain.",
            examples=["hello@tidewater.example"],
        ),
    ] = None


async def judge(ctx: Context, input: CreateClaim) -> list[FieldError]:
    listing = await members.find_claimable(ctx.db, input.slug)
    if listing is not None:
        return _find_errors(input, listing)
    hint = await slugs.suggest_slugs(ctx.db, input.slug)
    return [FieldError(field="slug", message=sentences(Text("No listing has this slug."), hint))]


@operation(
    "POST /claims",
    scope=LISTINGS_WRITE,
    status=201,
    idempotent=True,
    judge=judge,
    location="/claims",
    emails=True,
    limit_if=(MAILED, "method", "email"),
)
async def create_claim(ctx: Context, input: CreateClaim) -> Claim:
    """Claim ownership of a listing.

    Returns what to publish to prove that you own the website, ready to copy. Then call verify_claim. A claim by email
    is verified when someone opens the emailed link. Verified is not the same as paid.
    """
    listing = await members.find_claimable(ctx.db, input.slug)
    if listing is None or _find_errors(input, listing):
        raise InvalidInput(errors=await judge(ctx, input))
    since = ctx.now - claims.LIFETIME
    number = await claims.find_pending(ctx.db, ctx.account, listing.id, input.method, input.email, since)
    link = make_token() if input.method == "email" else None
    if number is None:
        number = await claims.add_claim(ctx.db, ctx.account, listing.id, input.method, input.email, link, ctx.now)
    elif link is not None:
        await claims.set_link(ctx.db, number, link)
    if link is not None and input.email is not None:
        await _mail_link(ctx, input.email, listing, link)
    row = await claims.find_claim(ctx.db, number)
    (claim,) = await claims.present(ctx.db, [row] if row else [], ctx.now)
    return claim


def _find_errors(input: CreateClaim, listing: members.Claimable) -> list[FieldError]:
    host = host_of(listing.website)
    domain = domain_of(host)
    if input.method in ("dns", "email") and input_values.is_number(host):
        message = Text("This listing's website has no domain name. Use method `meta` or `file`.")
        return [FieldError(field="method", message=message)]
    if input.method != "email":
        return (
            [
                FieldError(
                    field="email", message=Text("Only allowed with method `email`. Remove it, or change the method.")
                )
            ]
            if input.email
            else []
        )
    if domain in FREE_MAIL_DOMAINS:
        message = text_with(
            "Anyone can have an email address at %(domain)s, so it proves nothing. Use method `dns`, `meta` or `file`.",
            domain=domain,
        )
        return [FieldError(field="method", message=message)]
    if input.email is None:
        return [
            FieldError(
                field="email", message=text_with("Method `email` needs an email address at %(domain)s.", domain=domain)
            )
        ]
    if ascii_host(input.email) not in (domain, ascii_host(host)):
        return [FieldError(field="email", message=text_with("Must be an email address at %(domain)s.", domain=domain))]
    return []


async def _mail_link(ctx: Context, to: str, listing: members.Claimable, link: str) -> None:
    persons = await accounts.find_reachable(ctx.db, [ctx.account])
    await send_mail(
        ctx,
        to,
        "claim_link",
        listing=listing.name,
        claimant=", ".join(f"{person.name} ({person.email})" for person in persons) or "Somebody",
        link=f"{ctx.site.url}/claims/{link}",
    )
