"""Show the caller's account and access."""

from showground.accounts.models import AccessGranted, Me
from showground.accounts.queries import accounts
from showground.accounts.scopes import ACCOUNT_READ, SCOPES
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.errors import SignInRequired


@operation("GET /me", scope=ACCOUNT_READ)
async def get_me(ctx: Context) -> Me:
    """Get your account and access.

    Shows the account you are signed in as, the scopes your credential carries, when it expires, and the operations it
    can call.
    """
    if ctx.access is None:
        raise SignInRequired
    return Me(
        account=await accounts.get_account(ctx.db, ctx.account),
        access=AccessGranted(
            kind=ctx.access.kind,
            scopes=[scope for scope in SCOPES if scope in ctx.access.scopes],
            expires_at=ctx.access.expires_at,
            operations=sorted(
                n for n, scope in ctx.operations.items() if scope == PUBLIC or scope in ctx.access.scopes
            ),
            test=ctx.access.test,
        ),
    )
