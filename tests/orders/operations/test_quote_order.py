"""What an order would cost, as a caller sees it."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from showground.core.database.pool import changes
from tests.support.problems import errors_of
from tests.support.shop_world import NEXT, WEEKS, Market

pytestmark = pytest.mark.anyio


async def quote(market: Market, *items: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = await market.post("/orders/quote", list(items), **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def refused(market: Market, *items: dict[str, Any], **more: Any) -> dict[str, str]:
    return errors_of(await market.post("/orders/quote", list(items), **more))


async def test_all_that_is_wrong_is_told_at_once(market: Market) -> None:
    """Malformed values, a country that does not exist, and items that cannot be ordered."""
    wrong = (market.item("launch", week=NEXT) | {"listing_id": 9999}, {"product": "nope"}, market.item("relaunch"))
    of_items = {"items[0].listing_id", "items[1].product", "items[2].week"}
    assert of_items <= (await refused(market, *wrong)).keys()
    assert {"billing_country", *of_items} <= (await refused(market, *wrong, billing_country="XX")).keys()
    more = {"billing_country": "XX", "colour": "red"}
    found = await refused(market, *wrong, {"product": "billboard_min", "amount_cents": 0}, **more)
    assert {"items[3].amount_cents", "colour", "billing_country", *of_items} <= found.keys()
    assert found["items[3].amount_cents"] == "Must be 1 or more."


async def test_it_has_the_prices_and_saves_nothing(market: Market) -> None:
    found = await quote(market, market.item("launch", week=NEXT), market.item("extra_categories", categories=["ai"]))
    assert [step["tool"] for step in found.pop("next_steps")] == ["checkout_order"]
    assert found == {
        "currency": "USD",
        "lines": [
            {
                "product": "launch",
                "listing_id": market.ids["draft"],
                "week": NEXT,
                "launch_week": NEXT,
                "voting_ends_at": "2026-03-23T00:00:00Z",
                "amount_cents": None,
                "categories": None,
                "options": None,
                "price_cents": 4900,
                "supply": "electronic",
            },
            {
                "product": "extra_categories",
                "listing_id": market.ids["draft"],
                "week": None,
                "launch_week": None,
                "voting_ends_at": None,
                "amount_cents": None,
                "categories": ["ai"],
                "options": None,
                "price_cents": 1500,
                "supply": "electronic",
            },
        ],
        "net_cents": 6400,
        "vat": None,
        "total_cents": 6400,
    }
    assert await market.ask("select 1 from purchase") == []
    assert (await market.world.get("/orders", by="alice")).json()["total"] == 0


async def test_a_launch_without_a_week_names_the_week_it_goes_live_in_and_the_end_of_voting(market: Market) -> None:
    items = market.item("launch"), market.item("launch", "free"), market.item("launch", "second", week=NEXT)
    lines = (await quote(market, *items))["lines"]
    assert [(line["week"], line["launch_week"], line["voting_ends_at"]) for line in lines] == [
        (None, "2026-03-09", "2026-03-16T00:00:00Z"),
        (None, None, None),  # it is live: an upgrade, no other launch
        (NEXT, NEXT, "2026-03-23T00:00:00Z"),
    ]
    order = await market.order(*items[:2])
    assert [line["launch_week"] for line in order["lines"]] == ["2026-03-09", None]
    market.world.clock.move(days=5)  # to Monday: what goes live now does so in a new week
    assert [line["launch_week"] for line in (await market.get(order["number"]))["lines"]] == [NEXT, None]
    await market.pay(order["number"])
    market.world.clock.move(days=21)
    [launch, upgrade] = (await market.get(order["number"]))["lines"]
    assert (launch["launch_week"], launch["voting_ends_at"]) == (NEXT, "2026-03-23T00:00:00Z")
    assert (upgrade["launch_week"], upgrade["voting_ends_at"]) == (None, None)


async def test_every_product_can_be_had_where_it_fits(market: Market) -> None:
    fits: list[tuple[dict[str, Any], int]] = [
        (market.item("launch"), 4900),
        (market.item("launch", "waiting"), 4900),
        (market.item("launch", "free", week=NEXT), 4900),
        (market.item("skip_queue", "waiting", week=NEXT), 1900),
        (market.item("skip_queue", "queued", week=NEXT), 1900),
        (market.item("featured", "free"), 7900),
        (market.item("done_for_you", options={"notes": "Hello"}), 19900),
        (market.item("launch_bundle", week=NEXT, options={"focus": "pricing"}), 10900),
        (market.item("extra_categories", "paid", categories=["databases", "testing"]), 1500),
        (market.item("relaunch", "paid", week=NEXT), 3900),
        (market.item("ai_review", "paid"), 1900),
    ]
    for item, price in fits:
        assert (await quote(market, item))["net_cents"] == price, item
    least = (await quote(market, market.item("billboard_min", "paid")))["lines"][0]
    assert least["amount_cents"] == least["price_cents"] > 0
    more = await quote(market, market.item("billboard_min", "paid", amount_cents=least["amount_cents"] + 1))
    assert more["net_cents"] == least["amount_cents"] + 1


async def test_bob_may_order_for_a_listing_he_was_invited_to_and_charlie_may_not(market: Market) -> None:
    item = market.item("ai_review", "waiting")
    assert (await quote(market, item, by="bob"))["net_cents"] == 1900
    message = "You have no listing with this id."
    assert await refused(market, item, by="charlie") == {"items[0].listing_id": message}
    never = {"product": "ai_review", "listing_id": 999_999}
    assert await refused(market, never) == {"items[0].listing_id": message}


async def test_what_does_not_fit_is_named_by_index_and_field(market: Market) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"product": "launhc"}, "items[0].product"),
        ({"product": "launch"}, "items[0].listing_id"),
        (market.item("launch", week="2026-03-17"), "items[0].week"),
        (market.item("launch", week="2026-03-02"), "items[0].week"),
        (market.item("launch", week="next"), "items[0].week"),
        (market.item("launch", week="2026-02-30"), "items[0].week"),
        (market.item("launch", week="2036-03-17"), "items[0].week"),
        (market.item("featured", week=NEXT), "items[0].week"),
        (market.item("skip_queue", "waiting"), "items[0].week"),
        (market.item("relaunch", "paid"), "items[0].week"),
        (market.item("launch", amount_cents=1), "items[0].amount_cents"),
        (market.item("billboard_min", "paid", amount_cents=1), "items[0].amount_cents"),
        (market.item("launch", categories=["ai"]), "items[0].categories"),
        (market.item("extra_categories", "paid"), "items[0].categories"),
        (market.item("extra_categories", "paid", categories=[]), "items[0].categories"),
        (market.item("extra_categories", "paid", categories=["a", "b", "c", "d"]), "items[0].categories"),
        (market.item("extra_categories", "paid", categories=["databasse"]), "items[0].categories[0]"),
        (market.item("extra_categories", "paid", categories=["testing", "testing"]), "items[0].categories[1]"),
        (market.item("extra_categories", "paid", categories=["ai"]), "items[0].categories[0]"),
        (market.item("extra_categories", "free", categories=["databases"]), "items[0].product"),
        (market.item("ai_review", options={"focsu": "pricing"}), "items[0].options.focsu"),
        (market.item("ai_review", options={"focus": "all"}), "items[0].options.focus"),
        (market.item("ai_review", options={"focus": 1}), "items[0].options.focus"),
        (market.item("done_for_you", options={"notes": "x" * 2001}), "items[0].options.notes"),
        (market.item("launch", options={"notes": "x"}), "items[0].options.notes"),
        (market.item("launch", "paid"), "items[0].product"),
        (market.item("launch", "suspended"), "items[0].listing_id"),
        (market.item("skip_queue", "paid", week=NEXT), "items[0].product"),
        (market.item("skip_queue", "draft", week=NEXT), "items[0].product"),
        (market.item("skip_queue", "free", week=NEXT), "items[0].product"),
        (market.item("relaunch", "draft", week=NEXT), "items[0].product"),
        (market.item("launch", "foreign"), "items[0].listing_id"),
    ]
    for item, field in cases:
        found = await refused(market, item)
        assert field in found, (item, found)
        assert all(message.endswith((".", "?")) for message in found.values())
    many = market.item("ai_review", options={f"o{n}": "x" for n in range(21)})
    assert await refused(market, many) == {"items[0].options": "At most 20 items; this has 21."}
    found = await refused(market, {"product": "launhc"}, billing_country="ZZ")
    assert "launch" in (await refused(market, {"product": "launhc"}))["items[0].product"]
    assert found.keys() == {"billing_country", "items[0].product"}


async def test_a_shop_that_sells_nothing_says_so(market: Market) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set on_sale = false")
    answer = await market.world.request("POST", "/orders/quote", by="alice", json={"items": [market.item("ai_review")]})
    assert errors_of(answer) == {"items[0].product": "Nothing is for sale right now."}


async def test_what_contradicts_itself_is_refused(market: Market) -> None:
    first, third = NEXT, WEEKS[2].isoformat()
    pairs: list[tuple[dict[str, Any], dict[str, Any]]] = [
        (market.item("launch"), market.item("launch", week=first)),
        (market.item("launch"), market.item("launch_bundle")),
        (market.item("launch", "waiting"), market.item("skip_queue", "waiting", week=first)),
        (market.item("skip_queue", "waiting", week=first), market.item("launch", "waiting")),
        (market.item("skip_queue", "waiting", week=first), market.item("skip_queue", "waiting", week=third)),
        (market.item("relaunch", "paid", week=first), market.item("relaunch", "paid", week=first)),
        (market.item("launch", "free", week=first), market.item("relaunch", "free", week=first)),
        (
            market.item("extra_categories", "paid", categories=["databases"]),
            market.item("extra_categories", "paid", categories=["testing"]),
        ),
        (market.item("launch_bundle"), market.item("ai_review")),
    ]
    for pair in pairs:
        assert (await refused(market, *pair)).keys() == {"items[1].product"}, pair
    fine = [market.item("relaunch", "paid", week=first), market.item("relaunch", "paid", week=third)]
    assert len((await quote(market, *fine, market.item("launch"), market.item("launch", "second")))["lines"]) == 4


async def test_a_week_has_only_so_many_places(market: Market) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute(
            """
            with more as (
                insert into listing (slug, domain, website, status, name, created_at, updated_at)
                select 'x-' || n, 'x-' || n || '.example', 'https://x.example', 'scheduled', 'X', now(), now()
                from generate_series(1, 24) n returning id
            ) insert into launch (listing_id, week) select id, %s from more
            """,
            (NEXT,),
        )
    assert (await quote(market, market.item("launch", week=NEXT)))["net_cents"] == 4900
    both = [market.item("launch", week=NEXT), market.item("relaunch", "paid", week=NEXT)]
    assert (await refused(market, *both)).keys() == {"items[1].week"}


async def test_vat_follows_the_country_and_the_seller_is_in_germany(market: Market) -> None:
    item = market.item("launch")
    for country, rate, cents, kind in (
        ("at", 20, 980, "standard"),
        ("DE", 19, 931, "standard"),
        ("FI", 25.5, 1250, "standard"),
        ("EL", 24, 1176, "standard"),
        ("MC", 20, 980, "standard"),
        ("US", 0, 0, "outside_eu"),
        ("XI", 0, 0, "outside_eu"),
    ):
        found = await quote(market, item, billing_country=country)
        assert (found["vat"]["rate"], found["vat"]["cents"], found["vat"]["kind"]) == (rate, cents, kind), country
        assert found["total_cents"] == 4900 + cents
        assert found["vat"]["number_valid"] is None
    found = await quote(market, item, billing_country="AT", vat_number="ATU1234567")
    assert (found["vat"]["number_valid"], found["vat"]["cents"]) == (False, 980)


async def test_a_client_cannot_name_a_price(market: Market) -> None:
    for extra in ("price_cents", "price", "quantity", "discount", "vat", "total_cents"):
        assert (await refused(market, {**market.item("launch"), extra: 1})).keys() == {f"items[0].{extra}"}
        assert (await refused(market, market.item("launch"), **{extra: 1})).keys() == {extra}


async def test_staffs_new_price_counts_for_new_quotes(market: Market) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 5900 where code = 'launch'")
        changes(db, "products")
    assert (await quote(market, market.item("launch")))["net_cents"] == 5900


def bodies(market: Market) -> st.SearchStrategy[dict[str, Any]]:
    """Mixtures of what fits and of what does not quite."""
    weeks = st.sampled_from([*map(str, WEEKS)])
    fitting = st.one_of(
        weeks.map(lambda week: market.item("launch", week=week)),
        weeks.map(lambda week: market.item("launch", "free", week=week)),
        weeks.map(lambda week: market.item("skip_queue", "waiting", week=week)),
        weeks.map(lambda week: market.item("relaunch", "paid", week=week)),
        st.integers(1, 10**8).map(lambda cents: market.item("billboard_min", "paid", amount_cents=cents)),
        st.sampled_from(
            [
                market.item("featured", "free"),
                market.item("launch_bundle", "second", options={"focus": "pricing"}),
                market.item("extra_categories", "paid", categories=["databases", "testing"]),
                market.item("ai_review", "paid"),
                market.item("done_for_you", options={"notes": "Hello"}),
                market.item("launch", "foreign"),
                market.item("launch", week="2026-03-10"),
            ]
        ),
    )
    return st.fixed_dictionaries(
        {
            "items": st.lists(fitting, min_size=1, max_size=3),
            "billing_country": st.sampled_from(["AT", "DE", "FR", "US", "GR", "FI", None]),
        },
        optional={"vat_number": st.sampled_from(["ATU1", "nonsense", ""])},
    )


async def test_quote_checkout_and_provider_agree_on_any_body(market: Market) -> None:
    """Whatever is sent: the same answer from both; whole cents, never negative; and the provider is asked for that."""
    seen: list[dict[str, Any]] = []

    @settings(max_examples=80, deadline=None, database=None, derandomize=True)
    @given(bodies(market))
    def collect(body: dict[str, Any]) -> None:
        seen.append(body)

    collect()
    asked_for = 0
    for body in seen:
        quoted = await market.world.request("POST", "/orders/quote", by="alice", json=body)
        ordered = await market.world.request("POST", "/orders/checkout", by="alice", json=body)
        if quoted.status_code != 200:
            assert quoted.status_code == ordered.status_code == 400
            assert quoted.json()["errors"] == ordered.json()["errors"] != []
            continue
        told, made = quoted.json(), ordered.json()
        same = told.keys() - {"lines", "next_steps"}
        assert {k: made[k] for k in same} == {k: told[k] for k in same}
        assert [{k: line[k] for k in told["lines"][0]} for line in made["lines"]] == told["lines"]
        assert told["net_cents"] == sum(line["price_cents"] for line in told["lines"]) >= 0
        vat = told["vat"]["cents"] if told["vat"] else 0
        assert told["total_cents"] == told["net_cents"] + vat >= told["net_cents"]
        assert isinstance(told["total_cents"], int)
        if told["vat"]:
            await market.open_page(made, country=told["vat"]["country"])
            charged = await market.ask("select amount_cents from sandbox_payment where number = %s", made["number"])
            assert charged == [(told["total_cents"],)]
            asked_for += 1
    assert asked_for >= 5
