"""Emails and notifications about questions: to the makers when one is asked, to the asker when it is answered."""

from showground import accounts
from showground.core.calls.context import Context
from showground.core.mail.templates import send_mail
from showground.listings import members, status
from showground.notifications import NewNotification, add_notifications
from showground.questions.rules import one_line

MAIL_KIND = "questions"


async def tell_makers(ctx: Context, listing: int, question: int, body: str) -> None:
    """Tell everyone who may answer a new question; by email too, unless they turned these emails off."""
    known = await status.find_state(ctx.db, listing, lock=False)
    if known is None:
        return
    makers = [member.account for member in await members.list_members(ctx.db, listing)]
    told = [NewNotification(maker, "question", listing, question=question) for maker in makers]
    await add_notifications(ctx.db, told, ctx.now)
    for person in await accounts.find_reachable(ctx.db, makers, MAIL_KIND):
        await send_mail(
            ctx, person.email, "question_asked", listing=known.name, body=body, link=_link(ctx, known.slug, question)
        )


async def tell_asker(ctx: Context, listing: int, asker: int, question: int, asked: str, answer: str) -> None:
    known = await status.find_state(ctx.db, listing, lock=False)
    if known is None:
        return
    for person in await accounts.find_reachable(ctx.db, [asker], MAIL_KIND):
        await send_mail(
            ctx,
            person.email,
            "question_answered",
            listing=known.name,
            question=one_line(asked),
            body=answer,
            link=_link(ctx, known.slug, question),
        )


def _link(ctx: Context, slug: str, question: int) -> str:
    return f"{ctx.site.url}/listings/{slug}/questions/{question}"
