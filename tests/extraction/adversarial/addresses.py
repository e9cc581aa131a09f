"""Places in addresses, footers and press kits, in many languages."""

from tests.extraction.adversarial.small_sites import SmallSite, home, page


def footer(text: str, lang: str = "en", **stated: str) -> SmallSite:
    return SmallSite({"/": home(footer=f"<p>{text}</p>", lang=lang)}, stated=stated)


def no_place(text: str, lang: str = "en") -> SmallSite:
    return SmallSite({"/": home(footer=f"<p>{text}</p>", lang=lang)}, blank=("city", "country"))


SITES = {
    "a postcode between commas": SmallSite(
        {
            "/": home(),
            "/contact": page("<h1>Contact</h1><h3>Visit Us</h3><p>12 Ermou Street</p><p>Athens, 115 24, Greece</p>"),
        },
        stated={"city": "Athens", "country": "GR"},
    ),
    "a year after a town": no_place("Nice, 2024"),
    "a street and a town in Hebrew": footer("הרצל 5, פתח תקווה", "he", city="פתח תקווה"),
    "a street and a town in German": footer("Hafenstraße 5, Kiel", "de", city="Kiel"),
    "a number and a word that is a town, too": no_place("Windows 11, Mobile"),
    "two words that are towns, too": no_place("Made simple. Reading, Writing."),
    "a Turkish address": SmallSite(
        {
            "/": home(lang="tr"),
            "/iletisim": page(
                "<h1>İletişim</h1><h3>Adres</h3><p>Maslak Mah. Büyükdere Cad.<br>No:5 Sarıyer/İstanbul</p>", lang="tr"
            ),
        },
        stated={"city": "İstanbul", "country": "TR"},
    ),
    "a pin before the town": SmallSite(
        {"/": home(), "/contact": page("<h1>Contact</h1><p>📍 Austin, TX</p>")}, stated={"city": "Austin"}
    ),
    "the words for a place in a line of their own": SmallSite(
        {"/": home(), "/contact": page("<h1>Contact</h1><p>Based in</p><p>India</p>")}, stated={"country": "IN"}
    ),
    "a British register": footer("Tallow Ltd. Registered in England and Wales No. 12345678", country="GB"),
    "where a studio is from": SmallSite(
        {"/about": page("<h1>About</h1><p>Tallow is a two-person studio from Ghent, Belgium.</p>")},
        stated={"city": "Ghent", "country": "BE"},
    ),
    "where a partner's studio is from": SmallSite(
        {"/about": page("<h1>About</h1><p>Our site was drawn by Nimbus. Nimbus is a studio from Ghent, Belgium.</p>")},
        blank=("city", "country"),
    ),
    "made with love, in German": footer("Mit ♥ in Wien gemacht", "de", city="Wien"),
    "developed with love, in German": footer("Mit Liebe entwickelt in Köln", "de", city="Köln"),
    "made with love, in Turkish": footer("İstanbul'da sevgiyle yapıldı", "tr", city="İstanbul"),
    "a seat in Polish": SmallSite(
        {"/about": page("<h1>O nas</h1><p>Nasza firma ma siedzibę w Krakowie.</p>", lang="pl")},
        stated={"city": "Krakow"},
    ),
    "a state of Australia": SmallSite(
        {"/about": page("<h1>About</h1><p>Tallow is a workshop based in New South Wales, Australia.</p>")},
        stated={"country": "AU"},
        blank=("city",),
    ),
    "a slash between two towns": no_place("Berlin/Hamburg"),
    "a country in the European Union": SmallSite(
        {
            "/about": page(
                "<h1>About</h1><p>Tallow is a studio based in Romania, European Union, run by two people.</p>"
            )
        },
        stated={"country": "RO"},
    ),
    "two countries": SmallSite(
        {"/about": page("<h1>About</h1><p>Tallow is a studio based in Romania, Hungary and Poland.</p>")},
        blank=("country",),
    ),
    "a country and a town elsewhere": SmallSite(
        {"/about": page("<h1>About</h1><p>Tallow is a team based in Romania, London and online.</p>")},
        blank=("country", "city"),
    ),
    "a short name of the town and the whole one": SmallSite(
        {
            "/": home(footer="<p>Tallow GmbH, Wachsweg 5, 60311 Frankfurt am Main</p>", lang="de"),
            "/about": page("<h1>Über uns</h1><p>Wir sind ein Team aus Frankfurt.</p>", lang="de"),
        },
        stated={"city": "Frankfurt am Main"},
    ),
    "a Polish address": footer("Tallow, ul. Leśna 8, 43-300 Bielsko-Biała", "pl", city="Bielsko-Biała", country="PL"),
    "a Japanese address with its label": SmallSite(
        {
            "/": home(lang="ja"),
            "/tokushoho": page("<table><tr><th>所在地</th><td>北海道札幌市手稲区星置3条</td></tr></table>", lang="ja"),
        },
        stated={"city": "札幌市", "country": "JP"},
    ),
    "a Korean address": footer("서울특별시 강남구 테헤란로 12", "ko", city="서울", country="KR"),
    "a Russian address with its label": SmallSite(
        {
            "/": home(lang="ru"),
            "/about": page("<h1>О нас</h1><p>Юр. Адрес:</p><p>115191, город Москва, Лесная ул., д. 8</p>", lang="ru"),
        },
        stated={"city": "Москва"},
    ),
    "a town in another case": footer("Сделано с любовью в Москве", "ru", city="Москва"),
    "with love from a town": footer("From Jakarta with &lt;3", city="Jakarta"),
    "with love from nowhere": no_place("From our kitchen with love"),
    "made in a country, in Hebrew": footer("עשוי באהבה בישראל", "he", country="IL"),
    "made in a country, in Portuguese": footer("Uma plataforma única, feita no Brasil.", "pt", country="BR"),
    "made in a town, in French": footer("Conçu avec ♥ à Lyon", "fr", city="Lyon"),
    "the developer in a press kit": SmallSite(
        {"/": home(), "/press": page("<ul><li>Developer: Wickworks (Seoul, Korea)</li></ul>")},
        stated={"city": "Seoul", "country": "KR"},
    ),
    "where those come from whom it is for": SmallSite(
        {"/": home("<p>We help developers from Brazil and a team from Lyon.</p>")}, blank=("city", "country")
    ),
    "the address of a payment service": SmallSite(
        {
            "/": home(),
            "/terms": page("<h1>Terms</h1><p>Payments: PayWax SA, Address: ul. Kanclerska 15, 60-327 Poznań</p>"),
        },
        never={"city": ["Poznań"]},
    ),
    "the host's address in French legal notices": SmallSite(
        {
            "/": home(lang="fr"),
            "/mentions-legales": page(
                "<h1>Mentions légales</h1><h2>1. Éditeur</h2><p>Nom : Anne Cire</p><p>Adresse : 4, rue des Lilas 29490"
                " Guipavas</p><h2>2. Hébergement</h2><p>Nuage, Inc.<br>410 Harbor Avenue North<br>Seattle, WA 98109,"
                " États-Unis</p>",
                lang="fr",
            ),
        },
        stated={"city": "Guipavas"},
        never={"city": ["Seattle"]},
        blank=("country",),
    ),
    "the head office among several offices": SmallSite(
        {
            "/": home(
                footer="<ul><li>Singapore HQ</li><li>79 Ayer Rajah Crescent</li><li>#04-09 Singapore 139951</li></ul>"
                "<ul><li>USA</li><li>500 Race Street</li><li>San Jose, CA 95126</li></ul>"
            )
        },
        stated={"city": "Singapore", "country": "SG"},
        never={"city": ["San Jose"]},
    ),
    "two offices of the same rank": SmallSite(
        {
            "/": home(
                footer="<ul><li>Torstraße 12</li><li>10119 Berlin</li></ul><ul><li>8 rue Mercière</li>"
                "<li>69002 Lyon</li></ul>"
            )
        },
        blank=("city", "country"),
    ),
    "a place presented on the home page": SmallSite(
        {"/": home("<h3>Azzurro Hall</h3><p>A hall for candles.</p><p>Location: 14 Harbor Dr, Denver</p>")},
        blank=("city", "country"),
    ),
    "our address on the home page": SmallSite(
        {
            "/": home(
                "<h3>Visit us</h3><p>14 Harbor Dr, Denver, CO 80223</p><p>Address: 14 Harbor Dr, Denver, CO 80223</p>"
            )
        },
        stated={"city": "Denver"},
    ),
    "countries it delivers to": no_place("We deliver to Spain, Italy, France"),
    "the builder of the website": no_place("Website by Pixelhaus GmbH, Torstraße 12, 10119 Berlin, Germany"),
    "an address among other data of the company": footer(
        "Wickworks Ltd, 29 Oldfield Rd, Windermere, Cumbria, England, LA23 2AZ. Company No: 08777171 VAT: 203914240",
        city="Windermere",
        country="GB",
    ),
    "made in a country, in French": footer("Fait avec ❤️ en France", "fr", country="FR"),
    "made in a country, after a slogan with capitals": footer(
        "Tecnologia para Negócios. Uma plataforma única, feita no Brasil.", "pt", country="BR"
    ),
    "a small town after four digits": footer(
        "Hühnersberg 58<br>9811 Lendorf<br>Kärnten<br>Österreich", "de", city="Lendorf", country="AT"
    ),
    "a year before a word, and a country": no_place("Herbst 2024<br>2024 Neuheiten<br>Österreich", "de"),
    "a county between the town and the country": SmallSite(
        {
            "/": home(lang="de"),
            "/impressum": page(
                "<h1>Impressum</h1><p>Tallow S.R.L.</p><p>Str. Principală Nr. 69</p>"
                "<p>Sat Carașova, Comuna Carașova</p><p>Jud. Caraș-Severin</p><p>Rumänien (EU-Mitgliedstaat)</p>",
                lang="de",
            ),
        },
        stated={"city": "Carașova", "country": "RO"},
    ),
    "the region of a town in brackets": SmallSite(
        {
            "/": home(lang="fr"),
            "/mentions-legales": page(
                "<h1>Mentions légales</h1><p>Siège social : Tours (Centre-Val de Loire), France.</p>", lang="fr"
            ),
        },
        stated={"city": "Tours", "country": "FR"},
    ),
    "a seat in Italian": footer("Sede ad Ancona", "it", city="Ancona"),
    "a town and a country joined by a dash": SmallSite(
        {"/": home(), "/contact": page("<h1>Contact</h1><ul><li>Address: Khartoum- Sudan</li></ul>")},
        stated={"city": "Khartoum", "country": "SD"},
    ),
}
