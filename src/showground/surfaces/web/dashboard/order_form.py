"""The form of the order page: what was selected and typed, and the mistakes in it, in the words of the form."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from showground.core.calls.errors import FieldError
from showground.core.languages import Text, deferred, text_with
from showground.orders import MAX_AMOUNT_CENTS, Product, parts_of
from showground.ownership import OwnedListing
from showground.surfaces.web.amounts import read_dollars
from showground.surfaces.web.formatting import dollars
from showground.surfaces.web.forms import Form

NOW = "now"  # the week of a launch that does not wait for the next full week


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """What was selected and typed for a listing: products by code, each with its own fields."""

    form: Form
    listing: OwnedListing
    offers: Sequence[Product]

    @property
    def products(self) -> list[Product]:
        """The selected products, in the order of the form. What the listing can't buy is left out, and what another
        selected product includes: whoever adds a bundle need not unselect its parts."""
        included = {part.code for _, part in self.included}
        return [product for product in self._selected if product.code not in included]

    @property
    def included(self) -> list[tuple[Product, Product]]:
        """Selected products that include another selected one, each with that one."""
        found: dict[str, tuple[Product, Product]] = {}
        for part in self._selected:
            for whole in self._selected:
                if _includes(whole, part):
                    found.setdefault(part.code, (whole, part))
        return list(found.values())

    @property
    def _selected(self) -> list[Product]:
        known = {product.code: product for product in self.offers}
        return [known[code] for code in dict.fromkeys(self.form.getlist("product")) if code in known]

    @property
    def codes(self) -> list[str]:
        return [product.code for product in self.products]

    def get(self, product: str, name: str) -> str:
        return self.form.get(f"{product}.{name}", "").strip()

    def amount_cents(self, product: Product) -> int | None:
        """The typed amount; None if nothing was typed or it is not an amount."""
        return None if product.min_amount_cents is None else read_dollars(self.get(product.code, "amount"))

    def categories(self, product: str) -> list[str]:
        return [slug for slug in self.form.getlist(f"{product}.categories") if slug]

    def week(self, product: Product) -> str:
        """The chosen week, `now`, or nothing. Unless chosen otherwise, a listing launches in the next full week.

        A live listing that is upgraded does not launch again unless its owner chooses a week.
        """
        chosen = self.get(product.code, "week")
        if chosen or product.week == "none" or self.upgrades(product):
            return chosen
        return product.weeks[0].week.isoformat() if product.weeks else NOW if product.week == "optional" else ""

    def upgrades(self, product: Product) -> bool:
        return product.week == "optional" and self.listing.status == "live"

    def launches_now(self) -> bool:
        return any(self.week(product) == NOW for product in self.products)

    def waiting(self) -> "OrderChoice":
        """The same, but whatever would launch now launches in the next full week."""
        changed = {
            f"{product.code}.week": product.weeks[0].week.isoformat()
            for product in self.products
            if self.week(product) == NOW and product.weeks
        }
        others = [(name, text) for name, text in self.form.multi_items() if name not in changed]
        return OrderChoice(Form([*others, *changed.items()]), self.listing, self.offers)

    def order_body(self) -> dict[str, Any]:
        """The input of quote_order and checkout_order. They take codes of two letters: for the few territories with
        longer ones, such as Heligoland, VAT is worked out at checkout."""
        body: dict[str, Any] = {"items": [self._item(product) for product in self.products]}
        country = self.form.get("billing_country", "")
        return body | ({"billing_country": country} if country and "-" not in country else {})

    def _item(self, product: Product) -> dict[str, Any]:
        code = product.code
        item: dict[str, Any] = {"product": code}
        if product.needs_listing:
            item["listing_id"] = self.listing.listing_id
        if (week := self.week(product)) and week != NOW and product.week != "none":
            item["week"] = week
        if (cents := self.amount_cents(product)) is not None:
            item["amount_cents"] = cents
        if product.max_categories is not None:
            item["categories"] = self.categories(code)
        options = {key: text for key in product.options or {} if (text := self.get(code, key))}
        return item | ({"options": options} if options else {})


def find_mistakes(choice: OrderChoice) -> list[FieldError]:
    """What the buyer has to correct in the form. The order itself is checked again by the operation."""
    products = choice.products
    return [
        FieldError(field=f"items[{n}]", message=message)
        for n, product in enumerate(products)
        for message in (*_find_in_fields(choice, product), *_find_doubles(product, products[:n]))
    ]


def _find_in_fields(choice: OrderChoice, product: Product) -> Iterator[Text]:
    least, cents = product.min_amount_cents, choice.amount_cents(product)
    if least is not None and choice.get(product.code, "amount"):
        if cents is None:
            yield Text("Enter an amount in US dollars, such as 25 or 25.50.")
        elif cents < least:
            yield text_with("Enter at least %(amount)s.", amount=deferred(dollars, least))
        elif cents > MAX_AMOUNT_CENTS:
            yield text_with("Enter at most %(amount)s.", amount=deferred(dollars, MAX_AMOUNT_CENTS))
    if product.max_categories is not None and not choice.categories(product.code):
        yield Text("Choose at least one category.")


def _includes(whole: Product, part: Product) -> bool:
    return set(parts_of(part)) < set(parts_of(whole))


def _find_doubles(product: Product, before: Sequence[Product]) -> Iterator[Text]:
    """What would be paid for twice, because two products have parts in common and neither includes the other."""
    for other in before:
        if set(parts_of(product)) & set(parts_of(other)):
            names = {"first": Text(other.name), "second": Text(product.name)}
            yield text_with("%(first)s and %(second)s include the same item. Select only one of them.", **names)
