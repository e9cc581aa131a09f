"""SQL on accounts as the people who run the site see them: search, roles, blocking and invitations to a role."""

from dataclasses import dataclass
from datetime import datetime
from typing import LiteralString

from showground.accounts.people_models import Person, PersonState, StaffInvitation
from showground.accounts.scopes import StaffRole
from showground.core.database.pool import Connection
from showground.core.mail.address import fold
from showground.core.tokens import hash_token

# An account that an older version made staff has no role; all staff were owners then.
PERSON: LiteralString = """
select account.id, name, email::text, coalesce(role, case when staff then 'owner' end) as role, demo, created_at,
    blocked_at, blocked_why, greatest(
        (select max(last_seen_at) from session where account_id = account.id),
        (select max(at) from access_event where account_id = account.id)
    ) as seen_at
"""
CHOSEN: LiteralString = """
from account where (%(q)s::text is null or strpos(lower(name), %(q)s) > 0 or strpos(lower(email::text), %(q)s) > 0
        or account.id::text = %(q)s)
    and case %(state)s when 'blocked' then blocked_at is not null when 'staff' then role is not null or staff
        else true end
"""


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """An invitation that may still be accepted."""

    email: str
    role: StaffRole
    inviter: str | None


async def find_people(
    db: Connection, q: str | None, state: PersonState | None, *, skip: int, most: int
) -> tuple[list[Person], int]:
    """Accounts, newest first, and how many there are. `q` is part of a name or email address, or an account's id."""
    values = {"q": q.strip().lower() if q else None, "state": state, "skip": skip, "most": most}
    found = await db.all_as(Person, PERSON + CHOSEN + "order by account.id desc offset %(skip)s limit %(most)s", values)
    total = await db.one("select count(*) " + CHOSEN, values)
    return found, total[0] if total else 0


async def find_person(db: Connection, account: int, *, lock: bool = False) -> Person | None:
    """An account. `lock`: until the end of the transaction."""
    if lock:
        await db.execute("select from account where id = %s for update", (account,))
    return await db.one_as(Person, PERSON + "from account where account.id = %s", (account,))


async def list_staff(db: Connection) -> list[Person]:
    """Everyone with a role, oldest first."""
    return await db.all_as(Person, PERSON + "from account where role is not null or staff order by account.id")


async def count_owners(db: Connection, *, but: int | None = None, demo: bool = True) -> int:
    """How many other owners the site has; without `demo`, fictional ones don't count. Call `lock_owners` first if a
    role is about to change."""
    row = await db.one(
        """
        select count(*) from account where (role = 'owner' or role is null and staff) and blocked_at is null
            and id is distinct from %s and (%s or not demo)
        """,
        (but, demo),
    )
    return row[0] if row else 0


async def appoint_owner(db: Connection) -> str | None:
    """If the site has no owner, make whoever joined its staff first the owner. Their email address; None otherwise."""
    row = await db.one(
        """
        update account set role = 'owner', staff = true
        where id = (select id from account where role = 'staff' and blocked_at is null order by id limit 1)
            and not exists (
                select from account where (role = 'owner' or role is null and staff) and blocked_at is null)
        returning email::text
        """
    )
    return row[0] if row else None


async def lock_owners(db: Connection) -> None:
    """Lock changes of owners, so that two transactions can't remove the last two owners at once."""
    await db.execute("select from account where role = 'owner' or staff order by id for update")


async def set_role(db: Connection, account: int, role: StaffRole | None) -> None:
    await db.execute(
        """
        update account set role = %(role)s, staff = coalesce(%(role)s in ('owner', 'staff'), false)
        where id = %(account)s
        """,
        {"account": account, "role": role},
    )


async def block(db: Connection, account: int, why: str | None, at: datetime) -> None:
    """Block an account: its sessions and keys end."""
    await db.execute("update account set blocked_at = %s, blocked_why = %s where id = %s", (at, why, account))
    await db.execute("delete from session where account_id = %s", (account,))
    await db.execute("update api_key set revoked_at = %s where account_id = %s and revoked_at is null", (at, account))


async def unblock(db: Connection, account: int) -> None:
    await db.execute("update account set blocked_at = null, blocked_why = null where id = %s", (account,))


async def write_invitation(
    db: Connection, email: str, role: StaffRole, token: str, by: int | None, at: datetime, until: datetime
) -> None:
    """Invite an address. An earlier invitation of the same address stops working."""
    await cancel_invitation(db, email)
    await db.execute(
        """
        insert into staff_invitation (email, role, token_hash, invited_by, created_at, expires_at)
        values (%s, %s, %s, %s, %s, %s)
        """,
        (email, role, hash_token(token), by, at, until),
    )


async def list_invitations(db: Connection, now: datetime) -> list[StaffInvitation]:
    return await db.all_as(
        StaffInvitation,
        "select id, email, role, created_at, expires_at from staff_invitation where expires_at > %s order by id",
        (now,),
    )


async def find_invitation(db: Connection, token: str, now: datetime) -> OpenInvitation | None:
    return await db.one_as(
        OpenInvitation,
        """
        select i.email, i.role, account.name as inviter from staff_invitation i
        left join account on account.id = invited_by where token_hash = %s and expires_at > %s
        """,
        (hash_token(token), now),
    )


async def use_invitation(db: Connection, token: str, now: datetime) -> StaffRole | None:
    """Use up an invitation and return its role. If two requests accept it at once, one gets None."""
    row = await db.one(
        "delete from staff_invitation where token_hash = %s and expires_at > %s returning role",
        (hash_token(token), now),
    )
    return row[0] if row else None


async def cancel_invitations_by(db: Connection, account: int) -> None:
    """Cancel what somebody sent who is no longer an owner: they could come back with it."""
    await db.execute("delete from staff_invitation where invited_by = %s", (account,))


async def cancel_invitation(db: Connection, email: str) -> bool:
    gone = await db.execute('delete from staff_invitation where lower(email collate "C") = %s', (fold(email),))
    return gone.rowcount == 1
