"""Owners hand a listing over, and retire it."""

from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from showground import accounts, listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, PUBLIC, action
from showground.core.calls.errors import ApiError, NotFound
from showground.core.calls.input_text import OPAQUE
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.core.mail.address import MailAddress, fold, mailbox_of
from showground.core.mail.templates import send_mail
from showground.core.tokens import make_token
from showground.listings import NoSuchListing, ended
from showground.ownership.access import lock_as_owner
from showground.ownership.actions.listing_status import ListingStatusChange, WithdrawListing, withdraw
from showground.ownership.errors import OwnersOnly, WrongStatus
from showground.ownership.queries import transfers
from showground.ownership.transfers import hand_over

TRANSFER_DAYS = 14
TO_ONE_MAILBOX = Limit("listing-offers-to", 5, 3600)  # from everyone, so that offers can't flood a stranger
Token = Annotated[str, Field(max_length=200, repr=False), OPAQUE]


class OfferListing(Input):
    listing_id: int
    email: MailAddress


def _mailbox(input: OfferListing) -> str:
    return mailbox_of(input.email)


class TransferShown(DataModel):
    """An offer that nobody has accepted yet."""

    email: str
    expires_at: datetime


class YourOwnAddress(ApiError):
    """This is your own email address. Enter the address of the person who takes over."""


@action(
    scope=PERSON,
    recent=True,
    limit=Limit("offer_listing", 20, 3600),
    limit_each=((TO_ONE_MAILBOX, _mailbox),),
    errors=(NoSuchListing, OwnersOnly, YourOwnAddress),
)
async def offer_listing(ctx: Context, input: OfferListing) -> TransferShown:
    """Offer your listing to somebody by email. You stay its owner until they accept."""
    owned = await lock_as_owner(ctx, input.listing_id)
    own = await accounts.get_account(ctx.db, ctx.account)
    if fold(own.email) == fold(input.email):
        raise YourOwnAddress
    token, until = make_token(), ctx.now + timedelta(days=TRANSFER_DAYS)
    await transfers.write(ctx.db, owned.id, ctx.account, input.email, token, ctx.now, until)
    link = f"{ctx.site.url}/transfers/{token}"
    await send_mail(
        ctx, input.email, "listing_offered", giver=own.name, listing=owned.name, link=link, days=TRANSFER_DAYS
    )
    return TransferShown(email=input.email, expires_at=until)


class OfOwnListing(Input):
    listing_id: int


class TransferCancelled(DataModel):
    cancelled: bool


@action(scope=PERSON, errors=(NoSuchListing, OwnersOnly))
async def cancel_transfer(ctx: Context, input: OfOwnListing) -> TransferCancelled:
    """Take back an offer. Its link stops working."""
    owned = await lock_as_owner(ctx, input.listing_id)
    return TransferCancelled(cancelled=await transfers.cancel(ctx.db, owned.id))


class OpenTransfer(DataModel):
    transfer: TransferShown | None


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def get_transfer(ctx: Context, input: OfOwnListing) -> OpenTransfer:
    """Show to whom your listing is offered."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    found = await transfers.find_of_listing(ctx.db, owned.id, ctx.now)
    return OpenTransfer(transfer=found and TransferShown(email=found.email, expires_at=found.expires_at))


class ReadOffer(Input):
    token: Token


class OfferShown(DataModel):
    email: str
    listing: str
    giver: str


class NoSuchOffer(NotFound):
    """This offer was already accepted, was withdrawn or has expired. Ask for a new one."""


class OfferedToAnother(ApiError):
    """This listing is offered to another email address. Sign in with the address that the email was sent to."""

    status = 403


@action(scope=PUBLIC, read_only=True, errors=(NoSuchOffer,))
async def read_offer(ctx: Context, input: ReadOffer) -> OfferShown:
    """Show which listing is offered, and to whom."""
    found = await transfers.find_by_token(ctx.db, input.token, ctx.now)
    if found is None:
        raise NoSuchOffer
    return OfferShown(email=found.email, listing=found.name, giver=found.giver)


class ListingTaken(DataModel):
    listing_id: int


@action(scope=PERSON, errors=(NoSuchOffer, OfferedToAnother))
async def accept_offer(ctx: Context, input: ReadOffer) -> ListingTaken:
    """Take over a listing that was offered to your email address. Whoever offered it no longer owns it."""
    found = await transfers.find_by_token(ctx.db, input.token, ctx.now)
    if found is None:
        raise NoSuchOffer
    own = await accounts.get_account(ctx.db, ctx.account)
    if fold(own.email) != fold(found.email):
        raise OfferedToAnother
    state = await listings.status.find_state(ctx.db, found.listing_id)
    members = await listings.members.list_members(ctx.db, found.listing_id)
    owners = [member.account for member in members if member.role == "owner"]
    # Whoever offered it may have lost it since, and of two who accept at once, the second finds no offer.
    if state is None or found.account_id not in owners or not await transfers.cancel(ctx.db, found.listing_id):
        raise NoSuchOffer
    await hand_over(ctx, state, [found.account_id], ctx.account)
    return ListingTaken(listing_id=found.listing_id)


@action(scope=PERSON, errors=(NoSuchListing, OwnersOnly, WrongStatus))
async def retire_listing(ctx: Context, input: OfOwnListing) -> ListingStatusChange:
    """Retire a listing that was public: it leaves search and lists, and its page says that it was retired."""
    owned = await lock_as_owner(ctx, input.listing_id)
    if owned.live_at is None:
        raise WrongStatus(Text("Only a listing that was live can be retired. Withdraw it instead."))
    changed = await withdraw(ctx, WithdrawListing(listing_id=owned.id))
    await ended.set_retired(ctx.db, owned.id, ctx.now)
    return changed
