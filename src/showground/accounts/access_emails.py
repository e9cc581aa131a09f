"""Emails about every new way to access an account, so that its owner notices one they did not add."""

from dataclasses import dataclass

from showground.accounts.queries import accounts, sign_ins
from showground.core.calls.context import Context
from showground.core.languages import Text, in_language, translated
from showground.core.languages.formats import moment
from showground.core.mail.recipient_languages import find_language
from showground.core.mail.templates import send_mail
from showground.core.user_agent import name_browser


@dataclass(frozen=True, slots=True)
class Added:
    """A kind of access, and what its email says; `{name}` and `{site}` are filled in."""

    title: str
    event: str
    remedy: str
    page: str  # where it is listed and can be revoked


API_KEY = Added(
    Text("New API key on your {site} account"),
    Text("An API key named “{name}” was created for your {site} account."),
    Text("revoke the key"),
    "/account/keys",
)
PASSKEY = Added(
    Text("New passkey on your {site} account"),
    Text("A passkey named “{name}” was added to your {site} account. It can be used to sign in."),
    Text("remove the passkey and sign out everywhere else"),
    "/account/passkeys",
)
PROVIDER = Added(
    Text("New sign-in with {name} on your {site} account"),
    Text("Someone signed in to your {site} account with {name} for the first time."),
    Text("sign out every browser that is not yours, then secure your {name} account and your email account"),
    "/account/sessions",
)
APP = Added(
    Text("New app connected to your {site} account"),
    Text("The app “{name}” was allowed to use your {site} account."),
    Text("disconnect the app"),
    "/account/apps",
)


async def tell_of_access(ctx: Context, account: int, added: Added, name: str, *, agent: str = "") -> None:
    """Email the account's owner about new access to it, once the transaction commits.

    `agent`: the browser that was used; by default, the browser of the caller's session.
    """
    held = ctx.access
    if not agent and held is not None and held.kind == "session" and held.credential is not None:
        agent = await sign_ins.find_agent(ctx.db, held.credential)
    words = {"name": name, "site": ctx.site.name}
    for person in await accounts.find_reachable(ctx.db, [account]):
        with in_language(await find_language(ctx, person.email)):
            said = [translated(text).format_map(words) for text in (added.title, added.event, added.remedy)]
            at = moment(ctx.now)
        title, event, remedy = said
        await send_mail(
            ctx,
            person.email,
            "access_added",
            title=title,
            event=event,
            remedy=remedy,
            page=ctx.site.url + added.page,
            at=at,
            by_command=ctx.surface == "command",
            address=ctx.address,
            browser=name_browser(agent) if agent else "",
        )
