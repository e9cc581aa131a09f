"""Whose place it is."""

from tests.extraction.adversarial.small_sites import SmallSite, home, page

SITES = {
    "where it was before": SmallSite({"/": home("<p>We used to be based in Vienna, Austria.</p>")}, blank=("city",)),
    "where a reviewer is": SmallSite(
        {"/": home("<p>★★★★★ “Based in Berlin, I love it. $5 well spent.” – Kim</p>")},
        blank=("city",),
        never={"pricing_summary": ["$5"]},
    ),
    "a partner's Zurich": SmallSite(
        {"/": home("<p>Our partner Nimbus AG is based in Zurich, Switzerland. They host every schedule.</p>")},
        blank=("city", "country"),
        never={"city": ["Zurich"]},
    ),
    "our own Zurich": SmallSite(
        {"/": home("<p>Our team is based in Zurich, Switzerland. Nimbus AG hosts every schedule.</p>")},
        stated={"city": "Zurich", "country": "CH"},
    ),
    "a customer's Lyon": SmallSite(
        {"/": home("<h2>Who uses it</h2><p>Bougies Martin, a workshop based in Lyon, France, pours 400 a day.</p>")},
        never={"city": ["Lyon"]},
        blank=("country",),
    ),
    "our Lyon beside a customer's": SmallSite(
        {
            "/": home("<p>Bougies Martin, a workshop based in Nice, France, pours 400 candles a day with Tallow.</p>"),
            "/about": page("<h1>About</h1><p>Tallow is a small company based in Lyon, France.</p>"),
        },
        stated={"city": "Lyon", "country": "FR"},
        never={"city": ["Nice"]},
    ),
    "an ad firm's Dublin in a cookie notice": SmallSite(
        {
            "/": home(
                footer="<div><p>We use cookies of Google Ireland Limited, Gordon House, Barrow Street, Dublin 4,"
                " Ireland, to measure ads.</p><p>Google Ireland Limited, Barrow Street, 4 Dublin, Ireland</p></div>"
            )
        },
        never={"city": ["Dublin"]},
        blank=("country",),
    ),
    "our Dublin in the footer": SmallSite(
        {"/": home(footer="<p>Tallow Ltd, 12 Barrow Street, Dublin, Ireland</p>")},
        stated={"city": "Dublin", "country": "IE"},
    ),
    "an investor's city": SmallSite(
        {
            "/about": page(
                "<h1>About</h1><p>Tallow plans candles.</p><p>We are backed by Harbor Ventures, based in Boston,"
                " USA.</p><p>Harbor Ventures is headquartered in Boston.</p>"
            )
        },
        never={"city": ["Boston"]},
        blank=("country",),
    ),
    "our city beside an investor": SmallSite(
        {"/about": page("<h1>About</h1><p>We are headquartered in Boston and backed by Harbor Ventures.</p>")},
        stated={"city": "Boston"},
    ),
    "where a founder lives": SmallSite(
        {"/about": page("<h1>About</h1><p>Mira Holt started pouring at school. She is based in Oslo, Norway.</p>")},
        never={"city": ["Oslo"]},
    ),
    "where visitors and data are": SmallSite(
        {
            "/": home(
                "<p>If you are based in Ghent, Belgium, write to us. Your data is stored at servers located in"
                " Frankfurt, Germany.</p>"
            )
        },
        never={"city": ["Ghent", "Frankfurt"]},
        blank=("country",),
    ),
    "a partner before its name": SmallSite(
        {"/": home("<p>Based in Turin, Italy, the Officina Cera makes our wicks.</p>")},
        never={"city": ["Turin"]},
        blank=("country",),
    ),
    "we after the place": SmallSite(
        {"/": home("<p>Based in Turin, Italy, we make wicks and the plans for them.</p>")},
        stated={"city": "Turin", "country": "IT"},
    ),
    "a host in the imprint": SmallSite(
        {
            "/": home(lang="de"),
            "/impressum": page(
                "<h1>Impressum</h1><p>Angaben gemäß § 5 DDG</p><p>Kerzenwerk Holt GmbH<br>Ritterstraße 4<br>04109"
                " Leipzig<br>Deutschland</p><h2>Hosting</h2><p>Wolkenheim Hosting GmbH<br>Industriestraße 25<br>91710"
                " Gunzenhausen<br>Deutschland</p>",
                lang="de",
            ),
        },
        stated={"city": "Leipzig", "country": "DE"},
        never={"city": ["Gunzenhausen"]},
    ),
    "a card about a customer": SmallSite(
        {"/": home("<h2>Customers</h2><div><h3>Wick &amp; Co</h3><p>Based in Bristol, United Kingdom</p></div>")},
        never={"city": ["Bristol"]},
        blank=("country",),
    ),
    "another company in German": SmallSite(
        {"/": home("<p>Unser Partner Nimbus AG mit Sitz in Zürich betreibt die Server.</p>", lang="de")},
        never={"city": ["Zürich"]},
    ),
    "we in German": SmallSite(
        {"/": home("<p>Wir sind ein kleines Unternehmen mit Sitz in Zürich.</p>", lang="de")},
        stated={"city": "Zürich"},
    ),
    "another company in French, and we": SmallSite(
        {
            "/": home(
                "<p>Notre partenaire Nimbus est basé à Genève. Nous sommes basés à Lyon, en France.</p>", lang="fr"
            )
        },
        stated={"city": "Lyon"},
        never={"city": ["Genève"]},
    ),
    "a customer in Japanese": SmallSite(
        {"/": home("<p>お客様の株式会社ロウソクは大阪に本社を置いています。</p>", lang="ja")},
        never={"city": ["大阪"]},
    ),
    "a whole page in a wrapper called blog": SmallSite(
        {
            "/": '<!doctype html><html lang="en"><head><title>Tallow – candles</title></head><body>'
            '<div class="blog legal"><h1>Candles, poured on a schedule</h1><p>Tallow plans every pour.</p>'
            "<p>We are based in Porto, Portugal.</p></div></body></html>"
        },
        stated={"city": "Porto", "country": "PT", "tagline": "Candles, poured on a schedule"},
    ),
}
