"""Pricing models that words tell, and words that tell nothing about them."""

from tests.extraction.adversarial.price_shapes import cards
from tests.extraction.adversarial.small_sites import SmallSite, home, page


def pricing(main: str, model: str | None, lang: str = "en") -> SmallSite:
    pages = {"/": home(lang=lang), "/pricing": page(f"<h1>Pricing</h1>{main}", lang=lang)}
    return SmallSite(pages, stated={"pricing_model": model}) if model else SmallSite(pages, blank=("pricing_model",))


def says(text: str, model: str | None, lang: str = "en") -> SmallSite:
    pages = {"/": home(f"<p>{text}</p>", lang=lang)}
    return SmallSite(pages, stated={"pricing_model": model}) if model else SmallSite(pages, blank=("pricing_model",))


SITES = {
    "sales instead of an amount": pricing("<h2>Basic or Advanced</h2><p>Contact sales for a package.</p>", "custom"),
    "sales beside a plan with an amount": pricing(
        cards(("Pro", "$20/month"), ("Enterprise", "Contact sales")), "subscription"
    ),
    "sales on the home page": says("Contact sales", None),
    "free to install": says("Tallow is 100% free to install and use. No registration needed.", "free"),
    "the first call is free, in Italian": says("La prima chiamata è gratuita e senza impegno.", None, "it"),
    "the inventory is free, in German": says("Die Bestandsaufnahme ist kostenlos.", None, "de"),
    "free with purchases in the app": says("Free to download, with in-app purchases.", "freemium"),
    "free without purchases in the app": says("Tallow is free. There are no in-app purchases.", "free"),
    "free for ever, in Portuguese": says("Grátis para sempre.", "free", "pt"),
    "free and without ads, in German": says("Kostenlos und ohne Werbung.", "free", "de"),
    "a trial, in Italian": says("Prova gratis per 14 giorni", "free-trial", "it"),
    "the code of others": says("Open Source Compliance", None),
    "open source itself": says("Tallow is an open-source compliance tool.", "open-source"),
    "a quote, in German": says("Kostenloses Angebot anfordern", "custom", "de"),
    "a price made to measure": says("Pricing is tailored to your workshop.", "custom"),
    "what it costs in a store": says("Available on Steam for $9.99.", "one-time"),
    "what something else costs in a store": SmallSite(
        {"/": home("<p>The soundtrack by Nimbus is on Steam for $4.99.</p>")}, never={"pricing_summary": ["4.99"]}
    ),
    "the price in a press kit": SmallSite(
        {
            "/": home(),
            "/press": page("<h1>Press kit</h1><dl><dt>Platforms</dt><dd>PC</dd><dt>Price</dt><dd>$14.99</dd></dl>"),
        },
        stated={"pricing_summary": "Price $14.99", "pricing_model": "one-time"},
    ),
    "a prize in a press kit": SmallSite(
        {"/": home(), "/press": page("<h1>Press kit</h1><dl><dt>Prize money</dt><dd>$5,000</dd></dl>")},
        blank=("pricing_summary", "pricing_model"),
    ),
    "rivals in the head of a table, beside a name that looks like a word": SmallSite(
        {
            "/": page("<h1>Waxed plans every pour</h1><p>Waxed is for small workshops.</p>", title="Waxed – candles"),
            "/pricing": page(
                "<h1>Pricing</h1><div><h3>All included</h3><p>€7/month</p></div>"
                "<table><tr><th>Function</th><th>Waxed<br><small>€7/user</small></th><th>Nimbus<br><small>€15+/user</small>"
                "</th></tr><tr><td>Pours</td><td>✓</td><td>✓</td></tr></table>",
                title="Pricing – Waxed",
            ),
        },
        stated={"pricing_summary": "€7"},
        never={"pricing_summary": ["15"]},
        host="waxed.app",
    ),
    "plans without a period": pricing(cards(("Basic", "29 €"), ("Pro", "59 €")), None),
    "one amount without a period": pricing("<div><h3>Tallow</h3><p>29 €</p></div>", None),
    "one amount that is paid once": pricing("<div><h3>Tallow</h3><p>29 €</p><p>One-time payment</p></div>", "one-time"),
    "what several things cost": pricing(cards(("Candle", "12 €"), ("Wick", "3 €"), ("Mould", "25 €")), "one-time"),
    "packages that one books": pricing(
        f"{cards(('Basic', '290 €'), ('Premium', '490 €'))}<p>Jetzt buchen</p>", "one-time", "de"
    ),
    "the least that something costs": SmallSite(
        {
            "/": home(),
            "/pricing": page(f"<h1>Pricing</h1>{cards(('Landing page', '$250+'), ('Web shop', '$1,500+'))}"),
        },
        stated={"pricing_summary": "Landing page: $250+; Web shop: $1,500+"},
    ),
    "what users have saved so far": SmallSite(
        {
            "/": home(
                "<div><div><p>$5,000+</p><p>saved by our users</p></div><div><p>120+</p><p>workshops</p></div></div>"
            )
        },
        blank=("pricing_summary", "pricing_model"),
    ),
}
