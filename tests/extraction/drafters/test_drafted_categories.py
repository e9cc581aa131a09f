"""Categories are proposed by a scored match with the site's own words."""

from datetime import UTC, datetime

import pytest

from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import CategoryChoice, Proposal
from showground.extraction.reading.markup import read_markup
from showground.extraction.statements.text_folding import comparable, word_finder
from showground.extraction.verifier import verify
from tests.drafting.labelled import categories

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)


def draft(body: str, title: str = "", summary: str = "", lang: str = "en") -> Proposal:
    head = f'<title>{title}</title><meta name="description" content="{summary}">'
    page = read_markup("https://site.test/", f'<html lang="{lang}"><head>{head}</head><body>{body}</body></html>', NOW)
    page.kind = "home"
    choices: list[CategoryChoice] = categories()
    return verify(extract([page], choices), [page], choices)


def proposed(*page: str, **more: str) -> list[str]:
    found = draft(*page, **more).fields.get("categories")
    return found.value if found else []


@pytest.mark.parametrize(
    ("lang", "title", "text", "expected"),
    [
        ("en", "Swarmwell – hive scales for beekeepers", "Weigh every beehive and see the harvest coming.", "Farming"),
        ("de", "Zugvogel – Vokabeln lernen", "Lerne Sprachen mit Vokabeln, die du wirklich brauchst.", "Languages"),
        ("fr", "Factelle – la facturation simple", "Devis, factures et comptabilité des artisans.",
         "Accounting and Invoicing"),
        ("es", "Mesalista – reservas de restaurante", "La carta y las mesas de tu restaurante.",
         "Restaurants and Kitchens"),
        ("de", "Lernfuchs", "Lernzettel und Prüfungstraining für die Ausbildung im Büro.", "Skills and Courses"),
        ("fr", "Allô Bureau", "Le secrétariat téléphonique qui ne laisse plus d'appels manqués.", "Customer Support"),
        ("ru", "Грифель", "Подготовка к экзаменам с репетитором: ЕГЭ и олимпиады.", "Education"),
        ("en", "Nodwise", "Head tracking and facial gestures for hands-free control.", "Computer Vision"),
        ("pl", "Magnet – magazyn i wysyłka", "Stan magazynu i wysyłka paczek w jednym miejscu.",
         "Inventory and Shipping"),
        ("ru", "Шахта — настольная игра", "Настольные игры для компании: кубики и карты.", "Tabletop"),
        ("tr", "Kasım – muhasebe ve fatura", "Fatura kesin, muhasebe kendiliğinden tutulsun.",
         "Accounting and Invoicing"),
        ("ja", "ことば帳 – 英語の単語帳", "英語の単語を毎日おぼえる学習アプリ。", "Languages"),
        ("zh", "小仓 – 库存管理", "库存和物流一目了然,仓库不再混乱。", "Inventory and Shipping"),
        ("he", "כספון – ניהול הוצאות", "ניהול הוצאות וחיסכון של משק הבית.", "Personal Finance"),
        ("ar", "حساب – فاتورة في دقيقة", "فاتورة ومحاسبة للمتاجر الصغيرة.", "Accounting and Invoicing"),
        ("th", "บันทึก – ร้านอาหาร", "จัดการร้านอาหารของคุณได้ง่ายขึ้น", "Restaurants and Kitchens"),
        ("ko", "모아 – 가계부", "가계부를 쉽게 쓰세요.", "Personal Finance"),
    ],
)  # fmt: skip
def test_the_first_category_fits_in_many_languages(lang: str, title: str, text: str, expected: str) -> None:
    assert proposed(f"<main><h1>{title}</h1><p>{text}</p></main>", title, text, lang=lang)[0] == expected


@pytest.mark.parametrize(
    ("lang", "title", "text"),
    [
        ("de", "Startseite | Fegefix-Gebäudereinigung", "Glasreinigung und Büroreinigung. Jetzt Termine vereinbaren!"),
        ("nl", "Tuinwijs – hovenier in Gent", "Tuinaanleg en tuinonderhoud. Maak een afspraak per WhatsApp."),
        ("tr", "Yolcu – evden eve nakliyat", "Nakliyat ve paketleme. Hemen teklif alın, randevu oluşturun."),
        ("fr", "Verdure – paysagiste à Lyon", "Jardinage et entretien. Demandez un devis, prenez rendez-vous."),
        ("es", "Llave – cerrajero de barrio", "Cerrajero y fontanero las 24 horas. Pide tus citas por WhatsApp."),
    ],
)
def test_a_local_trade_is_more_than_the_appointments_it_makes(lang: str, title: str, text: str) -> None:
    found = proposed(f"<main><h1>{title}</h1><p>{text}</p></main>", title, text, lang=lang)
    assert found[0] == "Travel and Local Life"
    assert "Calendars and Scheduling" not in found


def test_custom_work_has_nothing_to_do_with_customs() -> None:
    assert "Inventory and Shipping" not in proposed(
        "<main><h1>Custom hedges</h1><p>Custom panels for every wall.</p></main>", "Custom hedges and custom walls"
    )


def test_power_plants_do_not_grow() -> None:
    turbines = "<main><h1>Vibration logs for power plants</h1><p>Plants log their turbines by the hour.</p></main>"
    assert "Farming" not in proposed(turbines, "Humline: vibration logs for power plants")
    garden = "<main><h1>Your plants, watered</h1><p>A watering plan for each bed of the garden.</p></main>"
    assert proposed(garden, "Petrichor: plants and garden beds")[0] == "Farming"


def test_three_at_most_are_proposed_with_quotes_that_use_their_words() -> None:
    found = draft(
        "<main><h1>Invoices from your calendar</h1><p>Book an appointment, send the invoice, take the payment.</p>"
        "<h2>Accounting without paper</h2><p>Receipts, VAT and expenses of a small clinic with patients.</p></main>",
        "Rondo: invoicing and appointments",
    ).fields["categories"]
    assert 1 <= len(found.value) <= 3
    by_name = {category.name: category for category in categories()}
    said = comparable(" ".join(quote.quote for quote in found.quotes))
    for name in found.value:
        assert any(word_finder(word)(said) for word in (name, *by_name[name].keywords)), name


def test_whom_it_is_for_counts_less_than_what_it_is() -> None:
    found = proposed("<main><h1>Invoicing for vineyards</h1></main>", "Vinote: invoicing for vineyards")
    assert found[0] == "Accounting and Invoicing"


def test_customers_and_questions_do_not_say_what_it_is() -> None:
    page = (
        "<main><h1>Plain words</h1><section class='testimonials'><p>Best video game of the year, great gameplay.</p>"
        "</section><section class='faq'><h2>FAQ</h2><h3>Is it a video game?</h3><p>No.</p></section></main>"
    )
    assert proposed(page, "Plain words") == []


def test_nothing_is_proposed_where_the_site_says_too_little() -> None:
    assert proposed("<main><h1>Hello</h1><p>The best way to grow your business with your team.</p></main>") == []
    assert proposed("<main><h1>Moonpath</h1><p>Our office stands beside a bank and a bakery.</p></main>") == []


def test_a_site_that_says_enough_gets_three_of_which_the_last_may_be_a_guess() -> None:
    text = (
        "Boarding for dogs whose people travel. Every dog sleeps in a room of its own, walks in the woods twice a "
        "day and plays in the yard with others of its size. We send photographs every evening, give medicine by "
        "the plan of your vet, and bring the dog home on Sunday night. Come by for a coffee first, look at the "
        "rooms, and let your dog meet ours. Winter weeks fill up early, so tell us your dates as soon as you know "
        "them."
    )

    def drafted(body: str) -> list[str]:
        return proposed(f"<main><h1>Fernholt</h1><p>{body}</p></main>", "Fernholt", text[:60])

    clear = drafted(text[:120])
    assert clear == drafted(text)[:2] == ["Travel and Local Life", "Health"]
    assert len(drafted(text)) == 3


def test_one_word_in_passing_proposes_nothing_alone_or_beside_others() -> None:
    hives, summary = "Swarmwell – hive scales for beekeepers", "Weigh every beehive and see the harvest coming."
    body = "<main><h1>Hive scales and a crossword</h1></main>"
    assert proposed(body, hives, summary) == ["Farming", "Food and Farming"]
    assert proposed("<main><h1>Thrumble and a crossword</h1></main>", "Thrumble") == []


def draft_from(choices: list[CategoryChoice], title: str, text: str, lang: str = "en") -> list[str]:
    head = f'<title>{title}</title><meta name="description" content="{text}">'
    body = f"<main><h1>{title}</h1><p>{text}</p></main>"
    page = read_markup("https://site.test/", f'<html lang="{lang}"><head>{head}</head><body>{body}</body></html>', NOW)
    page.kind = "home"
    found = verify(extract([page], choices), [page], choices).fields.get("categories")
    return found.value if found else []


@pytest.mark.parametrize(
    ("lang", "title", "text", "expected"),
    [
        ("en", "Ledgerly – close the month",
         "Match bank transactions with receipts, prepare the VAT return, send reminders to clients who pay late.",
         "Accounting and Invoicing"),
        ("de", "Zahlwerk – Belege ohne Schuhkarton",
         "Eingangsrechnungen und Kassenbons vorkontieren, Belege dem Steuerberater übergeben, Umsatzsteuer melden.",
         "Accounting and Invoicing"),
        ("it", "Passo Lento – cammini e rifugi",
         "Itinerari a piedi con tappe, rifugi e tracce GPS. Parti per le Dolomiti con lo zaino leggero.",
         "Trip Planning"),
        ("nl", "Stilte – ademen en slapen",
         "Oefeningen tegen piekeren en stress, gemaakt door psychologen. Rustiger slapen in drie weken.",
         "Mental Health"),
    ],
)  # fmt: skip
def test_the_category_is_found_without_any_keyword(lang: str, title: str, text: str, expected: str) -> None:
    without = [one.model_copy(update={"keywords": []}) for one in categories()]
    assert draft_from(without, title, text, lang)[0] == expected


BEES = (
    "Swarmwell – hive scales for beekeepers",
    "Weigh every beehive, see the honey harvest coming and know from the sofa when a colony is about to swarm.",
)


def test_a_category_that_the_operator_removed_is_never_proposed() -> None:
    assert draft_from(categories(), *BEES)[0] == "Farming"
    left = [one for one in categories() if one.slug != "farming"]
    assert "Farming" not in draft_from(left, *BEES)


def test_a_renamed_category_is_proposed_by_its_new_name() -> None:
    renamed = [one.model_copy(update={"name": "Agriculture"} if one.slug == "farming" else {}) for one in categories()]
    assert draft_from(renamed, *BEES)[0] == "Agriculture"


def test_categories_of_the_operators_own_are_found_by_their_keywords() -> None:
    own = CategoryChoice(name="Beekeeping", slug="beekeeping", keywords=["beekeeper", "beehive", "honey", "hive scale"])
    assert "Beekeeping" in draft_from([*categories(), own], *BEES)
    assert draft_from([own], *BEES) == ["Beekeeping"]
    assert draft_from([own], "Zahlwerk", "Invoices and receipts for small firms, ready for the tax office.") == []


def test_one_word_that_means_something_else_proposes_no_category() -> None:
    letters = "Photograph an official letter and it tells you what it asks of you, and by when, in four plain lines."
    found = draft_from(categories(), "Plainhand – official letters in plain words", letters)
    assert "Illustration and Photo" not in found


def test_quotes_of_a_category_without_keywords_are_the_texts_that_speak_for_it() -> None:
    without = [one.model_copy(update={"keywords": []}) for one in categories()]
    page = read_markup(
        "https://site.test/",
        "<title>Stilte – ademen en slapen</title><main><h1>Stilte – ademen en slapen</h1>"
        "<p>Oefeningen tegen piekeren en stress, gemaakt door psychologen. Rustiger slapen in drie weken.</p>"
        "<h2>Piekeren en stress</h2><p>Ons kantoor in Gent is open van negen tot vijf.</p></main>",
        NOW,
    )
    page.kind = "home"
    found = verify(extract([page], without), [page], without).fields["categories"]
    assert found.value[0] == "Mental Health"
    assert any("stress" in quote.quote for quote in found.quotes)
    assert not any("kantoor" in quote.quote for quote in found.quotes)
