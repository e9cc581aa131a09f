"""What a person asked for by email address, shown to the account that signs in with that address."""

from uuid import UUID

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import Slug
from showground.newsletter.models import AwaitedLaunch, ChosenCategory
from showground.newsletter.queries import subscribers


class OwnNewsletter(DataModel):
    """A newsletter subscription with the token that changes or ends it; no categories means all."""

    token: UUID
    categories: list[ChosenCategory]


class OwnSubscriptions(DataModel):
    newsletter: OwnNewsletter | None
    launches: list[AwaitedLaunch]


@action(scope=PERSON, read_only=True)
async def list_own_subscriptions(ctx: Context) -> OwnSubscriptions:
    """Show your newsletter subscription, and the upcoming listings whose launch we email you about."""
    email = (await accounts.get_account(ctx.db, ctx.account)).email
    found = await subscribers.find_subscription_of(ctx.db, email)
    categories = await subscribers.name_categories(ctx.db, found.category_ids) if found else []
    return OwnSubscriptions(
        newsletter=OwnNewsletter(token=found.token, categories=categories) if found else None,
        launches=await subscribers.list_launch_alerts(ctx.db, email),
    )


class CancelLaunchAlert(Input):
    slug: Slug


class LaunchAlertCancelled(DataModel):
    """Cancelling twice is the same as once."""

    cancelled: bool = True


@action(scope=PERSON)
async def cancel_launch_alert(ctx: Context, input: CancelLaunchAlert) -> LaunchAlertCancelled:
    """No longer be told when a listing launches."""
    email = (await accounts.get_account(ctx.db, ctx.account)).email
    await subscribers.drop_launch_alert(ctx.db, input.slug, email)
    return LaunchAlertCancelled()
