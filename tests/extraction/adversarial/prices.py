"""Whose price it is, and whether it is one."""

from tests.extraction.adversarial.small_sites import SmallSite, home, page

PLAN = '<section class="pricing"><h2>Pricing</h2><h3>Pro</h3><p>€12 / month</p></section>'
SITES = {
    "a coffee for the maker": SmallSite(
        {"/": home("<p>Tallow is free. Buy us a coffee for $5.</p>")}, never={"pricing_summary": ["$5"]}
    ),
    "a rival's price and address on a page that compares": SmallSite(
        {
            "/": home(PLAN),
            "/tallow-vs-wickly": page(
                "<h1>Tallow vs Wickly</h1><p>Wickly costs $99 per month for one pot.</p><p>The Pro plan is $49 per"
                " month.</p><p>Ask for an offer at sales@wickly.example</p>"
            ),
        },
        stated={"pricing_summary": "€12"},
        never={"pricing_summary": ["$99", "$49"], "contact_email": ["sales@wickly.example"]},
    ),
    "our price on a page that compares": SmallSite(
        {
            "/": home(),
            "/tallow-vs-wickly": page(
                "<h1>Tallow vs Wickly</h1><p>Wickly costs $99 per month, Tallow costs $12 per month.</p>"
            ),
        },
        never={"pricing_summary": ["$99"]},
    ),
    "a table of ours and theirs": SmallSite(
        {
            "/pricing": page(
                "<h1>Pricing</h1><table><tr><th></th><th>Tallow</th><th>Wickly</th></tr>"
                "<tr><td>Per month</td><td>$12 / month</td><td>$99 / month</td></tr></table>"
            )
        },
        stated={"pricing_summary": "$12"},
        never={"pricing_summary": ["$99"]},
    ),
    "a reviewer's $3 less": SmallSite(
        {
            "/": home(
                "<div><p>Does all I need, and it is $3 less per month than the one I had.</p><p>— Nora, candle"
                " maker</p></div><div><p>For $20 per month I would still buy it.</p><p>— Piet, Utrecht</p></div>"
            )
        },
        never={"pricing_summary": ["$3", "$20"]},
        blank=("pricing_model",),
    ),
    "you save 30 €": SmallSite(
        {
            "/pricing": page(
                "<h1>Preise</h1><div><h3>Jahr</h3><p>Sie sparen 30 €</p><p>90 € pro Jahr</p></div>"
                "<div><h3>Monat</h3><p>10 € pro Monat</p></div>",
                lang="de",
            )
        },
        stated={"pricing_summary": "90 €"},
        never={"pricing_summary": ["30 €"]},
    ),
    "struck prices": SmallSite(
        {
            "/pricing": page(
                "<h1>Pricing</h1><div><h3>Solo</h3><p><s>$49</s> $29 per month</p></div>"
                "<div><h3>Studio</h3><p>was $99, now $59 per month</p></div>"
            )
        },
        stated={"pricing_summary": "$29"},
        never={"pricing_summary": ["$49", "$99"]},
    ),
    "statt and au lieu de": SmallSite(
        {
            "/pricing": page(
                "<h1>Preise</h1><div><h3>Solo</h3><p>statt 49 €</p><p>29 € pro Monat</p></div>"
                "<div><h3>Studio</h3><p>UVP: 99 €</p><p>59 € pro Monat</p></div>",
                lang="de",
            )
        },
        stated={"pricing_summary": "29 €"},
        never={"pricing_summary": ["49 €", "99 €"]},
    ),
    "per month, two lines below": SmallSite(
        {
            "/pricing": page(
                "<h1>Pricing</h1><div><h3>Solo</h3><p>$9</p><p>USD</p><p>per month</p></div>"
                "<div><h3>Studio</h3><p>$29</p><p>USD</p><p>per month</p></div>"
            )
        },
        stated={"pricing_summary": "per month", "pricing_model": "subscription"},
    ),
    "what it saves and what others charge": SmallSite(
        {
            "/": home(
                "<p>A consultant charges $150 per hour.</p><p>Workshops save $400 per month with Tallow.</p>"
                "<p>Shipping a box costs $8 per parcel at PostHaste.</p>"
            )
        },
        never={"pricing_summary": ["$150", "$400", "$8"]},
        blank=("pricing_model",),
    ),
    "it costs": SmallSite(
        {"/": home("<p>A consultant charges $150 per hour. Tallow costs $12 per month.</p>")},
        stated={"pricing_summary": "$12", "pricing_model": "subscription"},
        never={"pricing_summary": ["$150"]},
    ),
    "a discount for a friend": SmallSite(
        {"/pricing": page("<h1>Pricing</h1><p>Get $20 off per year for every friend.</p><h3>Pro</h3><p>$9/month</p>")},
        stated={"pricing_summary": "$9"},
        never={"pricing_summary": ["$20"]},
    ),
    "another product's price": SmallSite(
        {"/": home("<h2>Works with</h2><p>Wickly Pro starts at $19 per month.</p>")},
        never={"pricing_summary": ["$19"]},
    ),
}
