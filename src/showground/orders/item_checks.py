"""Finds every error in the items of an order: in each item, and between items. Pure."""

from collections.abc import Iterator, Sequence
from datetime import date

from showground.core.calls import field_errors
from showground.core.calls.errors import FieldError
from showground.core.languages import Text, deferred, sentences, text_with
from showground.core.languages.formats import day
from showground.listings import owned
from showground.orders.models import OrderItem
from showground.orders.pricing_facts import PricingFacts, parts_of, read_monday
from showground.orders.product_models import Product, ProductOption


def check_item(n: int, items: Sequence[OrderItem], known: PricingFacts) -> list[FieldError]:
    """Errors in one item."""
    item = items[n]
    product = known.products.get(item.product)
    if product is None:
        return [_error_at(n, "product", _unknown_product(item.product, known))]
    return [_error_at(n, place, message) for place, message in _judge(item, product, items, known)]


def check_together(items: Sequence[OrderItem], known: PricingFacts) -> Iterator[FieldError]:
    """Errors between items: contradictions, and weeks without room for all of them."""
    yield from _conflicts(items, known)
    yield from _overfull(items, known)


def _judge(
    item: OrderItem, product: Product, items: Sequence[OrderItem], known: PricingFacts
) -> Iterator[tuple[str, Text]]:
    yield from _judge_week(item, product)
    yield from _judge_stock(item, product, items)
    yield from _judge_amount(item, product)
    yield from _judge_options(item, product)
    yield from _judge_listing(item, product, items, known)
    yield from _judge_categories(item, product, known)


def _judge_week(item: OrderItem, product: Product) -> Iterator[tuple[str, Text]]:
    if item.week is None:
        if product.week == "required":
            yield (
                "week",
                text_with(
                    "%(product)s needs a launch week. Choose one that list_products shows.", product=Text(product.name)
                ),
            )
        return
    if product.week == "none":
        yield "week", text_with("%(product)s does not take a week. Remove it.", product=Text(product.name))
        return
    week = read_monday(item.week)
    if week is None:
        yield "week", Text("Must be a Monday in the format YYYY-MM-DD.")
    elif week not in {offered.week for offered in product.weeks}:
        others = None
        if product.weeks:
            first, last = (deferred(day, product.weeks[end].week) for end in (0, -1))
            others = text_with("Choose a Monday from %(first)s to %(last)s.", first=first, last=last)
        yield "week", sentences(Text("This week is not available."), others)


def _judge_stock(item: OrderItem, product: Product, items: Sequence[OrderItem]) -> Iterator[tuple[str, Text]]:
    """An item without a week counts for the current one."""
    if item.week is not None or product.left_this_week is None:
        return
    same = [each for each in items if each.product == item.product and each.week is None]
    place = next(n for n, each in enumerate(same) if each is item)
    if place >= product.left_this_week:
        yield (
            "product",
            text_with(
                "%(product)s is sold out for this week. It is available again on Monday.", product=Text(product.name)
            ),
        )


def _judge_amount(item: OrderItem, product: Product) -> Iterator[tuple[str, Text]]:
    if item.amount_cents is None:
        return
    if product.min_amount_cents is None:
        yield "amount_cents", text_with("%(product)s has a fixed price. Remove the amount.", product=Text(product.name))
    elif item.amount_cents < product.min_amount_cents:
        yield "amount_cents", text_with("Must be %(ge)s or more.", ge=product.min_amount_cents)


def _judge_options(item: OrderItem, product: Product) -> Iterator[tuple[str, Text]]:
    taken, given = product.options or {}, item.options or {}
    for key in given:
        if key not in taken:
            none = text_with("%(product)s has no such option.", product=Text(product.name))
            known = text_with("Its options are %(options)s.", options=", ".join(taken))
            hint = field_errors.suggest(key, taken) or (known if taken else Text("It has no options."))
            yield f"options.{field_errors.printable(key)}", sentences(none, hint)
    for key, option in taken.items():
        if key in given:
            if message := _judge_option(given[key], option):
                yield f"options.{key}", message
        elif option.required:
            yield f"options.{key}", Text("This is required.")


def _judge_option(value: str, option: ProductOption) -> Text | None:
    if option.type == "choice":
        choices = option.values or []
        return None if value in choices else text_with("Must be one of %(expected)s.", expected=", ".join(choices))
    if option.max_length is not None and len(value) > option.max_length:
        return text_with(
            "At most %(max_length)s characters; this has %(length)s.", max_length=option.max_length, length=len(value)
        )
    return None


def _judge_listing(
    item: OrderItem, product: Product, items: Sequence[OrderItem], known: PricingFacts
) -> Iterator[tuple[str, Text]]:
    if item.listing_id is None:
        if product.needs_listing:
            yield (
                "listing_id",
                text_with(
                    "%(product)s is bought for one of your listings. Send its listing_id.", product=Text(product.name)
                ),
            )
        return
    listing = known.listings.get(item.listing_id)
    if listing is None:
        yield "listing_id", Text("You have no listing with this id.")
        return
    if listing.status == "suspended":
        yield (
            "listing_id",
            text_with(
                "%(listing)s is suspended, so nothing can be bought for it until the site team reinstates it.",
                listing=listing.name,
            ),
        )
        return
    for part in parts_of(product):
        if message := judge_status(part, listing, items, known):
            yield "product", message
        elif has_week(part, read_monday(item.week) if item.week else None, listing, known):
            yield "week", text_with("%(listing)s already launches in this week. Choose another.", listing=listing.name)


def has_week(part: str, week: date | None, listing: owned.Owned, known: PricingFacts) -> bool:
    """Whether the listing already has this week, so that the order would change nothing."""
    if part == "skip_queue":
        return week is not None and week == listing.launch_week
    return part == "relaunch" and week in known.weeks.get(listing.id, ())


def judge_status(part: str, listing: owned.Owned, items: Sequence[OrderItem], known: PricingFacts) -> Text | None:
    """Why the listing's status does not allow this product; None if it does."""
    name = listing.name
    if part == "launch" and listing.plan == "paid" and listing.status in ("live", "scheduled"):
        again = Text("To launch it again once it is live, order relaunch.")
        if listing.status == "live":
            return sentences(text_with("%(name)s is already live on the paid plan.", name=name), again)
        launch = deferred(day, listing.launch_week)
        planned = text_with("%(name)s already launches on %(week)s on the paid plan.", name=name, week=launch)
        return sentences(planned, again)
    if part == "skip_queue" and (listing.plan != "free" or listing.status not in ("awaiting_badge", "scheduled")):
        return text_with("skip_queue is only for listings waiting on the free plan, and %(name)s is not.", name=name)
    if part == "relaunch" and listing.status != "live":
        return text_with(
            "relaunch is only for live listings, and %(name)s is not live. Order launch instead.", name=name
        )
    if part == "extra_categories" and listing.plan != "paid" and not _launches(listing.id, items, known):
        return text_with(
            "Extra categories are only for paid listings. Add a launch of %(name)s to the order.", name=name
        )
    return None


def _judge_categories(item: OrderItem, product: Product, known: PricingFacts) -> Iterator[tuple[str, Text]]:
    if product.max_categories is None:
        if item.categories is not None:
            yield (
                "categories",
                text_with("%(product)s does not take categories. Remove them.", product=Text(product.name)),
            )
        return
    listing = None if item.listing_id is None else known.listings.get(item.listing_id)
    primary = listing.categories[:1] if listing else []
    wanted = item.categories or []
    if not wanted:
        yield "categories", text_with("Send up to %(max_length)s category slugs.", max_length=product.max_categories)
    elif len(wanted) > product.max_categories:
        yield (
            "categories",
            text_with(
                "At most %(max_length)s items; this has %(actual_length)s.",
                max_length=product.max_categories,
                actual_length=len(wanted),
            ),
        )
    for n, slug in enumerate(wanted):
        if slug not in known.categories:
            hint = field_errors.suggest(slug, known.categories) or Text("Call list_categories to see all slugs.")
            yield f"categories[{n}]", sentences(Text("No category has this slug."), hint)
        elif slug in wanted[:n]:
            yield f"categories[{n}]", Text("This category appears twice. Remove one.")
        elif slug in primary:
            yield f"categories[{n}]", Text("This is already the listing's primary category.")


def _launches(listing: int, items: Sequence[OrderItem], known: PricingFacts) -> bool:
    return any("launch" in _parts(item, known) for item in items if item.listing_id == listing)


def _parts(item: OrderItem, known: PricingFacts) -> list[str]:
    product = known.products.get(item.product)
    return parts_of(product) if product else []


def _conflicts(items: Sequence[OrderItem], known: PricingFacts) -> Iterator[FieldError]:
    """Items that contradict each other for the same listing."""
    seen: dict[tuple[int, str, str | None], int] = {}  # listing, part and, for relaunches, the week
    for n, item in enumerate(items):
        if item.listing_id is None:
            continue
        for part in _parts(item, known):
            week = _week_of(part, item)
            for other, sentence in CONFLICTS.get(part, ()):
                before = seen.get((item.listing_id, other, week if other == "relaunch" else None))
                if before is not None:
                    yield _error_at(n, "product", text_with(sentence, before=f"items[{before}]"))
                    break
            if part != "relaunch":
                seen.setdefault((item.listing_id, part, None), n)
            if week:  # a first launch takes its week as well
                seen.setdefault((item.listing_id, "relaunch", week), n)


def _week_of(part: str, item: OrderItem) -> str | None:
    return item.week if part in ("launch", "relaunch") else None


# By part of a product, what another item before it must not contain, and what to say then. Relaunches conflict only in
# the same week.
CONFLICTS: dict[str, tuple[tuple[str, Text], ...]] = {
    "launch": (
        ("launch", Text("%(before)s already launches this listing.")),
        (
            "skip_queue",
            Text(
                "%(before)s skips the free queue for this listing, which a launch does not use. Order only one of them."
            ),
        ),
        ("relaunch", Text("%(before)s already launches this listing in the same week.")),
    ),
    "skip_queue": (
        ("skip_queue", Text("%(before)s already skips the queue for this listing.")),
        ("launch", Text("%(before)s launches this listing, so there is no queue to skip. Order only one of them.")),
    ),
    "relaunch": (("relaunch", Text("%(before)s already launches this listing in the same week.")),),
    "extra_categories": (("extra_categories", Text("%(before)s already sets this listing's extra categories.")),),
    "ai_review": (("ai_review", Text("%(before)s already includes a check of this listing.")),),
    "done_for_you": (("done_for_you", Text("%(before)s is already the same item for this listing.")),),
}


def _overfull(items: Sequence[OrderItem], known: PricingFacts) -> Iterator[FieldError]:
    """Weeks with room for one item, but not for all items that name them."""
    taken: dict[date, int] = {}
    for n, item in enumerate(items):
        product = known.products.get(item.product)
        week = read_monday(item.week) if item.week else None
        if product is None or week is None:
            continue
        taken[week] = taken.get(week, 0) + 1
        left = {offered.week: offered.places_left for offered in product.weeks}.get(week)
        if left is not None and taken[week] > left:
            yield _error_at(
                n,
                "week",
                text_with(
                    "This week has room for only %(left)s more, and this order needs more. Choose another week.",
                    left=left,
                ),
            )


def _unknown_product(code: str, known: PricingFacts) -> Text:
    if not known.products:
        return Text("Nothing is for sale right now.")
    codes = text_with("The codes are %(codes)s.", codes=", ".join(known.products))
    return sentences(Text("No product has this code."), field_errors.suggest(code, known.products) or codes)


def _error_at(n: int, place: str, message: Text) -> FieldError:
    return FieldError(field=f"items[{n}].{place}", message=message)
