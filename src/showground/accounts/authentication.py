"""Finds what an API key or a session allows. Uses of keys are counted in memory and written in batches."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from showground.accounts import keys
from showground.accounts.queries import accounts, sign_ins
from showground.accounts.scopes import ROLE_SCOPES, SCOPES, StaffRole
from showground.core.batches import Batches
from showground.core.calls.context import Access, EndedAccess
from showground.core.calls.declare import PERSON
from showground.core.calls.errors import Unavailable
from showground.core.database.database import Database
from showground.core.tokens import hash_token

SEEN_EVERY = timedelta(minutes=5)  # how often a session's last use is written
MAX_NOTED = 10_000  # between two writes; a flood of wrong keys must not fill the memory


class ApiKeys:
    """Looks up API keys. Nothing is cached, so that a revoked key stops at once."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: dict[tuple[accounts.Folded, int | None, str, datetime], accounts.FoldedEvent] = {}

    async def find(self, token: str, now: datetime, address: str) -> Access | EndedAccess | None:
        known = None
        if keys.looks_right(token):
            known = await self._database.look_up(lambda db: accounts.find_key(db, hash_token(token), now))
        access, good = known or (None, False)
        self._note("used" if good else "refused", access.credential if access else None, now, address)
        if access is None or good:
            return access
        return EndedAccess(f"key {access.credential}")

    def note_refused(self, now: datetime, address: str) -> None:
        """Note a refused credential of another kind."""
        self._note("refused", None, now, address)

    async def write_noted(self) -> None:
        """Write the counts since the last time. What cannot be written now is kept for the next time."""
        if not self._noted:
            return
        noted, self._noted = self._noted, {}
        try:
            async with self._database.transaction() as db:
                await accounts.add_folded_events(db, noted.values())
        except Unavailable:
            since, self._noted = self._noted, noted
            for event in since.values():
                self._add(event)
            raise

    def _note(self, kind: accounts.Folded, key: int | None, now: datetime, address: str) -> None:
        hour = now.replace(minute=0, second=0, microsecond=0)
        self._add(accounts.FoldedEvent(kind, key, address, hour, now, 1))

    def _add(self, new: accounts.FoldedEvent) -> None:
        place = (new.kind, new.key, new.address, new.hour)
        event = self._noted.get(place)
        if event is not None:
            event.times += new.times
            event.last = max(event.last, new.last)
        elif len(self._noted) < MAX_NOTED:
            self._noted[place] = new


@dataclass(frozen=True, slots=True)
class SignedInPerson:
    """A person who is signed in on the website."""

    access: Access
    name: str
    email: str
    role: StaffRole | None

    @property
    def staff(self) -> bool:
        """Whether they have any role on the site."""
        return self.role is not None


class SessionLookup:
    """Looks up sessions, those of requests that arrive together by one statement. Nothing is cached, so that a session
    that was ended stops at once."""

    def __init__(self, database: Database, *, staff_passkey: bool = False) -> None:
        """`staff_passkey`: staff who signed in without a passkey may not do staff's work."""
        self._database = database
        self._staff_passkey = staff_passkey
        self._lookups = Batches(self._find_holders)

    async def _find_holders(self, tokens: Sequence[tuple[str, datetime]]) -> Sequence[sign_ins.SessionHolder | None]:
        return await self._database.look_up(lambda db: sign_ins.find_holders(db, tokens))

    async def find(self, token: str, now: datetime, address: str) -> SignedInPerson | None:
        holder = await self._lookups.add((token, now))
        if holder is None:
            return None
        if now - holder.last_seen_at >= SEEN_EVERY:
            async with self._database.reading() as db:
                await sign_ins.note_seen(db, holder.session_id, address, now)
        passkey_first = self._staff_passkey and holder.role is not None and holder.method != sign_ins.PASSKEY
        of_role = ROLE_SCOPES[holder.role] if holder.role and not passkey_first else ()
        scopes = frozenset((*SCOPES, PERSON, *of_role))
        recent = now - holder.created_at < sign_ins.RECENT
        access = Access(
            holder.account_id, "session", scopes, holder.expires_at, holder.session_id, holder.last_write_xid,
            recent=recent, passkey_first=passkey_first,
        )  # fmt: skip
        return SignedInPerson(access, holder.name, holder.email, holder.role)
