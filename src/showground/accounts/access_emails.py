"""Emails about every new way to access an account, so that its owner notices one they did not add."""

from dataclasses import dataclass

from showground.accounts.queries import accounts, sign_ins
from showground.core.calls.context import Context
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
    "New API key on your {site} account",
    "An API key named “{name}” was created for your {site} account.",
    "revoke the key",
    "/account/keys",
)
PASSKEY = Added(
    "New passkey on your {site} account",
    "A passkey named “{name}” was added to your {site} account. It can be used to sign in.",
    "remove the passkey and sign out everywhere else",
    "/account/passkeys",
)
PROVIDER = Added(
    "New sign-in with {name} on your {site} account",
    "Someone signed in to your {site} account with {name} for the first time.",
    "sign out every browser that is not yours, then secure your {name} account and your email account",
    "/account/sessions",
)
APP = Added(
    "New app connected to your {site} account",
    "The app “{name}” was allowed to use your {site} account.",
    "disconnect the app",
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
        await send_mail(
            ctx,
            person.email,
            "access_added",
            title=added.title.format_map(words),
            event=added.event.format_map(words),
            remedy=added.remedy.format_map(words),
            page=ctx.site.url + added.page,
            at=f"{ctx.now.day} {ctx.now:%B %Y, %H:%M} UTC",
            by_command=ctx.surface == "command",
            address=ctx.address,
            browser=name_browser(agent) if agent else "",
        )
