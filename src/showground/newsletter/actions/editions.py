"""Editions of the Monday email: begin and write them, preview them, and show the archive."""

from datetime import date, timedelta

from showground import accounts, launches
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, STAFF, action
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.core.mail import queries as mail
from showground.core.mail.templates import send_shared
from showground.newsletter import rules
from showground.newsletter.actions.subscriptions import subscription_url
from showground.newsletter.edition_email import TEMPLATE, EditionEmail
from showground.newsletter.errors import NoSuchEdition
from showground.newsletter.models import Edition, EditionEntry, EditionItem, EditionListing, StaffEdition
from showground.newsletter.queries import editions, sponsors

AT_ONCE = 5_000  # subscribers per transaction
RECENT = 10


class EditionBegun(DataModel):
    """The edition whose emails are to be written now; null if there is none."""

    week: date | None


@action(scope=STAFF)
async def begin_edition(ctx: Context) -> EditionBegun:
    """Begin this week's edition if it is due: fix what it contains. Safe to repeat.

    It waits until the awards of the week before are fixed. A week without any launches has no edition.
    """
    week = rules.due_week(ctx.now)
    if week is None:
        return EditionBegun(week=None)
    known = await editions.find_unwritten(ctx.db, week)
    if known is not None:
        return EditionBegun(week=week if known else None)
    if await launches.find_unclosed_week(ctx.db, week) is not None:
        return EditionBegun(week=None)
    top, new = await _find_launches(ctx, week)
    if not (top or new) or not await editions.add_edition(ctx.db, week, ctx.now):
        return EditionBegun(week=None)
    await editions.add_items(ctx.db, week, "top", top)
    await editions.add_items(ctx.db, week, "new", new)
    await sponsors.postpone_sponsor(ctx.db, week)
    return EditionBegun(week=week)


class WriteEdition(Input):
    week: date


class EditionWritten(DataModel):
    """How many emails were written, and whether there may be more to write."""

    emails: int
    more: bool


@action(scope=STAFF)
async def write_edition(ctx: Context, input: WriteEdition) -> EditionWritten:
    """Write an edition's emails to the next subscribers, and record the progress in the same transaction: whenever the
    process is killed, the next one continues where this one stopped."""
    begun = await editions.lock_edition(ctx.db, input.week)
    if begun is None:
        return EditionWritten(emails=0, more=False)
    created_at, after = begun
    readers, last = await editions.take_readers(ctx.db, input.week, after, created_at, AT_ONCE)
    if last == after:
        await editions.note_written(ctx.db, input.week, ctx.now)
        return EditionWritten(emails=0, more=False)
    emails = await _write_to(ctx, input.week, readers)
    await editions.note_progress(ctx.db, input.week, last)
    return EditionWritten(emails=emails, more=True)


async def _write_to(ctx: Context, week: date, readers: list[editions.Reader]) -> int:
    """Readers with the same categories share one text. Readers with nothing new in theirs get no email."""
    items = await editions.list_items(ctx.db, week)
    email = EditionEmail(ctx.site, week, items, await editions.find_sponsor(ctx.db, week))
    chosen = {ids: rules.choose(items, ids) for ids in {tuple(reader.category_ids) for reader in readers}}
    bodies: dict[tuple[str, ...], int] = {}
    mails: list[tuple[int, str, str]] = []
    for reader in readers:
        got = chosen[tuple(reader.category_ids)]
        key = tuple(map(rules.key_of, got))
        if not got:
            continue
        if key not in bodies:
            bodies[key] = await mail.add_body(ctx.db, email.cut_to(got), email.mark, ctx.now)
        mails.append((bodies[key], reader.email, subscription_url(ctx.site.url, reader.token)))
    if mails:
        await send_shared(ctx, TEMPLATE, email.subject, mails)
    return len(mails)


class ListEditions(Paged):
    """Pagination of the archive."""


@action(scope=PUBLIC, read_only=True)
async def list_editions(ctx: Context, input: ListEditions) -> Page[EditionEntry]:
    """List past editions, newest first."""
    return await editions.list_editions(ctx.db, input)


class GetEdition(Input):
    week: date


@action(scope=PUBLIC, read_only=True, errors=(NoSuchEdition,))
async def get_edition(ctx: Context, input: GetEdition) -> Edition:
    """Show a past edition, without what is no longer public."""
    written = await editions.find_written_at(ctx.db, input.week)
    if written is None:
        raise NoSuchEdition
    return _present(
        input.week,
        await editions.list_items(ctx.db, input.week),
        await editions.find_sponsor(ctx.db, input.week),
        written_at=written[0],
    )


class NewsletterDesk(DataModel):
    """The next edition as it would be now, past ones, and how many subscribers there are."""

    next: Edition
    subject: str
    text: str
    editions: list[StaffEdition]
    subscribers: int


@action(scope=STAFF, read_only=True)
async def preview_newsletter(ctx: Context) -> NewsletterDesk:
    """Show staff the next edition as it would be now, and how earlier ones went."""
    week, items, sponsor = await _preview(ctx)
    email = EditionEmail(ctx.site, week, items, sponsor)
    return NewsletterDesk(
        next=_present(week, items, sponsor),
        subject=email.subject,
        text=email.cut_to(rules.choose(items, ())).body_text.replace(email.mark, _no_subscription(ctx)),
        editions=await editions.list_for_staff(ctx.db, RECENT),
        subscribers=await editions.count_subscribers(ctx.db),
    )


class TestEmailSent(DataModel):
    email: str


@action(scope=STAFF)
async def send_test_edition(ctx: Context) -> TestEmailSent:
    """Email the next edition, as it would be now, to yourself."""
    week, items, sponsor = await _preview(ctx)
    email = EditionEmail(ctx.site, week, items, sponsor)
    person = await accounts.get_account(ctx.db, ctx.account)
    body = await mail.add_body(ctx.db, email.cut_to(rules.choose(items, ())), email.mark, ctx.now)
    await send_shared(ctx, TEMPLATE, f"Test: {email.subject}", [(body, person.email, _no_subscription(ctx))])
    return TestEmailSent(email=person.email)


def _no_subscription(ctx: Context) -> str:
    """Where the links of a test lead: nobody's subscription."""
    return f"{ctx.site.url}/newsletter"


async def _preview(ctx: Context) -> tuple[date, list[EditionItem], EditionListing | None]:
    """On Mondays before the edition is sent, what it will say; later, what next Monday's would say if it were today.

    What is scheduled for its week counts as new: it will be live by then.
    """
    week = rules.next_week(ctx.now)
    top, new = await _find_launches(ctx, week, scheduled=True)
    items = [*await editions.describe(ctx.db, top, "top"), *await editions.describe(ctx.db, new, "new")]
    return week, items, await editions.find_sponsor(ctx.db, week)


async def _find_launches(
    ctx: Context, week: date, *, scheduled: bool = False
) -> tuple[list[launches.RankedLaunch], list[launches.RankedLaunch]]:
    """The launches of the week before, best first, and those of this week."""
    top = await launches.find_ranked(ctx.db, week - timedelta(weeks=1), rules.MAX_STORED["top"])
    return top, await launches.find_ranked(ctx.db, week, rules.MAX_STORED["new"], scheduled=scheduled)


def _present(week: date, items: list[EditionItem], sponsor: EditionListing | None, **more: object) -> Edition:
    shown = {
        section: [
            EditionListing(slug=i.slug, name=i.name, tagline=i.tagline, votes=i.votes, place=i.place)
            for i in items
            if i.section == section
        ]
        for section in ("top", "new")
    }
    return Edition.model_validate({"week": week, "written_at": None, "sponsor": sponsor, **shown, **more})
