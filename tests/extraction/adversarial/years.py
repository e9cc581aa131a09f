"""Whose beginning it is."""

from tests.extraction.adversarial.small_sites import SmallSite, home, page

SITES = {
    "a year to imagine": SmallSite(
        {"/": home("<p>Imagine you founded a candle company in 2010 in Vienna, Austria.</p>")},
        blank=("founded_year", "city"),
    ),
    "the year of the copyright": SmallSite(
        {"/": home(footer="<p>© 2014–2026 Tallow. Since 2014, all rights reserved.</p>")},
        never={"founded_year": ["2014"]},
    ),
    "a year beside the copyright": SmallSite(
        {"/": home(footer="<p>© 2026 Tallow. Founded in 2014.</p>")},
        stated={"founded_year": "2014"},
    ),
    "a supplier's beginning": SmallSite(
        {"/about": page("<h1>About</h1><p>Officina Cera was founded in 1921. It makes our wicks.</p>")},
        never={"founded_year": ["1921"]},
    ),
    "its own beginning beside a supplier's": SmallSite(
        {
            "/about": page(
                "<h1>About</h1><p>Tallow was founded in 2019. Our wicks come from Officina Cera, founded in 1921.</p>"
            )
        },
        stated={"founded_year": "2019"},
        never={"founded_year": ["1921"]},
    ),
    "an investor's beginning": SmallSite(
        {"/about": page("<h1>About</h1><p>We are backed by Harbor Ventures, a fund established in 1998.</p>")},
        never={"founded_year": ["1998"]},
    ),
    "a customer's beginning": SmallSite(
        {"/": home("<p>Bougies Martin started in 1987 and moved to Tallow last year.</p>")},
        never={"founded_year": ["1987"]},
    ),
    "we began": SmallSite(
        {"/about": page("<h1>About</h1><p>We started in 2017 with two pots and a spreadsheet.</p>")},
        stated={"founded_year": "2017"},
    ),
    "a beginning in German": SmallSite(
        {"/about": page("<h1>Über uns</h1><p>Unser Lieferant Cera wurde 1921 gegründet.</p>", lang="de")},
        never={"founded_year": ["1921"]},
    ),
    "our beginning in Spanish": SmallSite(
        {"/about": page("<h1>Sobre nosotros</h1><p>Nuestra empresa fue fundada en 2016 en Valencia.</p>", lang="es")},
        stated={"founded_year": "2016"},
    ),
    "the year of a theme": SmallSite(
        {"/": home(footer="<p>Theme created in 2015 by Pixelforge</p>")},
        never={"founded_year": ["2015"]},
    ),
    "since, after what it is": SmallSite(
        {"/": home("<p>סוכנות ביטוח ופיננסים · מאז 1992</p>", lang="he")}, stated={"founded_year": "1992"}
    ),
    "since, of the market": SmallSite(
        {"/": home("<p>מאז 2019 השוק השתנה לגמרי.</p>", lang="he")}, blank=("founded_year",)
    ),
    "founded in some manner": SmallSite(
        {"/about": page("<h1>About</h1><ul><li>🐣 Founded legally in 2012</li></ul>")}, stated={"founded_year": "2012"}
    ),
    "the first version": SmallSite(
        {"/about": page("<h1>About</h1><p>In January 2015, at night, I wrote the first version of Tallow.</p>")},
        stated={"founded_year": "2015"},
    ),
    "a part of it that came later": SmallSite(
        {"/about": page("<h1>About</h1><p>In 2021, we created our mobile checkout.</p>")}, blank=("founded_year",)
    ),
    "a beginning in Korean": SmallSite(
        {"/about": page("<h1>소개</h1><p>저희는 2018년에 설립되었습니다.</p>", lang="ko")},
        stated={"founded_year": "2018"},
    ),
    "the parent company's year": SmallSite(
        {
            "/about": page(
                "<h1>About</h1><p>HOLTWORKS SAS is a French training centre operating since 2014. It is Tallow's parent"
                " company.</p>",
                footer="<p>© 2026 Holtworks</p>",
            )
        },
        never={"founded_year": ["2014"]},
    ),
    "a day before the year": SmallSite(
        {"/": home("<h3>seit 10.September 2020</h3>", lang="de")}, stated={"founded_year": "2020"}
    ),
    "a year at the end of the first sentence of a footer": SmallSite(
        {"/": home(footer="<p>Votre atelier de bougies depuis 2010. Ventes et cours.</p>", lang="fr")},
        stated={"founded_year": "2010"},
    ),
    "since a year, in Polish": SmallSite(
        {"/": home(footer="<p>Świece od 2010 roku</p>", lang="pl")}, stated={"founded_year": "2010"}
    ),
}
