"""Whose address it is, and what for."""

from tests.extraction.adversarial.small_sites import SmallSite, home, page

SITES = {
    "of who designed the site, in the imprint": SmallSite(
        {
            "/": home(),
            "/impressum": page(
                "<h1>Impressum</h1><p>Tallow UG<br>Lindenstraße 4<br>04109 Leipzig</p><h2>Gestaltung</h2>"
                "<p>Pixelwerk GmbH<br>Domstraße 9<br>50667 Köln<br>info@pixelwerk.example</p>",
                lang="de",
            ),
        },
        stated={"city": "Leipzig"},
        blank=("contact_email",),
    ),
    "a donation address": SmallSite(
        {"/": home("<p>Donate with PayPal: mira.holt@gmail.com</p>")},
        never={"contact_email": ["mira.holt@gmail.com"]},
    ),
    "a donation link": SmallSite(
        {"/": home('<p>Like it? <a href="mailto:coffee@holt.example">Buy me a coffee via PayPal</a></p>')},
        never={"contact_email": ["coffee@holt.example"]},
    ),
    "a free mailbox of its own": SmallSite(
        {
            "/": home(
                '<h2>Contact</h2><p>Questions? Write to us: <a href="mailto:tallowapp@gmail.com">'
                "tallowapp@gmail.com</a></p>"
            )
        },
        stated={"contact_email": "tallowapp@gmail.com"},
    ),
    "the author of the theme": SmallSite(
        {
            "/": home(
                footer='<p>Theme by Pixelforge, <a href="mailto:hi@pixelforge.example">hi@pixelforge.example</a></p>'
            )
        },
        never={"contact_email": ["hi@pixelforge.example"]},
    ),
    "our own address beside it": SmallSite(
        {
            "/": home(
                footer='<p>Theme by Pixelforge, <a href="mailto:hi@pixelforge.example">hi@pixelforge.example</a></p>'
                '<p><a href="mailto:hello@tallow.app">hello@tallow.app</a></p>'
            )
        },
        stated={"contact_email": "hello@tallow.app"},
        never={"contact_email": ["hi@pixelforge.example"]},
    ),
    "the address of an authority": SmallSite(
        {
            "/contact": page(
                "<h1>Contact</h1><p>You may complain to the Data Commission: info@commission.example</p>"
                "<p>Our host is Nimbus AG, help@nimbus.example.</p>"
            )
        },
        never={"contact_email": ["info@commission.example", "help@nimbus.example"]},
    ),
    "an address in an example": SmallSite(
        {"/": home("<p>Each pour is mailed to people such as anna@workshop.example or ben@wicks.example.</p>")},
        never={"contact_email": ["anna@workshop.example", "ben@wicks.example"]},
    ),
    "an address at the maker's domain": SmallSite(
        {
            "/": home(footer="<p>Tallow is a product of Holtworks GmbH.</p>"),
            "/contact": page(
                '<h1>Contact</h1><p><a href="mailto:office@holtworks.example">office@holtworks.example</a></p>'
            ),
        },
        stated={"contact_email": "office@holtworks.example"},
    ),
    "a private mailbox on the support page": SmallSite(
        {
            "/": home(),
            "/support": page("<h1>Support</h1><p>For support, please contact Mira Holt at miraholt@gmail.com.</p>"),
        },
        stated={"contact_email": "miraholt@gmail.com"},
    ),
    "a private mailbox in the seller's data": SmallSite(
        {
            "/": home(lang="ja"),
            "/tokushoho.html": page(
                "<h1>特定商取引法に基づく表記</h1><dl><dt>メールアドレス</dt><dd>mira+tallow@gmail.com</dd></dl>",
                lang="ja",
            ),
        },
        stated={"contact_email": "mira+tallow@gmail.com"},
    ),
    "a private mailbox in a tutorial": SmallSite(
        {"/": home(), "/tutorial": page("<h1>Tutorial</h1><p>By Bo Wick, bowick@gmail.com</p>")},
        blank=("contact_email",),
    ),
}
