"""Others who are named beside the product: authorities, rivals, intruders and makers; and how makers sign a page."""

from tests.extraction.adversarial.no_sites import bare_page
from tests.extraction.adversarial.small_sites import SmallSite, home, page

LONG = "Tallow plans every pour of a small workshop, keeps its recipes and prints the labels of each batch of candles."


def imprint(text: str, lang: str, **never: str) -> SmallSite:
    return SmallSite(
        {"/": home(lang=lang), "/impressum": page(f"<h1>Impressum</h1>{text}", lang=lang)},
        never={field: (value,) for field, value in never.items()},
    )


def signed(text: str, lang: str = "en", **stated: str) -> SmallSite:
    return SmallSite({"/": home(footer=f"<p>{text}</p>", lang=lang)}, stated=stated)


def no_site(title: str, body: str, code: str, lang: str = "en") -> SmallSite:
    return SmallSite(bare_page(title, body, lang), problem=code)


LOGIN = "<form><input name=user><input type=password></form><p>{}</p>"

SITES = {
    "the address of an authority": imprint(
        "<p>Aufsichtsbehörde: Landesamt für Datenschutz<br>Promenade 18<br>91522 Ansbach</p>", "de", city="Ansbach"
    ),
    "the address of an authority in French": imprint(
        "<p>Vous pouvez saisir la CNIL :<br>3 place de Fontenoy<br>75007 Paris</p>", "fr", city="Paris"
    ),
    "a paragraph about rivals": SmallSite(
        {"/": home(f"<p>{LONG}</p><p>Our competitors such as Waxwing want a year's contract and a fee.</p>")},
        stated={"description": "prints the labels"},
        never={"description": ("Waxwing",)},
    ),
    "when another company began": SmallSite(
        {"/": home(f"<p>{LONG}</p><p>Our wax is from Lindqvist AB, which was founded in 1987 by beekeepers.</p>")},
        stated={"description": "prints the labels"},
        never={"description": ("Lindqvist",), "founded_year": ("1987",)},
    ),
    "whom to write to": SmallSite(
        {"/": home(f"<p>{LONG}</p><p>Write to jane@waxwing.example if a parcel of candles is late.</p>")},
        stated={"description": "prints the labels"},
        blank=("contact_email",),
    ),
    "intruders": no_site("Hacked by Gh0st", "<h1>Hacked by Gh0st</h1><p>Greetings to all. $10 each.</p>", "defaced"),
    "a product against intruders": SmallSite(
        bare_page("Tallow", f"<h1>Never get hacked by strangers again</h1><p>{LONG}</p><p>{LONG}</p>"),
        stated={"description": "prints the labels"},
    ),
    "a form to sign in, in Finnish": no_site(
        "Tallow", "<h1>Kirjaudu sisään</h1>" + LOGIN.format("Unohditko salasanan?"), "sign_in", "fi"
    ),
    "a form to sign in without a headline": no_site(
        "Tallow", "<p>Please sign in</p>" + LOGIN.format("Only for customers of the workshop."), "sign_in"
    ),
    "an announcement with sample text": no_site(
        "Coming soon", f"<h1>Coming soon</h1>{f'<p>{LONG}</p>' * 4}", "coming_soon"
    ),
    "a street, a town and a country after the name": signed(
        "Tallow, 4 Quay Lane, Hobart, Australia · hi@tallow.app", city="Hobart", country="AU"
    ),
    "a state between town and country": signed(
        "© 2026 Tallow · Hobart · Tasmania · Australia", city="Hobart", country="AU"
    ),
    "a maker's product": signed(
        "Tallow is a product of Tallow ApS, Odense, Denmark", city="Odense", country="DK"
    ),
    "a charity from a town": SmallSite(
        {"/about": page("<h1>About</h1><p>Tallow is a small charity from Hobart, Australia.</p>")},
        stated={"city": "Hobart", "country": "AU"},
    ),
    "where a company sits, in Dutch": SmallSite(
        {"/about": page("<h1>Over ons</h1><p>Tallow zit in Utrecht, Nederland.</p>", lang="nl")},
        stated={"city": "Utrecht", "country": "NL"},
    ),
    "two letters for one with a sign": signed("Tallow GmbH · Luebeck", "de", city="Luebeck"),
    "a common spelling without the sign": signed("Tallow AB · Orebro", "sv", city="Orebro"),
    "who designed the pages": SmallSite(
        {"/": home(footer="<p>By Lindqvist Studios, founded 2013</p>")}, blank=("founded_year",)
    ),
    "where a supplier sits, in Swedish": SmallSite(
        {"/": home("<p>Vår leverantör sitter i Uppsala, Sverige.</p>", lang="sv")}, blank=("city", "country")
    ),
}  # fmt: skip
