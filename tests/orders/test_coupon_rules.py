"""What a coupon takes off, in cents."""

from hypothesis import given
from hypothesis import strategies as st

from showground.orders.coupons import DiscountableLine, discount
from showground.orders.models import Coupon

LINES = st.lists(
    st.builds(
        DiscountableLine,
        position=st.just(0),
        product=st.sampled_from(["launch", "featured", "billboard_min"]),
        amount_cents=st.none() | st.just(500),
        list_price_cents=st.integers(0, 100_000_000),
        discount_cents=st.just(0),
    ),
    min_size=1,
    max_size=20,
)


def make_coupon(*, percent: int | None = None, cents: int | None = None, products: tuple[str, ...] = ()) -> Coupon:
    return Coupon(
        code="WELCOME",
        percent=percent,
        amount_cents=cents,
        products=list(products),
        first_day=None,
        last_day=None,
        max_uses=None,
        once_per_account=False,
        active=True,
        note="",
    )


def line(cents: int, product: str = "launch", amount: int | None = None) -> DiscountableLine:
    return DiscountableLine(0, product, amount, cents, 0)


def test_percent_is_of_all_items_together() -> None:
    assert discount(make_coupon(percent=15), [line(33), line(33), line(33)]) == [5, 5, 5]
    assert discount(make_coupon(percent=50), [line(1), line(1)]) == [1, 0]
    assert discount(make_coupon(percent=100), [line(4900), line(0)]) == [4900, 0]


def test_an_amount_is_at_most_the_price() -> None:
    assert discount(make_coupon(cents=1000), [line(4900), line(100)]) == [980, 20]
    assert discount(make_coupon(cents=9000), [line(4900), line(100)]) == [4900, 100]


def test_it_is_only_for_its_products_and_never_for_an_amount_that_the_buyer_chose() -> None:
    lines = [line(4900), line(7900, "featured"), line(5000, "billboard_min", 5000)]
    assert discount(make_coupon(percent=10, products=("featured",)), lines) == [0, 790, 0]
    assert discount(make_coupon(percent=10), lines) == [490, 790, 0]


@given(lines=LINES, percent=st.integers(1, 100))
def test_no_price_is_ever_negative_by_percent(lines: list[DiscountableLine], percent: int) -> None:
    check(lines, make_coupon(percent=percent))


@given(lines=LINES, cents=st.integers(1, 100_000_000))
def test_no_price_is_ever_negative_by_amount(lines: list[DiscountableLine], cents: int) -> None:
    check(lines, make_coupon(cents=cents))


def check(lines: list[DiscountableLine], coupon: Coupon) -> None:
    off = discount(coupon, lines)
    assert all(0 <= cents <= each.list_price_cents for cents, each in zip(off, lines, strict=True))
    whole = sum(each.list_price_cents for each in lines if each.amount_cents is None)
    wanted = (whole * coupon.percent + 50) // 100 if coupon.percent else min(coupon.amount_cents or 0, whole)
    assert sum(off) == wanted
