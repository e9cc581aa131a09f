"""Email preferences."""

from starlette.responses import Response

from showground.accounts import MAIL_KINDS
from showground.accounts.actions.email_choice import choose_mails, read_mail_choice
from showground.core.calls.errors import NotFound
from showground.core.calls.models import NoInput
from showground.newsletter.actions.own_subscriptions import cancel_launch_alert, list_own_subscriptions
from showground.surfaces.web.forms import NO_RESULT
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_mails(visit: Visit) -> Response:
    choice = await visit.ask(read_mail_choice, NoInput())
    return visit.show(
        "account_mail.html",
        private=True,
        kinds=MAIL_KINDS,
        wanted=choice.wanted,
        own=await visit.ask(list_own_subscriptions, NoInput()),
        saved="saved" in visit.query,
        result=NO_RESULT,
    )


@for_a_person
async def save_mails(visit: Visit) -> Response:
    await visit.submit(choose_mails)
    return visit.go("/account/mail?saved=1")


@for_a_person
async def drop_launch_alert(visit: Visit) -> Response:
    result = await visit.submit(cancel_launch_alert, **visit.path_params)
    if result.failure:
        raise NotFound
    return visit.go("/account/mail?saved=1")
