"""The shapes in which pages write prices: cards, lists and tables of any markup, in many currencies."""

from tests.extraction.adversarial.small_sites import SmallSite, home, page


def pricing(main: str, summary: str, model: str = "", never: tuple[str, ...] = (), lang: str = "en") -> SmallSite:
    stated = {"pricing_summary": summary} | ({"pricing_model": model} if model else {})
    return SmallSite(
        {"/": home(lang=lang), "/pricing": page(f"<h1>Pricing</h1>{main}", lang=lang)},
        stated=stated,
        never={"pricing_summary": never} if never else {},
    )


def cards(*lines: tuple[str, ...], tag: str = "div") -> str:
    """Cards side by side, each with its lines."""
    inside = ("".join(f"<{tag}>{line}</{tag}>" for line in card) for card in lines)
    return f"<section>{''.join(f'<div>{card}</div>' for card in inside)}</section>"


SITES = {
    "cards without headings": pricing(
        cards(("Bronze", "Up to 19 cars", "45 EGP /car/mo"), ("Silver", "Up to 49 cars", "39 EGP /car/mo")),
        "Silver: 39 EGP/car/mo",
        "subscription",
    ),
    "a badge above the name": pricing(
        cards(("Premium · Mensuel", "2,99 €/mois"), ("⭐ Meilleur rapport", "Premium · Annuel", "29,99 €/an"), tag="p"),
        "Premium · Mensuel: 2,99 €/mois; Premium · Annuel: 29,99 €/an",
        lang="fr",
    ),
    "what a year comes to by the month": pricing(
        cards(("Mensuel", "2,99 €/mois"), ("Annuel", "29,99 €/an", "soit 2,50 €/mois environ")),
        "29,99 €",
        never=("2,50",),
        lang="fr",
    ),
    "a table of features between name and price": pricing(
        "<div><div><p>One Store</p><table><tr><td>Scans</td><td>Unlimited</td></tr></table><div>$799/ month</div></div>"
        "<div><p>Two Stores</p><table><tr><td>Scans</td><td>Unlimited</td></tr></table>"
        "<div>$ 1399/month</div></div></div>",
        "One Store: $799/month; Two Stores: $ 1399/month",
    ),
    "a month and a quarter in one card": pricing(
        cards(("1 clase", "50€/mes<br>140€/trimestre"), ("2 clases", "95€/mes<br>270€/trimestre"), tag="p"),
        "50€/mes or 140€/trimestre",
        "subscription",
        lang="es",
    ),
    "a list of names and amounts": pricing(
        "<ul><li>Senior Pourer - 1000 EUR per day</li><li>Principal Consultant - 1200 EUR per day</li></ul>",
        "Principal Consultant: 1200 EUR per day",
    ),
    "extras in a list inside the cards": pricing(
        "<div><div><p>Solo</p><div>$9/mo</div><ul><li>Extra seat: $3/mo</li></ul></div>"
        "<div><p>Studio</p><div>$29/mo</div><ul><li>Extra seat: $2/mo</li></ul></div></div>",
        "Solo: $9/mo; Studio: $29/mo",
    ),
    "raised cents": pricing(
        cards(("Solo", "<sup>$</sup>9<sup>99</sup>/mo"), ("Studio", '29<span class="cents">50</span> $ /mo')),
        "$9.99/mo",
        "subscription",
    ),
    "a footnote beside an amount": pricing(
        cards(("Solo", "$9<sup>1</sup>"), ("Studio", "$29<sup>2</sup>")), "$29", never=("$91",)
    ),
    "ten thousands of yen": pricing(
        cards(("並盛り", "月額 3 万円"), ("大盛り", "月額 5 万円")), "大盛り: 月額 5 万円", "subscription", lang="ja"
    ),
    "thousands with commas in lira": pricing(
        cards(("Mini", "2,500₺ /aylık"), ("Premium", "3,100₺ /aylık")),
        "Premium: 3,100₺/aylık",
        "subscription",
        lang="tr",
    ),
    "a free plan in French": pricing(
        "<p>Le suivi complet est gratuit.</p>" + cards(("Mensuel", "2,99 €/mois"), ("Annuel", "29,99 €/an")),
        "2,99 €",
        "freemium",
        lang="fr",
    ),
    "a price page with a Turkish address": SmallSite(
        {
            "/": home(lang="tr"),
            "/fiyatlandirma.html": page(cards(("Mini", "90 TL / ay"), ("Maxi", "190 TL / ay")), lang="tr"),
        },
        stated={"pricing_summary": "190 TL", "pricing_model": "subscription"},
    ),
    "tiers of a template that all cost the same": SmallSite(
        {
            "/": home(),
            "/pricing": page(
                "<h1>Pricing</h1>"
                + "".join(
                    f"<div><h3>{name}</h3><p>$49/month</p></div>"
                    for name in ("Basic Plan", "Pro Plan", "Business Plan")
                )
            ),
        },
        blank=("pricing_summary", "pricing_model"),
    ),
    "figures side by side that are no prices": SmallSite(
        {"/": home(cards(("Saved last year", "$4,200"), ("Wax poured", "$9,100"), ("Workshops", "310")))},
        blank=("pricing_summary", "pricing_model"),
    ),
    "what things on offer cost that others sell": SmallSite(
        {
            "/": home(
                "".join(
                    f'<div class="card"><h4>{town}</h4><div class="price">{amount} ₪</div></div>'
                    for town, amount in (("Haifa", "950,000"), ("Lod", "2,000,000"))
                )
            )
        },
        never={"pricing_summary": ["950,000"]},
    ),
    "what courses cost that were dearer before": SmallSite(
        {
            "/": home(
                "".join(
                    f"<div><h4>{name}</h4><p>Twelve weeks.</p><div><span>₹32,999</span> <del>₹37,999</del></div></div>"
                    for name in ("Wax and Wick", "Scents")
                )
            )
        },
        stated={"pricing_summary": "Wax and Wick: ₹32,999"},
        never={"pricing_summary": ["37,999"]},
    ),
    "a quote for everybody": SmallSite(
        {"/": home("<p><a href='/contact'>Request a Free Quote</a> <a href='/x'>Invest &amp; Partner</a></p>")},
        stated={"pricing_model": "custom"},
    ),
    "open source that it uses": SmallSite(
        {"/": home(), "/licenses": page("<h1>Licenses</h1><h2>Open Source</h2><p>Wax.js is MIT licensed.</p>")},
        blank=("pricing_model",),
    ),
    "the least that services cost, in Italian": pricing(
        cards(
            ("Copia di candele antiche", "A partire da €400", "Con calco."),
            ("Restauro completo di lampade e lanterne", "A partire da €1.200", "Su misura."),
            tag="p",
        ),
        "Copia di candele antiche: €400; Restauro completo di lampade e lanterne: €1.200",
        "one-time",
        lang="it",
    ),
    "a table with a price in every column": pricing(
        "<table><thead><tr><th>Atelier</th><th>1 personne</th><th>2 personnes</th></tr></thead><tbody>"
        "<tr><td>Bougies</td><td>250€</td><td>230€/personne</td></tr>"
        "<tr><td>Savons</td><td>330€</td><td>280€/personne</td></tr></tbody></table>",
        "Bougies: 250€ (1 personne) or 230€/personne; Savons: 330€ (1 personne) or 280€/personne",
        lang="fr",
    ),
    "plans above rows of months and years": pricing(
        "<table><thead><tr><th></th><th>Wick</th><th>Studio</th></tr></thead><tbody>"
        "<tr><td>Monthly</td><td>$5/mo</td><td>$12/mo</td></tr>"
        "<tr><td>Yearly</td><td>$50/yr</td><td>$120/yr</td></tr></tbody></table>",
        "Wick: $5/mo; Studio: $12/mo",
    ),
    "a table of durations for each service": pricing(
        "".join(
            f"<table><caption>{name}</caption><tbody><tr><td>30 Minuten</td><td>{first} €</td></tr>"
            f"<tr><td>60 Minuten</td><td>{second} €</td></tr></tbody></table>"
            for name, first, second in (("Gießkurs", 30, 45), ("Farbkurs", 60, 90))
        ),
        "Gießkurs: 30 € (30 Minuten) or 45 € (60 Minuten); Farbkurs: 60 € (30 Minuten) or 90 € (60 Minuten)",
        lang="de",
    ),
    "a shop with the amount and the button in one line": SmallSite(
        {
            "/": home(
                "".join(
                    f"<div><h3>{name}</h3><ul><li>Coulée à la main</li></ul>"
                    f"<div>{price} <a href='/b'>Acheter</a></div></div>"
                    for name, price in (("Bougie 22", "550 € HT"), ("Lanterne rouge vif", "990 € HT"))
                ),
                lang="fr",
            )
        },
        stated={"pricing_summary": "Bougie 22: 550 €; Lanterne rouge vif: 990 €", "pricing_model": "one-time"},
    ),
    "sums on a page of a calculator": SmallSite(
        {
            "/": home(),
            "/tools/wax-calculator": page("<h1>Wax calculator</h1><p>Tallow costs you $1,222.42 per month</p>"),
            "/features": page("<h1>Kerzenrechner</h1><p>Only $99 per month</p>"),
        },
        never={"pricing_summary": ("$1,222.42", "$99")},
    ),
    "the least that it costs, at the end of a line": SmallSite(
        {"/": home("<p>Accompagnement complet dès 69 €/mois. Sans engagement.</p>", lang="fr")},
        stated={"pricing_summary": "69 €/mois", "pricing_model": "subscription"},
    ),
}
