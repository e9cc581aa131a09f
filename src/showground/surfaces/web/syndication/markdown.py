"""A listing as Markdown, for programs."""

import re
from collections.abc import Iterable, Sequence

from showground.listings import Listing
from showground.surfaces.markdown_text import paragraphs, plain
from showground.surfaces.web.countries import country_name
from showground.surfaces.web.formatting import day, is_web_address, name_of, unstated, value_of

MARKDOWN = b"text/markdown; charset=utf-8"


def prefers_markdown(accept: str) -> bool:
    """Whether an Accept header asks for Markdown and does not prefer HTML."""
    weights = dict(_weigh(part) for part in accept.lower().split(","))
    wanted = weights.get("text/markdown", 0.0)
    return wanted > 0 and wanted >= weights.get("text/html", 0.0)


def _weigh(part: str) -> tuple[str, float]:
    kind, *parameters = (piece.strip() for piece in part.split(";"))
    weight = next((text[2:] for text in parameters if text.startswith("q=")), "1")
    return kind, float(weight) if re.fullmatch(r"[01](\.\d{0,3})?", weight) else 0.0


def write_listing(listing: Listing, story: Sequence[tuple[str | None, str]]) -> str:
    """Everything on the listing's page, in the same order. Text from others is escaped, so that it stays plain text."""
    parts = [f"# {plain(listing.name)}"]
    if listing.tagline:
        parts.append(f"*{plain(listing.tagline)}*")
    parts.append("\n".join(f"- {name}: {value}" for name, value in _facts(listing)))
    texts = (listing.headline, listing.summary or listing.short_description, listing.description)
    parts += [paragraphs(text) for text in texts if text]
    parts += _list("Features", listing.features or ())
    parts += _list("Why it's different", listing.usps or ())
    if listing.pricing.summary:
        parts += ["## Pricing", paragraphs(listing.pricing.summary)]
    parts += _list("Founders", (f"{f.name}, {f.title}" if f.title else f.name for f in listing.founders or ()))
    for faq in listing.faqs or ():
        parts += [f"## {plain(faq.question)}", paragraphs(faq.answer)]
    for question in listing.questions:
        parts.append(f"## Question, {day(question.asked_at)}: {plain(question.question or 'removed')}")
        parts += [f"Answer by the maker: {paragraphs(answer.answer)}" for answer in question.answers]
    for update in listing.updates:
        parts += [f"## Update, {day(update.posted_at)}: {plain(update.title)}", paragraphs(update.body)]
    for heading, text in story:
        parts += [f"## {heading or 'Their story'}", paragraphs(text)]
    parts += _evidence(listing)
    return "\n\n".join(parts) + "\n"


def _facts(listing: Listing) -> Iterable[tuple[str, str]]:
    yield "Website", _address(listing.website)
    yield "Status", "live" if listing.status == "live" else "upcoming"
    if listing.status == "live":
        yield "Votes", str(listing.votes)
    if listing.launch_week:
        yield "Launch week", f"{day(listing.launch_week)} (Monday, UTC)"
    if listing.categories:
        yield "Categories", ", ".join(plain(category.name) for category in listing.categories)
    for name, value in (
        ("Stage", listing.stage and name_of(listing.stage)),
        ("Pricing model", listing.pricing.model and name_of(listing.pricing.model)),
        ("Founded", listing.founded_year),
        ("City", listing.location.city),
        ("Country", listing.location.country and country_name(listing.location.country)),
    ):
        if value:
            yield name, plain(str(value))
    for key, value in listing.attributes.items():
        if value is not None:
            yield plain(name_of(key)), plain(value_of(value))
    if fields := unstated(listing):
        yield "Not stated on their website", ", ".join(plain(name_of(field)) for field in fields)
    yield "This page", listing.url
    yield "API", listing.links.api


def _address(address: str) -> str:
    return f"<{address}>" if is_web_address(address) and not re.search(r"[\s<>]", address) else plain(address)


def _list(heading: str, items: Iterable[str]) -> list[str]:
    lines = [f"- {plain(item)}" for item in items]
    return [f"## {heading}", "\n".join(lines)] if lines else []


def _evidence(listing: Listing) -> list[str]:
    lines = [
        f"- {plain(name_of(fact))}: “{plain(found.quote)}” ({_address(found.url)}, read on {day(found.read_at)})"
        for fact, quotes in listing.evidence.items()
        for found in quotes
    ]
    return ["## Sources", "\n".join(lines)] if lines else []
