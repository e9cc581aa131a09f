"""The API reference: an overview that can be searched, and a page for each domain."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment

from showground.blog import Announcement
from showground.core.calls.context import Site
from showground.core.calls.declare import PUBLIC
from showground.core.calls.errors import ApiError, InvalidInput
from showground.core.calls.rate_limits import Limit, Quotas
from showground.events import KINDS
from showground.surfaces.openapi.document import by_domain, describe_domain
from showground.surfaces.openapi.examples import example_input, example_output
from showground.surfaces.openapi.schemas import AnyOperation, Schemas, read_schemas
from showground.surfaces.operation_errors import all_errors, errors_of, example_problem
from showground.surfaces.site_names import MADE_UP, SiteNames
from showground.surfaces.web.visitors.code_samples import Snippet, snippets
from showground.surfaces.web.visitors.literals import write_json
from showground.surfaces.web.visitors.schema_rows import FieldRow, input_rows, output_rows

# The sections of the overview, by their anchors.
GUIDES = (
    ("start", "Quick start"),
    ("authentication", "Authentication"),
    ("failures", "Errors"),
    ("pages", "Pagination"),
    ("retries", "Safe retries"),
    ("limits", "Rate limits"),
    ("webhooks", "Events and webhooks"),
    ("mcp", "MCP"),
    ("states", "States"),
    ("versions", "Versions and changes"),
)


# People replace the address and the key, so this is not derived from the operations' examples.
FIRST_STEPS = """\
export API_KEY=sg_live_…  # yours
DRAFT=$(curl -s {api}/drafts -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{{"url": "https://your-product.example"}}' | cut -d '"' -f 4)  # the id comes first

# Repeat this until "status" is "ready":
curl "{api}/drafts/$DRAFT?wait=25" -H "Authorization: Bearer $API_KEY"

curl -X POST {api}/drafts/$DRAFT/submit -H "Authorization: Bearer $API_KEY"
"""


CHECK_OF_SIGNATURE = """\
import base64
import hashlib
import hmac


def is_signed(secret: str, headers: dict[str, str], body: bytes) -> bool:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(right, given) for given in headers["webhook-signature"].split())
"""


@dataclass(frozen=True, slots=True)
class StateTable:
    """The states of one kind of thing: each with what leads to it or follows from it."""

    name: str
    states: Mapping[str, str]


STATES = (
    StateTable(
        "Draft",
        {
            "crawling": "`create_draft` was called; we read the website.",
            "drafting": "The pages are read; the profile is written.",
            "ready": "You can edit and submit it. A site that could not be read ends here too, with `problems`.",
        },
    ),
    StateTable(
        "Field of a draft",
        {
            "ai": "Drafted from the website, with quotes as evidence.",
            "not_found": "Nothing found: the pages we read do not state it, or no page could be read (see `problems`).",
            "edited": "A drafted value that you changed.",
            "manual": "A value that you added where there was none.",
            "override": "Locked: redrafts do not change it.",
            "deleted": "You removed it.",
        },
    ),
    StateTable(
        "Listing",
        {
            "draft": "Submitted, not published. Continue with `choose_free_plan` or `checkout_order`.",
            "awaiting_badge": "Free plan: it has a launch week and waits for our badge on its homepage.",
            "scheduled": "It launches on the Monday of its week, 00:00 UTC. The public sees it as `upcoming`.",
            "live": "Public.",
            "suspended": "Hidden by staff. It returns to where it was.",
            "withdrawn": "Hidden by an owner, who can bring it back.",
        },
    ),
    StateTable(
        "Order",
        {
            "pending": "Made by `checkout_order`; a person can pay it for 7 days.",
            "paid": "Each line is fulfilled exactly once.",
            "refunded": "The money went back.",
            "expired": "It was not paid within 7 days.",
            "cancelled": "By `cancel_order`, or by the person on its page.",
        },
    ),
    StateTable(
        "Claim",
        {
            "pending": "Made by `create_claim`; the proof was not found yet.",
            "verified": "By `verify_claim`, or by the emailed link.",
            "expired": "It was not verified within 30 days.",
        },
    ),
)


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """One operation as shown on the page."""

    op: AnyOperation
    public: bool
    limit: Limit | None
    limit_if: tuple[Limit, str, str] | None  # a limit for calls that have this value in this field
    takes: list[FieldRow]
    gives: list[FieldRow]
    errors: list[type[ApiError]]
    snippets: list[Snippet]
    answer: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """The operations of one domain."""

    name: str
    description: str
    operations: list[AnyOperation]

    def only(self, words: list[str]) -> "Chapter":
        """The same chapter with the operations that contain all of these words."""
        found = [op for op in self.operations if all(word in _searched(op) for word in words)]
        return Chapter(self.name, self.description, found)


@dataclass(frozen=True, slots=True)
class PageFrame:
    """What a page shows around its content, other than the brand."""

    signed_in: bool = False
    announcement: Announcement | None = None


FOR_STRANGERS = PageFrame()


class ApiReference:
    """The pages of the API reference: an overview with a search, and one page for each domain."""

    def __init__(
        self,
        templates: Environment,
        operations: Sequence[AnyOperation],
        site: Site,
        scopes: Mapping[str, str],
        quotas: Quotas,
    ) -> None:
        self._templates, self._operations, self.site = templates, operations, site
        self._scopes, self._quotas = scopes, quotas
        self._schemas: Schemas | None = None
        self.chapters = {
            domain: Chapter(domain, describe_domain(ops[0]), ops) for domain, ops in by_domain(operations).items()
        }

    def render_overview(self, words: str = "", frame: PageFrame = FOR_STRANGERS) -> str:
        """`words`: show only operations that contain all of them."""
        shown = [chapter.only(words.casefold().split()) for chapter in self.chapters.values()]
        quotas = self._quotas
        return self._render(
            "overview",
            None,
            frame,
            words=words,
            shown=[chapter for chapter in shown if chapter.operations],
            count=sum(len(chapter.operations) for chapter in shown),
            scopes=self._scopes,
            limits=(
                (quotas.anonymous, "without signing in, per network (an IPv4 address or an IPv6 /64)"),
                (quotas.account, "per account"),
                (quotas.address, "signed in, per network"),
                (quotas.writes, "per account, for every operation that is not a GET"),
            ),
            errors=all_errors(self._operations),
            problem=write_json(example_problem(InvalidInput)),
            states=STATES,
            kinds=KINDS,
            check_of_signature=CHECK_OF_SIGNATURE.rstrip(),
            first_steps=FIRST_STEPS.format(api=self.site.api_url).rstrip(),
            releases=_read_releases(),
        )

    def render_chapter(self, chapter: Chapter, names: SiteNames = MADE_UP, frame: PageFrame = FOR_STRANGERS) -> str:
        schemas = self._schemas = self._schemas or read_schemas(self._operations)
        entries = [_entry(op, schemas, self.site, self._quotas, names) for op in chapter.operations]
        return self._render("chapter", chapter.name, frame, description=chapter.description, entries=entries)

    def _render(self, template: str, chapter: str | None, frame: PageFrame, **values: Any) -> str:
        return self._templates.get_template(f"reference/{template}.html").render(
            chapters=self.chapters.values(),
            chapter_shown=chapter,
            guides=GUIDES,
            path=f"/docs/api/{chapter}" if chapter else "/docs/api",
            person=frame.signed_in,
            announcement=frame.announcement,
            **values,
        )


@cache
def _read_releases() -> list[dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("api_changes.toml").read_text())["release"]


def _searched(op: AnyOperation) -> str:
    """What a search looks through: names, address, description, fields and error codes."""
    codes = (error.code for error in errors_of(op))
    return " ".join([op.name, op.method, op.path, op.description, *op.input.model_fields, *codes]).casefold()


def _entry(op: AnyOperation, schemas: Schemas, site: Site, quotas: Quotas, names: SiteNames) -> ReferenceEntry:
    return ReferenceEntry(
        op=op,
        public=op.scope == PUBLIC,
        limit=op.limit and quotas.scale(op.limit),
        limit_if=op.limit_if and (quotas.scale(op.limit_if[0]), *op.limit_if[1:]),
        takes=input_rows(op, schemas),
        gives=output_rows(op, schemas),
        errors=errors_of(op),
        snippets=snippets(op, names.put_into(example_input(op, schemas)), site),
        answer=write_json(example_output(op, schemas)),
    )
