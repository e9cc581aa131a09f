"""Votes in any order: totals are what the ledger says, each person counts once, and owners never."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from anyio.from_thread import BlockingPortal
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from showground.launches.actions.vote_ledger import DiscountVotes, discount_votes
from showground.launches.actions.votes import CastVote, WithdrawVote, cast_vote, withdraw_vote
from showground.launches.errors import OwnListing
from showground.listings import NoSuchListing
from tests.fuzz.sequences import Machine
from tests.support.launch_world import Fair
from tests.support.world import running_world

VOTERS = 4
SOMEBODY = st.integers(0, VOTERS - 1)


class Votes(Machine):
    """One live listing and the people around it."""

    def __init__(self, portal: BlockingPortal, fair: Fair, number: int) -> None:
        super().__init__(portal, number)
        self.fair = fair
        self.slug = f"quince-{number}"
        owner, *self.voters = self.do(fair.add_people(VOTERS + 1))
        self.owner = owner
        self.listing = self.do(fair.add(self.slug, members={owner: "owner"}))
        self.cast: set[int] = set()
        self.discounted: set[int] = set()
        self.public = True

    @property
    def counted(self) -> int:
        return len(self.cast - self.discounted)

    @rule(who=SOMEBODY)
    def vote(self, who: int) -> None:
        voter = self.voters[who]
        asked = self.fair.world.dispatcher.call(cast_vote, self.fair.person(voter), CastVote(slug=self.slug))
        if not self.public:
            self.refused(asked, NoSuchListing)
            return
        self.cast.add(voter)
        assert self.do(asked).votes == self.counted

    @rule(who=SOMEBODY)
    def withdraw(self, who: int) -> None:
        voter = self.voters[who]
        asked = self.fair.world.dispatcher.call(withdraw_vote, self.fair.person(voter), WithdrawVote(slug=self.slug))
        if not self.public:
            self.refused(asked, NoSuchListing)
            return
        self.cast.discard(voter)
        assert self.do(asked).votes == self.counted

    @rule()
    def vote_for_oneself(self) -> None:
        asked = self.fair.world.dispatcher.call(cast_vote, self.fair.person(self.owner), CastVote(slug=self.slug))
        self.refused(asked, OwnListing if self.public else NoSuchListing)

    @rule(chosen=st.sets(SOMEBODY, min_size=1), count=st.booleans())
    def discount(self, chosen: set[int], count: bool) -> None:
        """Staff count some votes no more, or again; of those that there are."""
        accounts = [self.voters[who] for who in sorted(chosen) if self.voters[who] in self.cast]
        what = DiscountVotes(slug=self.slug, accounts=accounts, why=None if count else "same office")
        asked = self.fair.world.dispatcher.call(discount_votes, self.fair.staff(self.owner), what)
        if not self.public:
            self.refused(asked, NoSuchListing)
            return
        self.discounted = self.discounted - {*accounts} if count else self.discounted | {*accounts}
        told = self.do(asked)
        assert (told.counted, told.discounted) == (self.counted, len(self.cast & self.discounted))

    @rule()
    def hide_or_show(self) -> None:
        """Staff suspend the listing, or let it be seen again."""
        self.public = not self.public
        self.do(self.fair.set_status(self.listing, "live" if self.public else "suspended"))

    @invariant()
    def totals_are_what_the_ledger_says(self) -> None:
        rows = self.do(
            self.fair.ask(
                """
                select listing.votes, launch.votes, (select count(*) from vote where listing_id = listing.id)
                from listing join launch on launch.listing_id = listing.id where listing.id = %s
                """,
                self.listing,
            )
        )
        assert rows == [(self.counted, self.counted, len(self.cast))]

    def teardown(self) -> None:
        answer = self.do(self.fair.world.get(f"/listings/{self.slug}"))
        if self.public:
            assert answer.json()["votes"] == self.counted
        else:
            assert answer.status_code == 404


@asynccontextmanager
async def fair_at(url: str) -> AsyncGenerator[Fair]:
    async with running_world(url) as world:
        yield Fair(world)
