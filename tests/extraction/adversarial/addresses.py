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
}
