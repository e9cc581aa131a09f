"""The brand: draft it, upload its pictures, preview it on real pages, publish it."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, get_args

from starlette.responses import Response

from showground.brand import Picture, PublishedBrand
from showground.brand.actions.brand import (
    MAX_PICTURE_BYTES,
    UploadBrandPicture,
    discard_brand_draft,
    preview_brand,
    publish_brand,
    refuse_too_large,
    save_brand_draft,
    show_brand,
    upload_brand_picture,
)
from showground.core.brand import Brand, Link
from showground.core.calls.errors import ApiError, FieldError, InvalidInput, NotFound
from showground.core.calls.models import NoInput
from showground.core.languages import Text, text_with, translated
from showground.core.mail.email_kinds import find_kind
from showground.core.mail.templates import write
from showground.surfaces.web.admin.common import button, field_refused
from showground.surfaces.web.brand_style import write_style
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, Form, FormResult
from showground.surfaces.web.sessions import Show, for_staff
from showground.surfaces.web.templates_engine import COLOPHON, NAVIGATION
from showground.surfaces.web.uploads import read_upload
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.categories import show_categories
from showground.surfaces.web.visitors.home import show_front
from showground.surfaces.web.visitors.pricing import show_pricing
from showground.surfaces.web.visitors.search import show_listings
from showground.surfaces.web.visitors.site_pages import show_contact, show_crawler

PAGE = "/admin/brand"
PUBLISHED = f"{PAGE}?published=1"
LINK_ERROR = re.compile(r"(\w+)\[([0-9]+)\]")  # the field and the place of a link, as in `navigation[1].address`
KINDS: dict[str, Picture] = {kind: kind for kind in get_args(Picture)}
LINKS = ("navigation", "footer_links", "social_links")
TEXTS = (
    "name", "tagline", "purpose", "summary", "footer_text", "order_prefix", "crawler", "sender", "reply_to",
    "operator_name", "operator_address", "contact_email", "font_text", "font_heading",
)  # fmt: skip
MAY_BE_EMPTY = ("tagline", "footer_text")
CHOSEN = ("paper", "raised", "ink", "muted", "accent")
COLOURS = (
    *(f"{theme}_{name}" for theme in ("light", "dark") for name in CHOSEN),
    *("email_paper", "email_ink", "email_accent"),
)
PREVIEWS: dict[str, tuple[str, Show]] = {
    "home": (Text("Home"), show_front),
    "listings": (Text("Listings"), show_listings),
    "categories": (Text("Categories"), show_categories),
    "pricing": (Text("Pricing"), show_pricing),
    "crawler": (Text("Our crawler"), show_crawler),
    "contact": (Text("Contact"), show_contact),
}
# An email is shown by itself: its own styles are allowed, and it can do nothing.
EMAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; sandbox allow-popups"


@for_staff
async def show_page(visit: Visit) -> Response:
    return await _show(visit)


async def _show(visit: Visit, result: FormResult[Any] = NO_RESULT, given: Mapping[str, str] | None = None) -> Response:
    desk = await visit.ask(show_brand, NoInput())
    found = await visit.ask(preview_brand, NoInput())
    draft = found.brand
    return visit.show(
        "admin/brand.html",
        status=result.status,
        private=True,
        desk=desk,
        draft=draft,
        given=given or _fields(draft),
        version=await visit.version(EDITED, found, result),
        published="published" in visit.query and not desk.unpublished,
        result=result,
    )


def _fields(brand: Brand) -> dict[str, str]:
    """What the form shows: the brand as it would be published, and what is shipped in the reader's language."""
    shown = {name: _shown(getattr(brand, name)) for name in TEXTS if hasattr(brand, name)}
    shown |= {f"{theme}_{name}": getattr(getattr(brand, palette), name) for theme, palette, name in _colours()}
    operator = brand.operator
    shown |= {"operator_name": operator.name, "operator_address": operator.address, "contact_email": operator.email}
    shown |= {
        "navigation": write_links(brand.navigation, NAVIGATION),
        "footer_links": write_links(brand.footer_links, COLOPHON),
        "social_links": write_links(brand.social_links, ()),
        "powered_by": "true" if brand.powered_by else "",
    }
    return shown


EDITED = EditedValues(preview_brand, NoInput(), lambda found: _fields(found.brand))


def _colours() -> list[tuple[str, str, str]]:
    palettes = {"light": "light", "dark": "dark", "email": "email_light"}
    return [(theme, palettes[theme], name) for theme, _, name in (each.partition("_") for each in COLOURS)]


def write_links(own: tuple[Link, ...] | None, shipped: tuple[tuple[str, str], ...]) -> str:
    """One link a line, as `Words | /address`."""
    links = shipped if own is None else tuple((link.address, link.words) for link in own)
    return "\n".join(f"{_shown(words)} | {address}" for address, words in links)


def _shown(text: str) -> str:
    """What the operator wrote stays as it is."""
    return translated(text) if isinstance(text, Text) else text


def _written_lines(text: str) -> list[tuple[int, str]]:
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def read_links(text: str) -> list[dict[str, str]]:
    parts = [line.rpartition("|") for _, line in _written_lines(text)]
    return [{"words": words.strip(), "address": address.strip()} for words, _, address in parts]


def _values(form: Form, shipped: Mapping[str, str], fixed: frozenset[str]) -> dict[str, Any]:
    """What differs from the defaults, which then stay followed. What the file sets is left out."""
    found: dict[str, Any] = {}
    for name in (*TEXTS, *COLOURS, *LINKS):
        text = form.get(name, "").strip()
        if name in fixed or _same(text, shipped[name]) or not (text or name in (*MAY_BE_EMPTY, *LINKS)):
            continue
        found[name] = read_links(text) if name in LINKS else text
    if "powered_by" not in fixed and not form.get("powered_by"):
        found["powered_by"] = False
    return found


def _same(one: str, other: str) -> bool:
    return re.sub(r"\s+", " ", one).strip().lower() == re.sub(r"\s+", " ", other).strip().lower()


def _name_lines(result: FormResult[Any], form: Form) -> FormResult[Any]:
    """The same errors, but those of links say in which line of their field they are."""
    errors: list[FieldError] = []
    written = {name: _written_lines(form.get(name, "")) for name in LINKS}
    for error in result.failure.errors if result.failure else ():
        message = error["message"]
        if found := LINK_ERROR.match(error["field"]):
            number, line = written[found[1]][int(found[2])]
            if "|" not in line:
                message = Text("Write a text, then | and an address, such as About | /about.")
            message = text_with("Line %(line)s: %(problem)s", line=number, problem=message)
        errors.append(FieldError(field=error["field"], message=message))
    return FormResult(None, InvalidInput(errors=errors)) if errors else result


@for_staff
async def save(visit: Visit) -> Response:
    """Save the draft; with `do`, also preview or publish it."""
    form = await visit.form()
    desk = await visit.ask(show_brand, NoInput())
    defaults = _fields(visit.dispatcher.services[PublishedBrand].defaults)
    result = await visit.submit_with(save_brand_draft, EDITED, **_values(form, defaults, desk.fixed))
    if result.answer is None:
        result = _name_lines(result, form)
        return await _show(visit, result, {name: form.get(name, "") for name in defaults})
    if form.get("do") == "publish":
        await visit.ask(publish_brand, NoInput())
        return visit.go(PUBLISHED, told=True)
    return visit.go(f"{PAGE}/preview" if form.get("do") == "preview" else PAGE)


@for_staff
async def publish(visit: Visit) -> Response:
    """Publish the draft as it was saved."""
    await visit.ask(publish_brand, NoInput())
    return visit.go(PUBLISHED, told=True)


@for_staff
async def upload(visit: Visit) -> Response:
    """Take a picture, or remove the one that is there."""
    kind = KINDS.get(visit.path_params["kind"])
    if kind is None:
        raise NotFound
    try:
        content, fields = await read_upload(visit.request, "picture", MAX_PICTURE_BYTES, refuse_too_large)
        if not content and fields.get("do") != "remove":
            return await _show(visit, field_refused("picture", Text("Choose a file first.")))
        await visit.ask(upload_brand_picture, UploadBrandPicture(kind=kind, content=content))
    except ApiError as failure:
        if failure.status not in (400, 413):
            raise
        return await _show(visit, FormResult(None, failure))
    return visit.go(f"{PAGE}#pictures")


@for_staff
async def preview(visit: Visit) -> Response:
    """A real page with the draft's brand."""
    asked = visit.query.get("page", "home")
    brand = (await visit.ask(preview_brand, NoInput())).brand
    with visit.site.previewing(brand):
        if asked == "email":
            return _preview_email(visit)
        if asked not in PREVIEWS:
            raise NotFound
        return await PREVIEWS[asked][1](replace(visit, tags=set()))


def _preview_email(visit: Visit) -> Response:
    kind = find_kind("sign_in_link")
    if kind is None:
        raise NotFound
    mail = write(visit.site, "", kind.template, unsubscribe_url=None, **kind.values)
    return show_mail(mail.body_html)


def show_mail(html: str) -> Response:
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": EMAIL_POLICY}
    return Response(html, 200, {"Content-Type": "text/html; charset=utf-8", **headers})


@for_staff
async def preview_style(visit: Visit) -> Response:
    brand = (await visit.ask(preview_brand, NoInput())).brand
    return Response(write_style(brand), 200, {"Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-store"})


discard = button(discard_brand_draft, PAGE)
