"""Prices an order and finds everything wrong with it. Pure; used by quote, checkout and the checkout page."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from showground import launches
from showground.core.calls import field_errors
from showground.core.calls.errors import FieldError
from showground.core.dates import read_day
from showground.listings import owned
from showground.orders.models import OrderItem, Product, ProductOption, QuoteLine


@dataclass(frozen=True, slots=True, kw_only=True)
class PricingFacts:
    """What prices depend on: the products, the caller's listings that the order names, and the categories."""

    this_week: date
    products: Mapping[str, Product]
    listings: Mapping[int, owned.Owned] = field(default_factory=dict[int, owned.Owned])
    categories: Collection[str] = ()
    weeks: Mapping[int, Collection[date]] = field(default_factory=dict[int, Collection[date]])  # launches, by listing


@dataclass(frozen=True, slots=True)
class Priced:
    """The lines of an order; or all field errors and no lines."""

    lines: list[QuoteLine]
    faults: list[FieldError]


def price(items: Sequence[OrderItem], known: PricingFacts) -> Priced:
    """Price every item at current prices. Nothing a caller sends can change a price."""
    wrong: list[FieldError] = []
    lines: list[QuoteLine] = []
    for n, item in enumerate(items):
        product = known.products.get(item.product)
        if product is None:
            wrong.append(_fault(n, "product", _unknown_product(item.product, known)))
            continue
        found = [*_judge(item, product, items, known)]
        wrong += [_fault(n, place, message) for place, message in found]
        if not found:
            lines.append(_line(item, product, known))
    wrong += _contradictions(items, known)
    wrong += _overfull(items, known)
    return Priced([], wrong) if wrong else Priced(lines, [])


def parts_of(product: Product) -> list[str]:
    """What a product does: the codes of the products it includes, or its own."""
    return list(product.includes) or [product.code]


def net_of(lines: Sequence[QuoteLine]) -> int:
    return sum(line.price_cents for line in lines)


def _line(item: OrderItem, product: Product, known: PricingFacts) -> QuoteLine:
    week = _read_monday(item.week) if item.week else None
    launch_week = week or _week_without_choice(item, product, known)
    chosen = item.amount_cents if product.min_amount_cents is not None else None
    amount = product.min_amount_cents if chosen is None else chosen
    return QuoteLine(
        product=product.code,
        listing_id=item.listing_id,
        week=week,
        launch_week=launch_week,
        voting_ends_at=launches.end_of(launch_week) if launch_week else None,
        amount_cents=amount,
        categories=item.categories,
        options=item.options or None,
        price_cents=product.price_cents if amount is None else amount,
        supply=product.supply,
    )


def _week_without_choice(item: OrderItem, product: Product, known: PricingFacts) -> date | None:
    """A launch without a week goes live in the current one. A live listing is only upgraded."""
    listing = known.listings.get(item.listing_id or 0)
    return known.this_week if "launch" in parts_of(product) and listing and listing.status != "live" else None


def _judge(
    item: OrderItem, product: Product, items: Sequence[OrderItem], known: PricingFacts
) -> Iterator[tuple[str, str]]:
    yield from _judge_week(item, product)
    yield from _judge_stock(item, product, items)
    yield from _judge_amount(item, product)
    yield from _judge_options(item, product)
    yield from _judge_listing(item, product, items, known)
    yield from _judge_categories(item, product, known)


def _judge_week(item: OrderItem, product: Product) -> Iterator[tuple[str, str]]:
    if item.week is None:
        if product.week == "required":
            yield "week", f"{product.name} needs a launch week. Choose one that list_products shows."
        return
    if product.week == "none":
        yield "week", f"{product.name} does not take a week. Remove it."
        return
    week = _read_monday(item.week)
    if week is None:
        yield "week", "Must be a Monday in the format YYYY-MM-DD."
    elif week not in {offered.week for offered in product.weeks}:
        ends = [product.weeks[0].week.isoformat(), product.weeks[-1].week.isoformat()] if product.weeks else []
        shown = f" Available weeks are {ends[0]} to {ends[1]}." if ends else ""
        yield "week", f"This week is not available. Choose one that list_products shows.{shown}"


def _judge_stock(item: OrderItem, product: Product, items: Sequence[OrderItem]) -> Iterator[tuple[str, str]]:
    """An item without a week counts for the current one."""
    if item.week is not None or product.left_this_week is None:
        return
    same = [each for each in items if each.product == item.product and each.week is None]
    place = next(n for n, each in enumerate(same) if each is item)
    if place >= product.left_this_week:
        yield "product", f"{product.name} is sold out for this week. It is available again on Monday."


def _judge_amount(item: OrderItem, product: Product) -> Iterator[tuple[str, str]]:
    if item.amount_cents is None:
        return
    if product.min_amount_cents is None:
        yield "amount_cents", f"{product.name} has a fixed price. Remove the amount."
    elif item.amount_cents < product.min_amount_cents:
        yield "amount_cents", f"Must be {product.min_amount_cents} or more."


def _judge_options(item: OrderItem, product: Product) -> Iterator[tuple[str, str]]:
    taken, given = product.options or {}, item.options or {}
    for key in given:
        if key not in taken:
            hint = field_errors.suggest(key, taken) or (
                f"Its options are {', '.join(taken)}." if taken else "It has no options."
            )
            yield f"options.{field_errors.printable(key)}", f"{product.name} has no such option. {hint}"
    for key, option in taken.items():
        if key in given:
            if message := _judge_option(given[key], option):
                yield f"options.{key}", message
        elif option.required:
            yield f"options.{key}", "This is required."


def _judge_option(value: str, option: ProductOption) -> str | None:
    if option.type == "choice":
        choices = option.values or []
        return None if value in choices else f"Must be one of {', '.join(choices)}."
    if option.max_length is not None and len(value) > option.max_length:
        return f"At most {option.max_length} characters; this has {len(value)}."
    return None


def _judge_listing(
    item: OrderItem, product: Product, items: Sequence[OrderItem], known: PricingFacts
) -> Iterator[tuple[str, str]]:
    if item.listing_id is None:
        if product.needs_listing:
            yield "listing_id", f"{product.name} is bought for one of your listings. Send its listing_id."
        return
    listing = known.listings.get(item.listing_id)
    if listing is None:
        yield "listing_id", "You have no listing with this id."
        return
    if listing.status == "suspended":
        yield (
            "listing_id",
            f"{listing.name} is suspended, so nothing can be bought for it until the site team reinstates it.",
        )
        return
    for part in parts_of(product):
        if message := judge_status(part, listing, items, known):
            yield "product", message
        elif has_week(part, _read_monday(item.week) if item.week else None, listing, known):
            yield "week", f"{listing.name} already launches in this week. Choose another."


def has_week(part: str, week: date | None, listing: owned.Owned, known: PricingFacts) -> bool:
    """Whether the listing already has this week, so that the order would change nothing."""
    if part == "skip_queue":
        return week is not None and week == listing.launch_week
    return part == "relaunch" and week in known.weeks.get(listing.id, ())


def judge_status(part: str, listing: owned.Owned, items: Sequence[OrderItem], known: PricingFacts) -> str | None:
    """Why the listing's status does not allow this product; None if it does."""
    name = listing.name
    if part == "launch" and listing.plan == "paid" and listing.status in ("live", "scheduled"):
        when = "is live" if listing.status == "live" else f"launches on {listing.launch_week}"
        return f"{name} already {when} on the paid plan. To launch it again once it is live, order relaunch."
    if part == "skip_queue" and (listing.plan != "free" or listing.status not in ("awaiting_badge", "scheduled")):
        return f"skip_queue is only for listings waiting on the free plan, and {name} is not."
    if part == "relaunch" and listing.status != "live":
        return f"relaunch is only for live listings, and {name} is not live. Order launch instead."
    if part == "extra_categories" and listing.plan != "paid" and not _launches(listing.id, items, known):
        return f"Extra categories are only for paid listings. Add a launch of {name} to the order."
    return None


def _judge_categories(item: OrderItem, product: Product, known: PricingFacts) -> Iterator[tuple[str, str]]:
    if product.max_categories is None:
        if item.categories is not None:
            yield "categories", f"{product.name} does not take categories. Remove them."
        return
    listing = None if item.listing_id is None else known.listings.get(item.listing_id)
    primary = listing.categories[:1] if listing else []
    wanted = item.categories or []
    if not wanted:
        yield "categories", f"Send up to {product.max_categories} category slugs."
    elif len(wanted) > product.max_categories:
        yield "categories", f"At most {product.max_categories} items; this has {len(wanted)}."
    for n, slug in enumerate(wanted):
        if slug not in known.categories:
            hint = field_errors.suggest(slug, known.categories) or "Call list_categories to see all slugs."
            yield f"categories[{n}]", f"No category has this slug. {hint}"
        elif slug in wanted[:n]:
            yield f"categories[{n}]", "This category appears twice. Remove one."
        elif slug in primary:
            yield f"categories[{n}]", "This is already the listing's primary category."


def _launches(listing: int, items: Sequence[OrderItem], known: PricingFacts) -> bool:
    return any("launch" in _parts(item, known) for item in items if item.listing_id == listing)


def _parts(item: OrderItem, known: PricingFacts) -> list[str]:
    product = known.products.get(item.product)
    return parts_of(product) if product else []


def _contradictions(items: Sequence[OrderItem], known: PricingFacts) -> Iterator[FieldError]:
    """Items that contradict each other for the same listing."""
    seen: dict[tuple[int, str], int] = {}
    for n, item in enumerate(items):
        if item.listing_id is None:
            continue
        for part in _parts(item, known):
            week = _week_of(part, item)
            for rival, sentence in _RIVALS.get(part, ()):
                before = seen.get((item.listing_id, f"{rival} {week}" if rival == "relaunch" else rival))
                if before is not None:
                    yield _fault(n, "product", sentence.format(before=f"items[{before}]"))
                    break
            seen.setdefault((item.listing_id, part), n)
            if week:
                seen.setdefault((item.listing_id, f"relaunch {week}"), n)


def _week_of(part: str, item: OrderItem) -> str | None:
    return item.week if part in ("launch", "relaunch") else None


_RIVALS: dict[str, tuple[tuple[str, str], ...]] = {
    "launch": (
        ("launch", "{before} already launches this listing."),
        (
            "skip_queue",
            "{before} skips the free queue for this listing, which a launch does not use. Order only one of them.",
        ),
        ("relaunch", "{before} already launches this listing in the same week."),
    ),
    "skip_queue": (
        ("skip_queue", "{before} already skips the queue for this listing."),
        ("launch", "{before} launches this listing, so there is no queue to skip. Order only one of them."),
    ),
    "relaunch": (("relaunch", "{before} already launches this listing in the same week."),),
    "extra_categories": (("extra_categories", "{before} already sets this listing's extra categories."),),
    "ai_review": (("ai_review", "{before} already includes a check of this listing."),),
    "done_for_you": (("done_for_you", "{before} is already the same item for this listing."),),
}


def _overfull(items: Sequence[OrderItem], known: PricingFacts) -> Iterator[FieldError]:
    """Weeks with room for one item, but not for all items that name them."""
    taken: dict[date, int] = {}
    for n, item in enumerate(items):
        product = known.products.get(item.product)
        week = _read_monday(item.week) if item.week else None
        if product is None or week is None:
            continue
        taken[week] = taken.get(week, 0) + 1
        left = {offered.week: offered.places_left for offered in product.weeks}.get(week)
        if left is not None and taken[week] > left:
            yield _fault(
                n, "week", f"This week has room for only {left} more, and this order needs more. Choose another week."
            )


def _read_monday(text: str) -> date | None:
    day = read_day(text)
    return day if day and day.weekday() == 0 else None


def _unknown_product(code: str, known: PricingFacts) -> str:
    hint = field_errors.suggest(code, known.products) or f"The codes are {', '.join(known.products)}."
    return f"No product has this code. {hint}"


def _fault(n: int, place: str, message: str) -> FieldError:
    return FieldError(field=f"items[{n}].{place}", message=message)
