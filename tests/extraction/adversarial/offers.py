"""What the prices of a site come to, in many layouts and languages."""

from tests.extraction.adversarial.small_sites import SmallSite, home, page


def pricing(main: str, lang: str = "en") -> SmallSite:
    return SmallSite({"/": home(), "/pricing": page(f"<h1>Pricing</h1>{main}", lang=lang)})


def of(site: SmallSite, *never: str, **stated: str) -> SmallSite:
    return SmallSite(site.pages, stated=stated, never={"pricing_model": never} if never else {})


def card(name: str, *lines: str) -> str:
    return f"<div><h3>{name}</h3>{''.join(f'<p>{line}</p>' for line in lines)}</div>"


SITES = {
    "a free plan beside a paid one": of(
        pricing(card("Wick", "Free") + card("Studio", "$12 / month")), pricing_model="freemium"
    ),
    "a service at no charge beside a paid plan": of(
        pricing(card("Studio", "$12 / month") + card("Setup", "Free")), "freemium", pricing_model="subscription"
    ),
    "free for some weeks": of(
        pricing(card("Studio", "R$ 74,17/mês", "no plano anual (2 meses grátis) · ou R$ 89/mês no mensal"), "pt"),
        "freemium",
        pricing_model="subscription",
        pricing_summary="R$ 89/mês",
    ),
    "a plan at nothing for some days": of(
        pricing(card("Demo", "$0 /15 días") + card("Taller", "$9 mensual por usuario activo"), "es"),
        "freemium",
        pricing_summary="$9 mensual por usuario activo",
    ),
    "a yearly price in the line below": of(
        pricing(card("Studio", "€22 / month", "€220/year Save 17% with yearly billing")),
        pricing_model="subscription",
        pricing_summary="Studio: €22/month or €220/year",
    ),
    "a saving in the line below": SmallSite(
        pricing(card("Studio", "€22 / month", "Save €44 per year")).pages,
        stated={"pricing_summary": "Studio: €22/month"},
        never={"pricing_summary": ["€44"]},
    ),
    "plans called Monthly and Yearly": of(
        pricing(card("Monthly", "$5") + card("Yearly", "$50")),
        "one-time",
        pricing_model="subscription",
        pricing_summary="Monthly: $5; Yearly: $50",
    ),
    "a switch of the period above plans that one buys": of(
        pricing("<div>Monthly Yearly</div>" + card("Wick", "$5", "Buy now") + card("Studio", "$50", "Buy now")),
        "one-time",
        pricing_model="subscription",
    ),
    "a fee for the start beside a subscription": of(
        pricing(card("Studio", "€400/ month") + card("Deployment", "€1,100 / one-time, all in")),
        pricing_model="subscription",
    ),
    "a table of plans by rows": of(
        pricing(
            "<table><thead><tr><th>Plan</th><th>Osoby</th><th>Cena / mies.</th></tr></thead><tbody>"
            "<tr><td>Mały</td><td>do 50</td><td>100 zł</td></tr><tr><td>Duży</td><td>do 200</td><td>2 400 zł</td></tr>"
            "</tbody></table>",
            "pl",
        ),
        pricing_model="subscription",
        pricing_summary="Mały: 100 zł/mies.; Duży: 2 400 zł/mies.",
    ),
    "thousands divided by a blank": SmallSite(
        {"/": home("<h2>Cennik</h2><p>Wdrożenie zaczyna się od 2 400 PLN netto.</p>", lang="pl")},
        never={"pricing_summary": [" 400 PLN netto; ", ": 400 PLN"]},
    ),
    "a name and an amount in one line": of(
        pricing("<ul><li>Local businesses: $650</li><li>Student groups: $450</li></ul>"),
        pricing_summary="Local businesses: $650; Student groups: $450",
    ),
    "a lone price with the button that buys": of(
        SmallSite({"/": home("<h3>$8.99</h3><div>Buy now</div>")}), pricing_model="one-time", pricing_summary="$8.99"
    ),
    "a struck price with the button that buys": SmallSite(
        {"/": home("<div>Заказать за</div><s>2000₽</s><div>1800₽</div>", lang="ru")},
        stated={"pricing_model": "one-time", "pricing_summary": "1800₽"},
        never={"pricing_summary": ["2000"]},
    ),
    "two lone prices, which may be anything": SmallSite(
        {"/": home("<div>$120.00</div><div>Buy now</div><div>$80.00</div><div>Buy now</div>")},
        blank=("pricing_summary", "pricing_model"),
    ),
    "a monthly price in Japanese": of(
        pricing(card("並", "月額 3 万円", "初期費用 15万円（税別）"), "ja"),
        "one-time",
        pricing_model="subscription",
        pricing_summary="月額 3 万円",
    ),
    "a monthly price in Arabic digits": of(
        pricing(card("Pro", "٩٩ ريال شهريا"), "ar"), pricing_model="subscription", pricing_summary="٩٩ ريال"
    ),
    "a monthly price in Hebrew": of(
        pricing(card("Pro", "19 ₪ /לחודש", "או 190₪ לשנה (חוסכים 17%)"), "he"),
        pricing_model="subscription",
        pricing_summary="190₪ לשנה",
    ),
    "a price in Egyptian pounds": of(
        pricing(card("Bronze", "45 EGP /vehicle/mo")),
        pricing_model="subscription",
        pricing_summary="Bronze: 45 EGP/vehicle/mo",
    ),
    "a version of PHP": SmallSite(
        {"/": home(), "/pricing": page("<h1>Pricing</h1><h3>Needs</h3><p>PHP 8 or later</p>")},
        blank=("pricing_summary",),
    ),
    "what it is not": of(
        pricing(card("Studio", "€9.99 once, not per month")), "subscription", pricing_model="one-time"
    ),
    "free in words": of(
        SmallSite({"/": home("<p>Tallow ist komplett kostenlos.</p>", lang="de")}), pricing_model="free"
    ),
    "free delivery in words": SmallSite(
        {"/": home("<p>Die Lieferung ist kostenlos.</p><p>La livraison est gratuite.</p>", lang="de")},
        blank=("pricing_model",),
    ),
    "free up to some size": SmallSite(
        {"/": home("<p>The app is free to use up to 2 pots at a time, more need an upgrade.</p>")},
        never={"pricing_model": ["free"]},
    ),
    "a trial in words": of(
        SmallSite({"/": home("<p>Önce 15 gün ücretsiz deneyin.</p>", lang="tr")}),
        "freemium",
        pricing_model="free-trial",
    ),
    "a trial that may not exist": SmallSite(
        {"/": home(), "/terms": page("<h1>Terms</h1><p>Any unused portion of a free trial (if offered) is lost.</p>")},
        blank=("pricing_model",),
    ),
    "an offer for everybody of their own": of(
        SmallSite({"/": home("<p>Holen Sie sich gleich Ihr individuelles Angebot ein!</p>", lang="de")}),
        pricing_model="custom",
    ),
    "a press kit with prices": SmallSite(
        {
            "/": home(),
            "/press": page(
                "<ul><li>Price</li><li>Steam: 9.99 USD</li><li>Itch.io: 7.99 USD</li></ul><p>Prize: 500 USD</p>"
            ),
        },
        stated={"pricing_model": "one-time", "pricing_summary": "Steam: 9.99 USD; Itch.io: 7.99 USD"},
        never={"pricing_summary": ["500"]},
    ),
    "a page of prices that says there are none": of(
        SmallSite(
            {
                "/": home(lang="fr"),
                "/tarifs": page(
                    "<h1>C'est gratuit. Point.</h1><p>Tallow est gratuit pour les ateliers : 0 € d'abonnement.</p>",
                    lang="fr",
                ),
            }
        ),
        pricing_model="free",
    ),
    "a question about what is free": SmallSite(
        {"/": home("<p>Was genau ist kostenlos?</p>", lang="de")}, blank=("pricing_model",)
    ),
    "prices that depend on something": of(
        pricing("<h2>Monthly pours</h2><p>Pricing depends on number of moulds and colours.</p>"), pricing_model="custom"
    ),
    "prices that depend on something, in French": of(
        pricing("<h2>Coulées</h2><p>Le prix dépend du nombre de moules.</p>", "fr"), pricing_model="custom"
    ),
}
