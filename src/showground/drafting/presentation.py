"""Builds the draft that callers see."""

from typing import Any
from uuid import UUID

from showground.core.calls.context import Site
from showground.core.database.pool import Connection
from showground.core.languages import Text, text_with
from showground.drafting import listing_mapping, rules
from showground.drafting.fields import LISTS, Entries, under
from showground.drafting.models import Draft
from showground.drafting.next_steps import DraftFacts, next_steps
from showground.drafting.queries import drafts, invites
from showground.drafting.queries.drafts import DraftRow
from showground.drafting.queries.invites import InviteTarget
from showground.extraction.proposal import PROFILE_FIELDS
from showground.listings import members, preconditions
from showground.ownership import present_steps


async def present(db: Connection, draft: UUID, account: int, site: Site) -> Draft:
    """An account's draft, with its current problems and what is missing."""
    row = await drafts.get(db, draft, account)
    entries = row.entries
    problems: list[Any] = [*row.problems, *row.notes, *listing_mapping.find_unfit(entries)]
    described, listed_as, listed_id = _describe(row, entries), None, None
    if row.listing_id is None and (holder := await preconditions.find_holder(db, row.domain)):
        mine = await members.is_member(db, holder.id, account)
        message = already_listed_message(row.domain, holder, site, mine=mine)
        listed_as, listed_id = holder.slug, holder.id if mine else None
        problems.insert(0, {"code": "already_listed", "detail": message, "slug": listed_as, "listing_id": listed_id})
    facts = DraftFacts(
        id=row.id,
        status=row.status,
        required=described["missing"]["required"],
        recommended=described["missing"]["recommended"],
        listing_id=row.listing_id,
        listed_as=listed_as,
        listed_id=listed_id,
    )
    return Draft.model_validate(
        described
        | {
            "next_steps": present_steps(next_steps(facts), site),
            "problems": [dict(problem) for problem in problems],
            "invites": await invites.list_of(db, InviteTarget(draft=draft)),
        },
        from_attributes=True,
    )


def already_listed_message(domain: str, holder: preconditions.DomainHolder, site: Site, *, mine: bool) -> Text:
    """A sentence saying that a domain is already listed, and what to do."""
    if mine:
        return text_with(
            "You already have a listing for %(domain)s: %(slug)s. Edit it with update_listing, listing_id %(number)s.",
            domain=domain,
            slug=holder.slug,
            number=holder.id,
        )
    return text_with(
        "%(domain)s is already listed as %(slug)s. If the product is yours, claim that listing: POST"
        " %(api_url)s/claims with its slug.",
        domain=domain,
        slug=holder.slug,
        api_url=site.api_url,
    )


def _describe(row: DraftRow, entries: Entries) -> dict[str, Any]:
    fields, ready = rules.states(entries), row.status == "ready"
    apart = {key: entry for key, entry in entries.items() if key not in PROFILE_FIELDS}
    parts = {part: _values(entries, part) for part in ("company_socials", "founder_socials", "story", "attributes")}
    seo = _values(entries, "seo")
    return {
        "id": row.id,
        "url": row.url,
        "domain": row.domain,
        "status": row.status,
        "progress": row.progress,
        "fields": {
            name: {
                "value": e.value,
                "state": e.state,
                "evidence": [quote.model_dump() for quote in e.evidence],
                "pending": not ready and e.state == "not_found",
            }
            for name, e in fields.items()
        },
        **{name: entries[name].value or [] if name in entries else [] for name in LISTS},
        **parts,
        "seo": {"title": seo.get("title"), "meta": seo.get("meta")},
        "competitor_url": row.competitor_url,
        "part_states": {key: entry.state for key, entry in apart.items() if ready or entry.state != "not_found"},
        "part_evidence": {
            key: [quote.model_dump() for quote in entry.evidence] for key, entry in apart.items() if entry.evidence
        },
        "completeness": row.completeness,
        "missing": {
            "required": rules.find_required(entries) if ready else [],
            "recommended": rules.find_recommended(entries) if ready else [],
        },
        "listing_id": row.listing_id,
        "submitted_at": row.submitted_at,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
    }


def _values(entries: Entries, part: str) -> dict[str, Any]:
    return {key: entry.value for key, entry in under(entries, part).items() if entry.value is not None}
