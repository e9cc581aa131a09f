"""The page that edits a listing: the same editor as that of a draft. Each part is saved at once."""

from collections.abc import Mapping, Sequence
from typing import Any

from starlette.responses import Response

from showground.core.calls.action import Action
from showground.core.calls.errors import ApiError, NotFound
from showground.core.languages import Text, gettext
from showground.ownership import OwnedListing
from showground.ownership.actions.logos import ListLogoChoices, choose_logo, list_logo_choices, upload_logo
from showground.ownership.actions.profile import ReadFounderSocials, edit_profile, read_founder_socials
from showground.ownership.operations.get_my_listing import GetMyListing, get_my_listing
from showground.ownership.operations.update_listing import update_listing
from showground.ownership.operations.update_story import update_story
from showground.surfaces.web.dashboard.common import get_listing, page_of
from showground.surfaces.web.dashboard.editor import (
    NOTHING_TYPED,
    Button,
    PartShown,
    ShownQuote,
    Typed,
    keep_typed,
    make_editor,
    place_errors,
    read_typed,
    rows_of,
    rows_to_send,
)
from showground.surfaces.web.dashboard.editor_parts import LISTING_GROUPS, LISTING_PARTS, NOT_SHOWN, EditorPart
from showground.surfaces.web.dashboard.logo_form import submit_logo
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sales import current_sales
from showground.surfaces.web.sessions import for_a_person, for_staff
from showground.surfaces.web.visit import Visit

Call = tuple[Action[Any, Any], dict[str, Any]]
STATES = {
    "ai": Text("From your site"),
    "manual": Text("Stated by the maker"),
    "not_found": Text("Not stated on your website"),
    "empty": "",
}
ALWAYS = ("name", "categories")  # every listing has them, so they can't be removed
SEO = {"title": "seo_title", "meta": "seo_description"}
# What `edit_profile` takes; the API's operations take the rest.
PROFILE = frozenset({"name", "categories", "stage", "tags", "founders", "founder_socials", "milestones"})
LOCKED = {
    "story": Text("Saved now, and shown once a paid launch unlocks it."),
    "milestones": Text("Saved now, and shown once a paid launch unlocks them."),
}
NOTES = {
    "faqs": Text("Three or more help visitors decide."),
    "founders": Text("Each founder gets a page with the products they make."),
    "headline": Text("Without one, your description starts with the short description."),
    "seo": Text("If empty, search engines show the name and tagline."),
}


async def open_editor(visit: Visit) -> Response:
    return await _show(visit, await get_listing(visit))


async def take_part(visit: Visit) -> Response:
    """Save what changed in one part; unchanged values keep their quotes."""
    listing, part, form = await get_listing(visit), LISTING_PARTS.get(visit.path_params["part"]), await visit.form()
    removed = form.get("do") == "remove"
    if part is None or (part.shape == "logo" and not removed):  # a new logo comes with a file: `save_logo`
        raise NotFound
    typed = None if removed else read_typed(part, form)
    now = _value(part, listing, await _founder_socials(visit, listing))
    if typed != now:
        action, values = _to_call(part, typed, now)
        result = await visit.submit_with(action, _edited(listing, part), listing_id=listing.listing_id, **values)
        if result.failure is not None:
            errors = _find_errors(result.failure, part)
            return await _show(visit, listing, result, keep_typed(part, typed, errors, form, result))
    return visit.go(f"{_address(visit, listing)}?saved={part.name}#f-{part.name}")


def _edited(listing: OwnedListing, part: EditorPart) -> EditedValues[Any, Any]:
    if part.name == "founder_socials":
        read = ReadFounderSocials(listing_id=listing.listing_id)
        return EditedValues(read_founder_socials, read, lambda stored: _value(part, listing, stored.socials))
    wanted = GetMyListing(listing_id=listing.listing_id)
    return EditedValues(get_my_listing, wanted, lambda stored: _value(part, stored, {}))


async def take_logo(visit: Visit) -> Response:
    listing = await get_listing(visit)
    failed = await submit_logo(visit, upload_logo, choose_logo, listing_id=listing.listing_id)
    if failed:
        return await _show(visit, listing, failed, Typed("logo_url"))
    return visit.go(f"{_address(visit, listing)}?saved=logo_url#f-logo_url")


@for_a_person
async def lead_to_editor(visit: Visit) -> Response:
    """From the addresses of the editor's forms, to which signing in returns, and from the former pages of facts and of
    the story."""
    return visit.go(page_of(await get_listing(visit), "/edit"))


show_editor, save_part, save_logo = for_a_person(open_editor), for_a_person(take_part), for_a_person(take_logo)
# The same for any listing. The calls themselves let staff edit what is not theirs.
show_staff_editor, save_staff_part, save_staff_logo = (for_staff(show) for show in (open_editor, take_part, take_logo))


def _is_staff_page(visit: Visit) -> bool:
    return visit.path.startswith("/admin/")


def _address(visit: Visit, listing: OwnedListing) -> str:
    return f"/admin/listings/{listing.listing_id}/edit" if _is_staff_page(visit) else page_of(listing, "/edit")


async def _show(
    visit: Visit, listing: OwnedListing, result: FormResult[Any] = NO_RESULT, typed: Typed = NOTHING_TYPED
) -> Response:
    socials = await _founder_socials(visit, listing)
    choices = await visit.ask(list_logo_choices, ListLogoChoices(listing_id=listing.listing_id))
    groups = [(heading, [_describe(part, listing, socials) for part in parts]) for heading, parts in LISTING_GROUPS]
    is_live = listing.status == "live"
    saved_link = (
        (f"/listings/{listing.slug}", Text("View your page"))
        if is_live
        else (page_of(listing, "/preview"), Text("Preview"))
    )
    if _is_staff_page(visit):
        saved_link = (f"/admin/listings/{listing.listing_id}", Text("Back to the listing"))
    return visit.show(
        "admin/listing_edit.html" if _is_staff_page(visit) else "dashboard/edit.html",
        status=result.status,
        private=True,
        listing=listing,
        editor=await make_editor(visit, _address(visit, listing), groups, choices.items, result, typed, saved_link),
    )


async def _founder_socials(visit: Visit, listing: OwnedListing) -> Mapping[str, str]:
    read = await visit.ask(read_founder_socials, ReadFounderSocials(listing_id=listing.listing_id))
    return read.socials


def _describe(part: EditorPart, listing: OwnedListing, socials: Mapping[str, str]) -> PartShown:
    value, quotes = _value(part, listing, socials), _quotes(part, listing)
    filled = any(value.values()) if part.shape == "texts" else bool(value)
    unstated = part.name in listing.not_found_on_website
    state = ("ai" if quotes else "manual") if filled else "not_found" if unstated else "empty"
    note, link = _note(part, listing, filled=filled)
    return PartShown(
        part,
        value,
        state,
        STATES[state],
        quotes,
        [Button("remove", Text("Remove"), kind="text-button--off")] if filled and part.name not in ALWAYS else [],
        note=note,
        link=link,
    )


def _note(part: EditorPart, listing: OwnedListing, *, filled: bool) -> tuple[str, tuple[str, str] | None]:
    if part.name in LOCKED and part.name not in listing.unlocked:
        if not current_sales().launches:
            return NOT_SHOWN, None
        return LOCKED[part.name], (page_of(listing, "/launch?product=launch"), Text("Order a launch"))
    extra = [category.name for category in listing.categories[1:]]
    if part.name == "categories" and extra:
        if len(extra) == 2:
            return gettext("Also in %(first)s and %(second)s.", first=extra[0], second=extra[1]), None
        return gettext("Also in %(categories)s.", categories=", ".join(extra)), None
    if part.name == "categories" and listing.plan == "paid" and current_sales().sells("extra_categories"):
        return Text("You can add up to 3 more categories."), (
            page_of(listing, "/launch"),
            Text("Add categories"),
        )
    return "" if filled else NOTES.get(part.name, ""), None


def _value(part: EditorPart, listing: OwnedListing, founder_socials: Mapping[str, str]) -> Any:
    """The listing's current value, in the shape that the form takes."""
    name = part.name
    if part.shape == "rows":
        return rows_of(part, getattr(listing, name))
    if part.shape == "texts":
        known = _texts(part, listing, founder_socials)
        return {key: known.get(key) or "" for key in part.texts}
    if name == "categories":
        return [category.name for category in listing.categories[:1]]
    placed = {
        "pricing_model": listing.pricing.model,
        "pricing_summary": listing.pricing.summary,
        "country": listing.location.country,
        "city": listing.location.city,
    }
    value = placed[name] if name in placed else getattr(listing, name)
    return list(value or ()) if part.is_list else str(value or "")


def _texts(part: EditorPart, listing: OwnedListing, founder_socials: Mapping[str, str]) -> Mapping[str, str | None]:
    match part.name:
        case "company_socials":
            return listing.socials or {}
        case "founder_socials":
            return founder_socials
        case "story":
            return listing.story.model_dump() if listing.story else {}
        case _:
            return {key: getattr(listing, name) for key, name in SEO.items()}


def _quotes(part: EditorPart, listing: OwnedListing) -> Sequence[tuple[str, ShownQuote]]:
    if part.shape != "texts":
        return [("", quote) for quote in listing.evidence.get(part.name, ())]
    name = part.name.removeprefix("company_")
    return [(words, quote) for key, words in part.texts.items() for quote in listing.evidence.get(f"{name}.{key}", ())]


def _to_call(part: EditorPart, typed: Any, now: Any) -> Call:
    """The action that saves a part, and what it takes. `typed` is None to remove the part."""
    name = part.name
    if part.shape == "logo":
        return choose_logo, {"name": None}
    if part.shape == "rows":
        return edit_profile if name in PROFILE else update_listing, {name: rows_to_send(part, typed or ())}
    if part.shape == "texts":
        texts: dict[str, str] = typed or dict.fromkeys(part.texts, "")
        changed = {key: text or None for key, text in texts.items() if text != now[key]}
        match name:
            case "story":
                return update_story, changed
            case "seo":
                return update_listing, {"fields": {SEO[key]: text for key, text in changed.items()}}
            case _:
                filled = {key: text for key, text in texts.items() if text}
                return (edit_profile, {name: filled}) if name in PROFILE else (update_listing, {"socials": filled})
    if name == "categories":
        return edit_profile, {"category": typed[0] if typed else ""}
    if name in PROFILE:
        return edit_profile, {name: typed or ("" if name == "name" else None)}
    return update_listing, {"fields": {name: _field_value(name, typed)}}


def _field_value(name: str, typed: Any) -> Any:
    if name == "founded_year" and typed and typed.isascii() and typed.isdigit() and len(typed) < 10:
        return int(typed)
    return typed or None


def _find_errors(failure: ApiError, part: EditorPart) -> dict[str, str]:
    """Errors by place in the part's form; the operations have other names for some parts."""
    if part.name in ("story", "seo"):
        keys = {f"fields.{column}": key for key, column in SEO.items()}
        return {keys.get(error["field"], error["field"]): error["message"] for error in failure.errors}
    return place_errors(failure, {"categories": "category", "company_socials": "socials"}.get(part.name, part.name))
