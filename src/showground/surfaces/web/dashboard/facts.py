"""The page that edits a listing's details."""

from typing import Any

from starlette.responses import Response

from showground.ownership import OwnedListing
from showground.ownership.operations.update_listing import update_listing
from showground.surfaces.web.countries import country_names
from showground.surfaces.web.dashboard.common import get_listing, page_of
from showground.surfaces.web.dashboard.draft_parts import PLATFORMS
from showground.surfaces.web.forms import NOT_TRIED, Form, Tried
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

TEXTS = (
    "tagline", "short_description", "description", "headline", "summary", "pricing_model", "pricing_summary", "country",
    "city", "founded_year", "contact_email", "demo_video_url",
)  # fmt: skip
LISTS = ("features", "usps", "keywords")
MAX_FAQS = 10


@for_a_person
async def show_facts(visit: Visit) -> Response:
    listing = await get_listing(visit)
    return _show(visit, listing, _now(listing), NOT_TRIED)


@for_a_person
async def save_facts(visit: Visit) -> Response:
    """Send only what changed, so that unchanged facts keep their quotes."""
    listing, form = await get_listing(visit), await visit.form()
    now, typed = _now(listing), _typed(form)
    changed: dict[str, Any] = {}
    fields = {name: _value(name, typed[name]) for name in (*TEXTS, *LISTS) if typed[name] != now[name]}
    if fields:
        changed["fields"] = fields
    if typed["socials"] != now["socials"]:
        changed["socials"] = {name: text for name, text in typed["socials"].items() if text}
    if typed["faqs"] != now["faqs"]:
        changed["faqs"] = typed["faqs"]
    if changed:
        tried = await visit.attempt_with(update_listing, listing_id=listing.listing_id, **changed)
        if tried.failure is not None:
            return _show(visit, listing, typed, tried)
    return visit.go(f"{page_of(listing, '/facts')}?saved=1")


def _value(name: str, typed: Any) -> Any:
    if name == "founded_year" and typed.isascii() and typed.isdigit() and len(typed) < 10:
        return int(typed)
    return typed or None


def _now(listing: OwnedListing) -> dict[str, Any]:
    """The listing's current values, in the shape that the form takes."""
    placed = {
        "pricing_model": listing.pricing.model,
        "pricing_summary": listing.pricing.summary,
        "country": listing.location.country,
        "city": listing.location.city,
    }
    texts = {name: str((placed[name] if name in placed else getattr(listing, name)) or "") for name in TEXTS}
    return {
        **texts,
        **{name: list(getattr(listing, name) or ()) for name in LISTS},
        "socials": {name: (listing.socials or {}).get(name, "") for name in PLATFORMS},
        "faqs": [{"question": faq.question, "answer": faq.answer} for faq in listing.faqs or ()],
    }


def _typed(form: Form) -> dict[str, Any]:
    def plain(text: str) -> str:
        return text.replace("\r\n", "\n").strip()

    pairs = zip(form.getlist("question"), form.getlist("answer"), strict=False)
    return {
        **{name: plain(form.get(name, "")) for name in TEXTS},
        **{name: [t for line in plain(form.get(name, "")).split("\n") if (t := line.strip())] for name in LISTS},
        "socials": {name: plain(form.get(f"social.{name}", "")) for name in PLATFORMS},
        "faqs": [{"question": plain(q), "answer": plain(a)} for q, a in pairs if q.strip() or a.strip()],
    }


def _show(visit: Visit, listing: OwnedListing, values: dict[str, Any], tried: Tried[Any]) -> Response:
    faults = {fault["field"]: fault["message"] for fault in tried.failure.faults} if tried.failure else {}
    return visit.show(
        "dashboard/facts.html",
        status=tried.status,
        private=True,
        listing=listing,
        values=values,
        faults=faults,
        beside=_Beside(faults, tried.failure is not None),
        tried=tried,
        platforms=PLATFORMS,
        countries={"": "Not stated", **country_names()},
        rows=min(len(values["faqs"]) + 1, MAX_FAQS),
        saved="saved" in visit.query,
    )


class _Beside:
    """Errors by the names of the page's own fields."""

    def __init__(self, faults: dict[str, str], any_failure: bool) -> None:
        self.faults = {field.removeprefix("fields.").partition("[")[0]: words for field, words in faults.items()}
        self.message = None if faults or not any_failure else "Your changes could not be saved."
