"""What real sites showed about prices: what is free beside them, and amounts that are nobody's price."""

import pytest

from tests.extraction.drafters.small_pages import draft, page, value

PLANS = "<div><h3>Pro</h3><p>$12/mo</p></div><div><h3>Max</h3><p>$20/mo</p></div>"


def priced(body: str) -> str:
    return f"<h1>Tarnbrook</h1><section class=pricing><h2>Pricing</h2>{body}</section>"


def test_a_free_plan_whose_nought_has_no_currency() -> None:
    free = "<div><h3>Free</h3><p>No card.</p><p>0</p><p>Free forever</p></div>"
    once = "<p>$299 lifetime — pay once</p>"
    assert value(draft(page(priced(free + PLANS + once))), "pricing_model") == "freemium"


def test_a_free_tier_told_below_the_plans() -> None:
    told = "<p>Free tier includes shared lists and three maps.</p>"
    assert value(draft(page(priced(PLANS + told))), "pricing_model") == "freemium"


def test_a_free_call_is_no_free_plan() -> None:
    call = "<div><p>Stage 01</p><p>Discovery Call</p><p>Free</p></div>"
    build = "<div><p>Stage 02</p><p>Care Plan</p><p>$1,000/mo</p></div>"
    build += "<div><p>Stage 03</p><p>Full Team</p><p>$7,500/mo</p></div>"
    drafted = draft(
        page("<h1>Tarnbrook</h1><a href=/pricing>Pricing</a>"), page(priced(call + build), "/pricing", "pricing")
    )
    assert value(drafted, "pricing_model") == "subscription"
    assert value(drafted, "pricing_summary") == "Care Plan: $1,000/mo; Full Team: $7,500/mo"


def test_a_free_beta_is_no_trial() -> None:
    assert value(draft(page("<h1>Tarnbrook</h1><p>Free trial of the beta</p>")), "pricing_model") is None


def test_fees_of_others_and_sums_by_the_day_are_no_prices() -> None:
    yearly = "<div><h3>Monthly</h3><p>$4/month</p></div>"
    yearly += "<div><h3>Yearly</h3><p>$36/year</p><p>Save 25% — only $0.10/day</p></div>"
    fee = "<p>The fees of the card company are 5% + $0.50 per payment.</p>"
    drafted = draft(page(priced(yearly + fee)))
    assert value(drafted, "pricing_summary") == "Monthly: $4/month; Yearly: $36/year"


def test_no_monthly_fee_in_japanese_is_free() -> None:
    site = page("<h1>Tarnbrook</h1><h2>料金</h2><p>無料（月額料金はありません）</p>", lang="ja")
    assert value(draft(site), "pricing_model") == "free"


def test_free_on_another_page_is_not_said_of_the_product() -> None:
    home, other = (
        page("<h1>Tarnbrook</h1><a href=/play>Play</a>"),
        page("<h1>Play</h1><p>100% free</p>", "/play", "other"),
    )
    assert value(draft(home, other), "pricing_model") is None


def test_another_product_s_free_plan_and_trial_are_not_this_one_s() -> None:
    home = page("<h1>Tarnbrook</h1><a href=/pricing>Pricing</a><a href=/services>Services</a>")
    prices = page(priced(PLANS), "/pricing", "pricing")
    ours = "<h1>Services</h1><h2>What we run</h2><p>Every tool is free.</p><p>Harrow: $29/mo · 14-day free trial</p>"
    assert value(draft(home, prices, page(ours, "/services", "features")), "pricing_model") == "subscription"


def test_what_such_things_cost_anywhere_is_no_price() -> None:
    told = "<p>En général, le prix d'une installation varie entre 1 000 € et 3 000 € par kWc dans le monde.</p>"
    site = page(f"<h1>Tarnbrook</h1><h2>Prix</h2>{told}", lang="fr")
    assert value(draft(site), "pricing_summary") is None


@pytest.mark.parametrize(
    "line", ["Number transfer is free.", "Die Rufnummernmitnahme ist kostenlos.", "Seeds are free."]
)
def test_that_something_else_is_free_is_no_free_plan(line: str) -> None:
    answer = f"<section class=faq><h2>FAQ</h2><h3>What does my number cost?</h3><p>{line}</p></section>"
    assert value(draft(page(priced(PLANS) + answer)), "pricing_model") == "subscription"


@pytest.mark.parametrize("line", ["Tarnbrook is free for personal use.", "The app is free."])
def test_that_the_product_is_free_beside_plans_is_freemium(line: str) -> None:
    assert value(draft(page(priced(f"{PLANS}<p>{line}</p>"))), "pricing_model") == "freemium"


def test_one_extra_by_the_month_makes_no_subscription() -> None:
    packs = "".join(
        f"<div><h3>{name}</h3><p>From €{amount}</p><ul><li>Design</li></ul><button>I want this</button></div>"
        for name, amount in (("Window", 990), ("Reach", "1,890"), ("Growth", "2,990"))
    )
    extra = "<h2>Extras</h2><p>Advertising on the radio for one more month +€750/month</p>"
    drafted = draft(page("<h1>Tarnbrook</h1>"), page(priced(packs) + extra, "/pricing", "pricing"))
    assert value(drafted, "pricing_model") != "subscription"


def test_how_long_a_programme_takes_is_not_how_often_one_pays() -> None:
    fees = "".join(f"<div><h3>{name}</h3><p>{price}</p></div>" for name, price in (
        ("4-6 Week Programme", "$8,000 - $12,000"), ("Full Build", "$15,000"), ("Sprint", "$1,500")))  # fmt: skip
    assert value(draft(page(priced(fees))), "pricing_model") != "subscription"


def test_a_swiss_sum_with_a_curved_apostrophe() -> None:
    fees = "<div><h3>By the hour</h3><p>CHF 140.00 / h</p></div>"
    fees += "<div><h3>By the month</h3><p>CHF 13’800.00 / mois</p></div>"
    summary = value(draft(page(priced(fees), lang="fr")), "pricing_summary")
    assert "13’800" in summary


def test_what_a_calculator_shows_is_no_price() -> None:
    sums = "<label>Repairs by the month</label><div>€15,000</div><p>Yearly savings</p><p>€54,000</p>"
    drafted = draft(page(priced(f"{PLANS}<div><h3>What you gain</h3>{sums}</div>")))
    assert value(drafted, "pricing_summary") == "Pro: $12/mo; Max: $20/mo"


def test_a_price_beside_what_one_saves_stays() -> None:
    shop = "<div><h3>Pro</h3><label>Yearly</label><p>$120/yr</p><p>You save 20%</p><p>$96/yr for schools</p></div>"
    assert "$120" in value(draft(page(priced(shop))), "pricing_summary")


def test_plans_whose_headings_name_their_prices() -> None:
    packs = "".join(
        f"<div><h4>{title}</h4><p>Good for shops that grow.</p><ul><li>Design</li><li>Texts</li></ul></div>"
        for title in ("✨ Small Window – $1,000", "🛠 Wide Window – $1,500–$2,500", "🚀 Whole Front – $3,000–$5,000")
    )
    drafted = draft(page("<h1>Tarnbrook</h1>"), page(priced(packs), "/pricing", "pricing"))
    assert value(drafted, "pricing_summary") == (
        "Small Window: $1,000; Wide Window: $1,500–$2,500; Whole Front: $3,000–$5,000"
    )


def test_prices_of_more_than_eight_services() -> None:
    rows = "".join(f"<tr><td>Service {name}</td><td>€{at + 10}</td></tr>" for at, name in enumerate("ABCDEFGHIJKL"))
    body = f"<h1>Prices</h1><table><tr><th>Service</th><th>Price</th></tr>{rows}</table>"
    drafted = draft(page("<h1>Tarnbrook</h1>"), page(body, "/pricing", "pricing"))
    assert str(value(drafted, "pricing_summary")).endswith("Service L: €21")


def test_an_amount_with_a_plus_after_the_name_of_a_plan() -> None:
    lines = "<p>Basic Plan at $90+</p><p>Business Plan at $220+</p>"
    summary = str(
        value(draft(page("<h1>Tarnbrook</h1>"), page(priced(lines), "/pricing", "pricing")), "pricing_summary")
    )
    assert "$90" in summary
    assert "Business Plan: $220" in summary


def test_prices_by_the_square_metre_are_not_paid_once() -> None:
    lines = "<h3>Stairs</h3><p>2,50 €/m²</p><h3>Windows</h3><p>4,00 €/m²</p><p>Book now</p>"
    drafted = draft(page("<h1>Tarnbrook</h1>"), page(priced(lines), "/pricing", "pricing"))
    assert value(drafted, "pricing_model") is None


def test_plans_of_the_home_page_beside_the_only_offer_of_the_page_of_prices() -> None:
    three = "<div><h3>Solo</h3><p>€9/month</p></div><div><h3>Team</h3><p>€19/month</p></div>"
    three += "<div><h3>Firm</h3><p>€49/month</p></div>"
    offer = page("<h1>Prices</h1><h3>Founders' offer</h3><p>€150/year</p>", "/pricing", "pricing")
    summary = value(draft(page(priced(three)), offer), "pricing_summary")
    assert summary == "Solo: €9/month; Team: €19/month; Firm: €49/month; Founders' offer: €150/year"


def test_the_price_of_a_game_in_its_own_press_kit() -> None:
    kit = page("<h1>Tarnbrook</h1><dl><dt>Regular Price:</dt><dd>USD 8.99</dd></dl>", "/presskit/tarnbrook/", "other")
    assert "8.99" in str(value(draft(page("<h1>Tarnbrook</h1>"), kit), "pricing_summary"))


def test_what_a_price_comes_to_in_another_period_is_no_price() -> None:
    week = "<div><h3>Weekly</h3><p>€9.99 / week</p><p>entspricht ca. 43 € pro Monat</p></div>"
    year = "<div><h3>Yearly</h3><p>€109 / year</p><p>Minder dan 0,30 euro per dag</p></div>"
    summary = str(
        value(draft(page("<h1>Tarnbrook</h1>"), page(priced(week + year), "/pricing", "pricing")), "pricing_summary")
    )
    assert "43" not in summary
    assert "0,30" not in summary
    assert "€9.99" in summary


def test_what_a_calculator_compares_is_no_price() -> None:
    compared = "<div><h4>Mitarbeiterkosten</h4><p>1.320 € pro Monat</p></div>"
    compared += "<div><h4>Du sparst</h4><p>1.021 € pro Monat</p></div>"
    plans = "<div><h3>Starter</h3><p>149 €/Monat</p></div><div><h3>Pro</h3><p>299 €/Monat</p></div>"
    prices = page(priced(plans + compared), "/preise", "pricing", "de")
    summary = value(draft(page("<h1>Tarnbrook</h1>", lang="de"), prices), "pricing_summary")
    assert summary == "Starter: 149 €/Monat; Pro: 299 €/Monat"


def test_what_one_pays_every_week_is_a_subscription() -> None:
    plans = "<div><h3>Klein</h3><p>9,99 € / Woche</p></div><div><h3>Gross</h3><p>14,99 € / Woche</p></div>"
    drafted = draft(page("<h1>Tarnbrook</h1>", lang="de"), page(priced(plans), "/preise", "pricing", "de"))
    assert value(drafted, "pricing_model") == "subscription"


def test_an_amount_below_the_days_of_a_trial_is_no_plan() -> None:
    trial = "<div><h3>14 jours d'essai gratuit</h3><p>250 €</p></div>"
    drafted = draft(page("<h1>Tarnbrook</h1>", lang="fr"), page(priced(PLANS + trial), "/tarifs", "pricing", "fr"))
    assert value(drafted, "pricing_summary") == "Pro: $12/mo; Max: $20/mo"
