"""What 25 more real sites showed: menus of salons, prices by the night, quotes that are sent, and where makers are."""

import pytest

from showground.extraction.statements.money import find_prices
from tests.extraction.drafters.small_pages import TEXT, draft, page, value


def test_what_a_class_calls_a_menu_may_be_what_is_sold() -> None:
    offers = "".join(
        f"<div><h3>{name}</h3><p>{TEXT}</p><p>{price}</p><a href='#book'>Book now</a></div>"
        for name, price in (("Cut and colour", "$80"), ("Full day", "$310"))
    )
    prices = page(f"<h1>Prices</h1><section class='session-menu'>{offers}</section>", "/prices", "pricing")
    assert value(draft(page("<h1>Tarnbrook</h1>"), prices), "pricing_summary") == "Cut and colour: $80; Full day: $310"


def test_a_menu_of_links_stays_a_menu() -> None:
    site = page("<div class=menu><a href=/a>Plans from $9</a><a href=/b>Shop</a><p>Menu</p></div><h1>Tarnbrook</h1>")
    assert [block.place for block in site.blocks] == ["nav", "nav", "nav", "main"]


@pytest.mark.parametrize(
    ("lang", "price"),
    [("no", "Én hund koster 300 kr per døgn."), ("de", "Ab 80 € pro Nacht."), ("en", "It is $40 a day."),
     ("es", "El coche cuesta 35 € por día."), ("nl", "Een monteur kost € 60 per uur.")],
)  # fmt: skip
def test_what_costs_by_the_hour_day_or_night_is_paid_by_use(lang: str, price: str) -> None:
    prices = page(f"<h1>Prices</h1><p>{price}</p>", "/prices", "pricing", lang)
    assert value(draft(page("<h1>Tarnbrook</h1>", lang=lang), prices), "pricing_model") == "usage-based"


def test_how_much_one_may_do_by_the_day_says_nothing_about_payment() -> None:
    plan = "<div><h3>Tarnbrook</h3><p>$29</p><p>One-time payment</p><ul><li>100 exports per day</li></ul></div>"
    prices = page(f"<h1>Pricing</h1>{plan}", "/pricing", "pricing")
    assert value(draft(page("<h1>Tarnbrook</h1>"), prices), "pricing_model") == "one-time"


def test_prices_in_vietnamese() -> None:
    plans = "".join(f"<div><h2>{name}</h2><p>{price}</p><p>/ tháng</p></div>" for name, price in (
        ("Gói Gia đình", "200.000 VNĐ"), ("Gói Linh Hoạt", "50.000đ"),
    ))  # fmt: skip
    prices = page(f"<h1>Gói dịch vụ</h1>{plans}", "/pricing", "pricing", "vi")
    drafted = draft(page("<h1>Tarnbrook</h1>", lang="vi"), prices)
    assert value(drafted, "pricing_summary") == "Gói Gia đình: 200.000 VNĐ/tháng; Gói Linh Hoạt: 50.000đ/tháng"
    assert value(drafted, "pricing_model") == "subscription"


@pytest.mark.parametrize(
    ("lang", "text"),
    [("fr", "Je vous enverrai alors un devis."), ("en", "Tell us what you need and we will send you a quote."),
     ("de", "Gern erstellen wir Ihnen ein Angebot."), ("es", "Te enviaremos un presupuesto en dos días."),
     ("it", "Vi invieremo un preventivo.")],
)  # fmt: skip
def test_a_quote_that_is_sent_is_a_custom_price(lang: str, text: str) -> None:
    assert value(draft(page(f"<h1>Tarnbrook</h1><p>{text}</p>", lang=lang)), "pricing_model") == "custom"


@pytest.mark.parametrize(
    "line", ["© 2026 Tarnbrook — Fatto con cura da Petra Novak", "© 2026 Tarnbrook. Made with care by Petra Novak"]
)
def test_who_made_it_may_be_said_after_the_copyright(line: str) -> None:
    drafted = draft(page(f"<h1>Tarnbrook</h1><footer>{line}</footer>", head="<meta name=author content='Petra Novak'>"))
    assert [founder.name for founder in drafted.founders] == ["Petra Novak"]


@pytest.mark.parametrize("line", ["© 2026 Tarnbrook. Amsterdam.", "© Tarnbrook · Amsterdam"])
def test_a_town_after_the_copyright_is_where_the_company_is(line: str) -> None:
    assert value(draft(page(f"<h1>Tarnbrook</h1><footer><p>{line}</p></footer>")), "city") == "Amsterdam"


def test_a_town_in_the_name_of_the_holder_is_not() -> None:
    assert value(draft(page("<h1>Tarnbrook</h1><footer><p>© 2026 Sofia Berlin</p></footer>")), "city") is None


def test_a_home_page_may_say_below_a_heading_where_the_company_is() -> None:
    contact = "<h3>Get in Touch</h3><div>support@tarnbrook.test</div><div>Kano Nigeria</div>"
    drafted = draft(page(f"<h1>Tarnbrook</h1>{contact}"))
    assert (value(drafted, "city"), value(drafted, "country")) == ("Kano", "NG")
    elsewhere = draft(page("<h1>Tarnbrook</h1><h3>Recent trips</h3><div>Kano Nigeria</div>"))
    assert (value(elsewhere, "city"), value(elsewhere, "country")) == (None, None)


def test_a_wrapper_around_a_whole_page_says_nothing_about_its_sections() -> None:
    menu = "<nav><a href=/>Home</a><a href=/blog>Blog</a></nav>"
    text = "".join(f"<p>{TEXT}</p>" for _ in range(8))
    said = f"{menu}<h1>About</h1><p>Founded in 2010, Tarnbrook is based in Portland, Oregon.</p>{text}"
    whole = page(f"<div class=blog-layout>{said}</div>", "/about", "about")
    assert value(draft(page("<h1>Tarnbrook</h1>"), whole), "founded_year") == "2010"
    article = page(f"{menu}<h1>About</h1><div class=blog>{said[len(menu) :]}</div>", "/about", "about")
    assert value(draft(page("<h1>Tarnbrook</h1>"), article), "founded_year") is None


@pytest.mark.parametrize(
    ("lang", "line", "year"),
    [("fi", "Perustimme Tarnbrookin vuonna 2008.", "2008"),
     ("it", "La ditta Tarnbrook nasce nel 1978 ad Andora.", "1978"), ("it", "1978 Anno di fondazione", "1978")],
)  # fmt: skip
def test_founding_years(lang: str, line: str, year: str) -> None:
    about = page(f"<h1>Tarnbrook</h1><p>{line}</p>", "/about", "about", lang)
    assert value(draft(page("<h1>Tarnbrook</h1>", lang=lang), about), "founded_year") == year


def test_whoever_developed_it_by_its_about_page_made_it() -> None:
    about = page("<h1>À propos</h1><p>Developpé par Théo Vidal</p>", "/about", "about", "fr")
    assert [founder.name for founder in draft(page("<h1>Tarnbrook</h1>"), about).founders] == ["Théo Vidal"]


def test_addresses_at_the_top_and_with_a_dutch_postcode() -> None:
    top = "<div class=topbar>г. Мытищи, ул. Мира, д. 37 Ежедневно 10:00–20:00</div><h1>Tarnbrook</h1>"
    assert value(draft(page(top, lang="ru")), "city") == "Мытищи"
    contact = page("<h1>Contact</h1><p>Heerewegh 36, 2731 BM, Leiden</p>", "/contact", "contact", "nl")
    assert value(draft(page("<h1>Tarnbrook</h1>"), contact), "city") == "Leiden"


def test_a_page_of_profiles_lists_the_companys_own() -> None:
    profiles = page("<h1>Find us</h1><a href=https://x.com/everwise>X @everwise</a>", "/social.html", "other")
    other = page("<h1>Find us</h1><a href=https://x.com/everwise>X @everwise</a>", "/trivia", "other")
    assert draft(page("<h1>Tarnbrook</h1>"), profiles).company_socials["x"].value == "https://x.com/everwise"
    assert "x" not in draft(page("<h1>Tarnbrook</h1>"), other).company_socials


def test_a_free_first_day_makes_nothing_freemium() -> None:
    plan = "<div><h3>Desk</h3><p>200€/mois</p></div><p>Votre premier jour de coworking est gratuit.</p>"
    prices = page(f"<h1>Tarifs</h1>{plan}", "/tarifs", "pricing", "fr")
    assert value(draft(page("<h1>Tarnbrook</h1>", lang="fr"), prices), "pricing_model") == "subscription"


def test_what_looks_like_a_price_or_a_tagline() -> None:
    cards = "".join(f"<div><h3>{name}</h3><p>{price}</p></div>" for name, price in (
        ("Latte", "$5"), ("Mocha", "$6"), ("Sample order", "Subtotal $2,600"), ("Shop", "4294 Križe"),
    ))  # fmt: skip
    prices = page(f"<h1>Prices</h1>{cards}", "/prices", "pricing")
    summary = value(draft(page("<h1>Tarnbrook</h1>"), prices), "pricing_summary")
    assert "$5" in summary
    assert "2,600" not in summary
    assert "4294" not in summary
    home = page("<h1>Tarnbrook</h1><p>Alte Arlbergstrasse 66, 6580 St. Anton am Arlberg, Austria</p>")
    assert value(draft(home), "tagline") is None


@pytest.mark.parametrize("price", ["400 kronor", "400 kroner", "400 kr.", "kr 400", "400kr"])
def test_crowns_in_words(price: str) -> None:
    assert [found.amount for found in find_prices(f"Det kostar {price} i timmen")] == ["400"]


def test_a_free_trial_in_russian_is_no_free_plan() -> None:
    prices = page("<h1>Цены</h1><p>Бесплатный пробный период, затем от $7/месяц</p>", "/prices", "pricing", "ru")
    assert value(draft(page("<h1>Tarnbrook</h1>", lang="ru"), prices), "pricing_model") == "free-trial"
