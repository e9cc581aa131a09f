"""What sentences state, and of whom."""

from collections.abc import Sequence
from typing import TypeVar

import pytest

from showground.extraction.reading.markup import read_markup
from showground.extraction.reading.pages import Block
from showground.extraction.site_model import prepare
from showground.extraction.statements.addresses import address_place
from showground.extraction.statements.email import addresses_in
from showground.extraction.statements.founder_sentences import named_founders
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.people import is_founder_title, is_person_name, is_role
from showground.extraction.statements.placeholders import is_leftover
from showground.extraction.statements.places import Located, founding_places, stated_places
from showground.extraction.statements.socials import Profile, profile_of
from showground.extraction.statements.statement import Statement
from showground.extraction.statements.text_folding import word_finder
from showground.extraction.statements.years import founding_years
from showground.extraction.subjects import Subjects
from tests.drafting.labelled import NOW

Value = TypeVar("Value")


def of_acme(text: str, statements: Sequence[Statement[Value]]) -> list[Value]:
    """Those that are about Acme, on its page about itself."""
    page = read_markup("https://acme.test/about", f"<title>Acme</title><p>{text}</p>", NOW)
    page.kind = "about"
    site = prepare([page])
    site.name = "Acme"
    subjects = Subjects(site)
    return [said.value for said in statements if subjects.owns(page, Block(text=text, tag="p"), said)]


@pytest.mark.parametrize(
    ("text", "year"),
    [
        ("Founded in 2019", "2019"),
        ("Acme was founded in 2019 by Jane Roe.", "2019"),
        ("Founded by Jane Roe and Sam Poe in 2020 in Berlin.", "2020"),
        ("We started in 2023 with forty letters.", "2023"),
        ("Est. 2015", "2015"),
        ("Founded: 2018", "2018"),
        ("In 2019, Jane founded Acme.", "2019"),
        ("Acme is a Berlin-based company founded in 2021", "2021"),
        ("We founded Acme in early 2020", "2020"),
        ("Acme wurde 2019 in Berlin gegründet.", "2019"),
        ("Fondée en 2018 à Lyon", "2018"),
        ("Acme 2014 yılında İzmir’de kuruldu.", "2014"),
        ("Acme, 2012’de kuruldu.", "2012"),
        ("تأسست شركتنا عام 2013 في دبي.", "2013"),
        ("Acmeは2018年に東京で設立されました。", "2018"),
        ("Acme는 2016년에 설립되었으며 본사는 부산에 있습니다.", "2016"),
        ("Az Acme céget 2004-ben alapították.", "2004"),
        ("Acme a fost fondată în 2003.", "2003"),
        ("Η Acme ιδρύθηκε το 2002.", "2002"),
        ("Acme заснована у 2001 році.", "2001"),
        ("Acme được thành lập năm 2015.", "2015"),
        ("Acme didirikan pada tahun 2014.", "2014"),
        ("Année de création : 2012", "2012"),
        ("Год основания: 2011", "2011"),
        ("設立年月日 2018年4月1日", "2018"),
        ("Copyright 2020 Acme. Founded in 2018.", "2018"),
        ("© 2019 Acme", None),
        ("© 2012–2026 Acme, founded in spirit", None),
        ("Jane previously founded Foo in 2012.", None),
        ("She founded Foo in 2011", None),
        ("Acme founded Foo in 2012", None),
        ("The bank was founded in 1890.", None),
        ("Our partner Foo Ltd, founded in 1990", None),
        ("Founded in 2031", None),
        ("Version 2019 is out", None),
        ("Loved by teams since 2016", None),
    ],
)
def test_founding_years(text: str, year: str | None) -> None:
    assert set(of_acme(text, founding_years(text, 2026))) == ({year} if year else set())


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Acme is based in Porto, Portugal.", Located("Porto", "PT")),
        ("We are headquartered in Austin, Texas, USA", Located("Austin", "US")),
        ("Made with ♥ in Berlin", Located("Berlin", None)),
        ("We're a Lisbon-based startup", Located("Lisbon", None)),
        ("A team of nine in Montréal.", Located("Montréal", None)),
        ("Teams based in Berlin love us", None),
        ("If you are based in France, write to us", None),
        ("Your data is hosted in Germany", None),
        ("Built in Rust", None),
        ("We have offices based in Berlin and London", None),
        ("Call +44 20 7946 0000", None),
        ("acme.de", None),
    ],
)
def test_stated_places(text: str, place: Located | None) -> None:
    assert of_acme(text, stated_places(text)) == ([place] if place else [])


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (["Acme GmbH", "Torstraße 12", "10119 Berlin", "Germany"], Located("Berlin", "DE")),
        (["548 Market St, San Francisco, CA 94104, USA"], Located("San Francisco", "US")),
        (
            ["© 2026 Acme Ltd. Registered in England, number 135. 14 Bonhill Street, London EC2A 4BX, UK"],
            Located("London", "GB"),
        ),
        (["548 Market St, San Francisco, CA 94104"], Located("San Francisco", None)),
        (["500 Race Street San Jose, CA 95126"], Located("San Jose", None)),
        (["28188 Moulton PKWY", "Laguna Niguel CA, 92677"], Located("Laguna Niguel", None)),
        (["1495 S Platte River Dr"], None),
        (["Kapuzinerstraße 8", "94474 Vilshofen an der Donau", "Deutschland"], Located("Vilshofen", "DE")),
        (["3.3 Techcube", "Summerhall", "Edinburgh", "EH9 1PL"], Located("Edinburgh", None)),
        (["4F, 5, Dongmak-ro, Mapo-gu, Seoul, Republic of Korea"], Located("Seoul", "KR")),
        (["Mitte, 10179 - Berlin, Germany"], Located("Berlin", "DE")),
        (
            ["Acme Ltd, 29 Oldfield Rd, Windermere, Cumbria, England, LA23 2AZ. Company No: 0877"],
            Located("Windermere", "GB"),
        ),
        (["79 Ayer Rajah Crescent", "#04-09 Singapore 139951"], Located("Singapore", "SG")),
        (["3478 16th Circle", "Boulder, CO 80304 USA"], Located("Boulder", "US")),
        (["C/ Magdalena 7 Bajo - Madrid"], Located("Madrid", None)),
        (["الرياض — السعودية"], Located("الرياض", "SA")),
        (["Acme, Tartu, Estonia · hi@acme.test · GitHub"], Located("Tartu", "EE")),
        (["Acme LLC, Duluth, Minnesota, United States · hi@acme.test"], Located("Duluth", "US")),
        (["hi@acme.test · Acme, Norwich, United Kingdom"], Located("Norwich", "GB")),
        (["We ship to Spain, Italy, France"], None),
        (["We ship to Germany · France · hi@acme.test"], None),
        (["Mobile, Desktop"], None),
        (["Acme Ltd, 20-22 Wenlock Road, London N1 7GU, United Kingdom"], Located("London", "GB")),
        (["Keizersgracht 1, 1015 CS Amsterdam, The Netherlands"], Located("Amsterdam", "NL")),
        (["Podbreznik 15, 8000 Novo mesto, Slovenia"], Located("Novo mesto", "SI")),
        (["Hauptstr. 3", "71711 Steinheim an der Murr"], Located("Steinheim an der Murr", None)),
        (["Berlin, Germany"], Located("Berlin", "DE")),
        (["Bhilwara, Rajasthan"], None),
        (["Berlin, Paris"], None),
        (["Privacy, Terms"], None),
        (["123 Main Street, Anytown, USA"], None),
        (["A108 Adam Street, New York, NY 535022"], None),
        (["© 2026 Tidewater Labs"], None),
        (["SW1A 1AA"], None),
        (["+49 30 123456"], None),
    ],
)
def test_postal_addresses(lines: list[str], place: Located | None) -> None:
    assert address_place(lines) == place


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (["Bhilwara, Rajasthan"], Located("Bhilwara", None)),
        (["Herblay, Île-de-France"], Located("Herblay", None)),
        (["Lisboa"], Located("Lisboa", None)),
        (["Portugal"], Located(None, "PT")),
    ],
)
def test_a_line_that_the_page_calls_an_address(lines: list[str], place: Located) -> None:
    assert address_place(lines, labelled=True) == place


@pytest.mark.parametrize(
    ("text", "prices"),
    [
        ("$29/mo", [("$29", "/mo")]),
        ("29 € pro Monat", [("29 €", "pro Monat")]),
        ("US$9.99 per user / month", [("US$9.99", "per user / month")]),
        ("$1,200 per year", [("$1,200", "per year")]),
        ("raised $5M", []),
        ("fines of €20 million", []),
        ("$25 99", []),
        ("save 20%", []),
    ],
)
def test_prices(text: str, prices: list[tuple[str, str]]) -> None:
    assert [(price.written, price.period) for price in find_prices(text)] == prices


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Acme was founded in 2021 in Porto, Portugal by Jane Roe and Sam Poe.", Located("Porto", "PT")),
        ("Founded in Berlin in 2012, Acme makes clocks.", Located("Berlin")),
        ("Acme was founded in March 2019 by Jane Roe in Oslo, Norway.", Located("Oslo", "NO")),
        ("Acme a été créée en 2021 à Lyon par deux amis.", Located("Lyon")),
        ("Acme wurde 2015 in Bern gegründet.", Located("Bern")),
        ("Acme was founded in response to a need.", None),
        ("Acme was founded in a garage in 2012.", None),
        ("Acme was founded in March.", None),
        ("Acme was founded in Delaware.", None),
        ("Acme was founded in Sydney's Inner West.", None),
        ("Our customer Foo, founded in Ghent, Belgium, saved a lot.", None),
        ("She founded a bakery in Rome.", None),
    ],
)
def test_places_of_founding(text: str, place: Located | None) -> None:
    assert of_acme(text, founding_places(text)) == ([place] if place else [])


def test_words_in_singular_and_plural() -> None:
    for keyword in ("query", "queries"):
        assert word_finder(keyword)("one query")
        assert word_finder(keyword)("two queries")
    assert word_finder("receipts")("a receipt")
    assert word_finder("invoice")("two invoices")
    assert not word_finder("analytics")("analytic")
    assert not word_finder("note")("notebook")


def test_words_are_whole() -> None:
    assert not word_finder("shop")("an e-shop, a workshop, shop-fitting and shop_1")
    assert word_finder("shop")("an e-shop beside a shop.")
    assert word_finder("gebäudereinigung")("acme-gebäudereinigung")
    assert not word_finder("gebäudereinigung")("die gebäudereinigungsfirma")
    assert word_finder("会計")("東京の会計事務所")
    assert word_finder("доставка")("быстрой доставки")


def test_mail_addresses() -> None:
    text = "hello@acme.comPress kit, hello@acme.com, icon@2x.png, you@company.com, info@example.com, info@mail.acme"
    assert addresses_in(text) == ["hello@acme.com"]


def test_common_mail_providers_are_no_samples() -> None:
    assert addresses_in("tarnbrook@mail.ru and tarnbrook@email.cz") == ["tarnbrook@mail.ru", "tarnbrook@email.cz"]
    assert is_leftover("Bapak [Placeholder]")
    assert not is_leftover("“Hi [Name]” is dead. Write emails that people answer")


@pytest.mark.parametrize(
    ("url", "profile"),
    [
        ("https://www.linkedin.com/company/acme/", Profile("linkedin", "acme", False)),
        ("https://linkedin.com/in/jane-roe", Profile("linkedin", "jane-roe", True)),
        ("https://twitter.com/acme", Profile("x", "acme", False)),
        ("https://github.com/acme/acme", Profile("github", "acme", False, "acme")),
        ("https://www.youtube.com/@acme", Profile("youtube", "acme", False)),
        ("https://x.com/", None),
        ("https://www.facebook.com/sharer/sharer.php?u=1", None),
        ("https://twitter.com/intent/tweet?text=a", None),
        ("https://www.instagram.com/p/abc", None),
        ("https://www.linkedin.com/", None),
        ("https://www.youtube.com/watch?v=abcdefg", None),
        ("https://www.youtube.com/channel/", None),
        ("https://notx.com/acme", None),
    ],
)
def test_profiles(url: str, profile: Profile | None) -> None:
    assert profile_of(url) == profile


@pytest.mark.parametrize(
    ("title", "ours"),
    [
        ("Co-founder & CEO", True),
        ("Founder", True),
        ("Co-founder, engineering", True),
        ("Founder @ Acme", True),
        ("Gründerin und Geschäftsführerin", True),
        ("Founder, Foo Labs", False),
        ("CEO & Founder at Foo", False),
        ("Founding engineer", False),
        ("Former founder", False),
        ("CEO", False),
    ],
)
def test_titles_of_founders(title: str, ours: bool) -> None:
    assert is_founder_title(title, "Acme") is ours


def test_headings_are_no_titles() -> None:
    assert not is_founder_title("Founders", "Acme")
    assert not is_founder_title("Our Founder", "Acme")
    assert is_role("Chief Technology Officer")
    assert is_role("CEO")
    assert not is_role("Loves clocks")


def test_names_of_people() -> None:
    assert not is_person_name("Seventh Sense’s Patent-Pending")
    for name in ("Jane Roe", "Oluwaseun Adebayo-Kask", "Aoife Ní Fhloinn", "Ludwig van Beethoven", "Sean O'Brien"):
        assert is_person_name(name), name
    for name in ("Learn More", "Our Team", "John Doe", "Walter White", "Acme", "Chief Executive", "New York"):
        assert not is_person_name(name), name


@pytest.mark.parametrize(
    ("text", "founders"),
    [
        (
            "Acme was founded in 2019 by Jane Roe and Sam El-Khatib.",
            [("Jane Roe", None), ("Sam El-Khatib", None)],
        ),
        ("I'm Ada Moreno, founder of Acme.", [("Ada Moreno", "founder")]),
        ("Mira Holt started Acme in her kitchen.", [("Mira Holt", None)]),
        ("Ada Moreno, founder of Foo, loves it.", []),
        ("Foo was founded by Bill Baz.", []),
        ("Photos created by Bill Baz.", []),
    ],
)
def test_founders_named_in_sentences(text: str, founders: list[tuple[str, str | None]]) -> None:
    assert of_acme(text, named_founders(text, ["Acme"])) == founders
