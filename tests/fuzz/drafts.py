"""Edits of a draft in any order: each field has the value and state that it must have, and what is locked stays."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from anyio.from_thread import BlockingPortal
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from showground.drafting.actions.drafts import RereadDraft, reread_draft
from showground.extraction.proposal import Drafted, Proposal, SourceQuote
from tests.fuzz.sequences import Machine
from tests.support.draft_world import Studio, tidewater

# Fields that a sequence plays with, and what the site may be found to say of each, with the words it rests on.
SAID: dict[str, tuple[tuple[str, str], ...]] = {
    "tagline": (
        ("Backups for small databases", "Backups for small databases."),
        ("Small databases", "small databases"),
    ),
    "city": (("Porto", "Founded in 2019 in Porto, Portugal"),),
    "pricing_model": (("freemium", "Free up to 5 GB, then 9 USD a month."),),
}
NAMES = tuple(SAID)
FIELD = st.sampled_from(NAMES)
FIELDS = st.sets(FIELD, min_size=1)
TEXT = st.sampled_from(("One", "two words", "Ünï ☃ 👩\u200d🚀", "  padded  ", "<script>", "a" * 100))
UNTOUCHED = ("ai", "not_found")


@dataclass
class Field:
    """What must be true of one field."""

    found: str | None  # what the site was last found to say
    value: str | None
    state: str

    def restore(self) -> None:
        self.value, self.state = self.found, "ai" if self.found else "not_found"


class Drafts(Machine):
    """One draft of Alice's that is ready."""

    def __init__(self, portal: BlockingPortal, studio: Studio, number: int) -> None:
        super().__init__(portal, number)
        self.studio = studio
        self.site = f"n{number}.test"
        self.draft: str = self.do(studio.ready(self.site))["id"]
        self.reading = 1
        self.listing: int | None = None
        self.on_listing: str | None = None  # the tagline that was last applied to it
        said = tidewater("").fields
        self.fields = {name: Field(said[name].value if name in said else None, None, "") for name in NAMES}
        for field in self.fields.values():
            field.restore()

    def edit(self, **changes: Any) -> dict[str, Any]:
        return self.do(self.studio.edit(self.draft, **changes))

    def carry(self) -> None:
        """Whatever a person changes in a draft that became a listing goes to the listing. The listing keeps its last
        tagline when the draft loses it: these drafts have no short description."""
        self.on_listing = self.fields["tagline"].value or self.on_listing

    def propose(self, found: dict[str, int | None]) -> dict[str, str]:
        """Have the site say these things; by field, what is found."""
        chosen = {name: SAID[name][which % len(SAID[name])] for name, which in found.items() if which is not None}
        url = self.studio.url(self.site)
        self.studio.drafter.proposal = Proposal(
            fields={
                "name": tidewater(url).fields["name"],
                "categories": tidewater(url).fields["categories"],
                **{k: Drafted(value=value, quotes=[SourceQuote(quote=q, url=url)]) for k, (value, q) in chosen.items()},
            }
        )
        return {name: value for name, (value, _) in chosen.items()}

    @rule(typed=st.dictionaries(FIELD, st.one_of(st.none(), TEXT), min_size=1), locked=st.sets(FIELD))
    def type_and_lock(self, typed: dict[str, str | None], locked: set[str]) -> None:
        self.edit(fields=typed, lock_fields=sorted(locked))
        for name, text in typed.items():
            field = self.fields[name]
            field.value = None if text is None else text.strip()
            if text is None:
                field.state = "deleted"
            elif field.state != "override":
                field.state = "edited" if field.found else "manual"
        for name in locked:
            self.fields[name].state = "override"
        self.carry()

    @rule(names=FIELDS)
    def restore(self, names: set[str]) -> None:
        self.edit(restore=sorted(names))
        for name in names:
            self.fields[name].restore()
        self.carry()

    @rule(names=FIELDS, found=st.dictionaries(FIELD, st.integers(0, 1)))
    def regenerate(self, names: set[str], found: dict[str, int | None]) -> None:
        said = self.propose(found)
        told = {problem["code"] for problem in self.edit(regenerate=sorted(names))["problems"]}
        locked = {name for name in names if self.fields[name].state == "override"}
        assert ("field_locked" in told) == bool(locked)
        for name in (names - locked) & said.keys():
            self.fields[name].found = said[name]
            self.fields[name].restore()
        self.carry()

    @rule(found=st.dictionaries(FIELD, st.integers(0, 1)))
    def read_again(self, found: dict[str, int | None]) -> None:
        """The site is read anew, and says something else: what a person has touched stays, and so does the listing."""
        studio = self.studio
        studio.world.clock.move(minutes=61)
        said = self.propose(found)
        self.do(
            studio.world.dispatcher.call(
                reread_draft, self.do(studio.person("alice")), RereadDraft(id=UUID(self.draft))
            )
        )
        assert self.do(studio.get(self.draft))["status"] == "crawling"
        self.reading += 1
        self.do(studio.work(self.draft, self.reading))
        for name, field in self.fields.items():
            field.found = said.get(name)
            if field.state in UNTOUCHED:
                field.restore()

    @rule()
    def submit(self) -> None:
        answer = self.do(self.studio.submit(self.draft))
        if self.fields["tagline"].value is None:
            assert answer.status_code == 400
            return
        listing = answer.json()
        assert (answer.status_code, listing["status"]) == (200, "draft")
        assert self.listing in (None, listing["listing_id"])
        self.listing = listing["listing_id"]
        self.carry()
        assert listing["tagline"] == self.on_listing

    @rule()
    def strangers_change_nothing(self) -> None:
        for answer in (
            self.do(self.studio.patch(self.draft, by="charlie", fields={"tagline": "Mine"})),
            self.do(self.studio.submit(self.draft, by="charlie")),
        ):
            assert answer.status_code == 404

    @invariant()
    def every_field_is_as_it_must_be(self) -> None:
        now = self.do(self.studio.get(self.draft))
        assert (now["status"], now.get("listing_id")) == ("ready", self.listing)
        for name, field in self.fields.items():
            assert (now["fields"][name]["value"], now["fields"][name]["state"]) == (field.value, field.state), name
            assert bool(now["fields"][name]["evidence"]) == (field.state == "ai" and field.value is not None) or (
                field.state == "override"  # what is locked may be what the site says
            )

    def teardown(self) -> None:
        """Nothing of it is public; and the listing says what a person last had the draft say."""
        if self.listing is None:
            return
        seen = self.do(self.studio.world.get(f"/me/listings/{self.listing}", by="alice")).json()
        assert self.do(self.studio.world.get(f"/listings/{seen['slug']}")).status_code == 404
        assert seen["tagline"] == self.on_listing
