"""Whose founder it is."""

from tests.extraction.adversarial.small_sites import SmallSite, home, page

SITES = {
    "the founder of a customer": SmallSite(
        {"/": home("<p>Bougies Martin was founded by Claire Martin and runs on Tallow.</p>")},
        never={"founders": ["Claire Martin"]},
    ),
    "the founder of a partner on the page about us": SmallSite(
        {"/about": page("<h1>About</h1><p>We work with Nimbus AG. The company was founded by Urs Keller.</p>")},
        never={"founders": ["Urs Keller"]},
    ),
    "its own founder": SmallSite(
        {"/about": page("<h1>About</h1><p>Tallow was founded by Mira Holt. We work with Nimbus AG.</p>")},
        stated={"founders": ["Mira Holt"]},
        never={"founders": ["Urs Keller"]},
    ),
    "a founder who says we": SmallSite(
        {"/about": page("<h1>About</h1><p>Our founders Mira Holt and Jon Field met over a pot of wax.</p>")},
        stated={"founders": ["Mira Holt", "Jon Field"]},
    ),
    "the author of the theme": SmallSite(
        {"/": home(footer="<p>Template created by Colin Webber</p>")},
        never={"founders": ["Colin Webber"]},
    ),
    "an investor's founder": SmallSite(
        {
            "/about": page(
                "<h1>About</h1><h2>Our investors</h2><div><h3>Greta Vogt</h3><p>Founder</p></div>"
                "<h2>Our founders</h2><div><h3>Mira Holt</h3><p>Founder</p></div>"
            )
        },
        stated={"founders": ["Mira Holt"]},
        never={"founders": ["Greta Vogt"]},
    ),
    "the maker in the first person": SmallSite(
        {"/about": page("<h1>About</h1><p>I'm Nora Lindqvist, the maker of Tallow.</p>")},
        stated={"founders": ["Nora Lindqvist"]},
    ),
    "the maker of something else": SmallSite(
        {"/about": page("<h1>About</h1><p>Ida Berg, the maker of Waxly, wrote the foreword.</p>")},
        never={"founders": ["Ida Berg"]},
    ),
    "a founder in Chinese, after the title": SmallSite(
        {"/about": page("<h1>关于我们</h1><p>创始人：张伟明</p>", lang="zh")}, stated={"founders": ["张伟明"]}
    ),
    "a founder in Korean on a card": SmallSite(
        {"/team": page("<h1>팀</h1><div><h3>김민준</h3><p>창업자</p></div>", lang="ko")},
        stated={"founders": ["김민준"]},
    ),
    "a founder in Hebrew": SmallSite(
        {"/about": page("<h1>אודות</h1><p>יעל כהן, מייסדת</p>", lang="he")}, stated={"founders": ["יעל כהן"]}
    ),
    "a founder in Arabic": SmallSite(
        {"/team": page("<h1>الفريق</h1><p>سارة العلي – مؤسس</p>", lang="ar")}, stated={"founders": ["سارة العلي"]}
    ),
    "a heading in Hebrew beside a founder": SmallSite(
        {"/about": page("<h1>אודות</h1><div><h3>מי בונה</h3><p>מייסד יחיד</p></div>", lang="he")}, blank=("founders",)
    ),
    "other words beside a founder": SmallSite(
        {"/team": page("<h1>Team</h1><div><h3>我们的故事和团队</h3><p>创始人</p></div>", lang="zh")},
        blank=("founders",),
    ),
    "who speaks on the site": SmallSite(
        {"/about": page("<h1>Welcome</h1><p>I am Dr. Tarek Holt, founder and chief executive officer.</p>")},
        stated={"founders": ["Tarek Holt"]},
    ),
    "who speaks of another company": SmallSite(
        {"/about": page("<h1>Welcome</h1><p>I am Nora Weld, founder of Wickly.</p>")}, blank=("founders",)
    ),
    "the founder in a sentence of the company": SmallSite(
        {
            "/about": page(
                "<h1>Background</h1><p>Norman Holt, the founder and president, has poured wax since 1964.</p>"
            )
        },
        stated={"founders": ["Norman Holt"]},
        blank=("founded_year",),
    ),
    "a founder for two fields": SmallSite(
        {
            "/about": page(
                "<h1>About</h1><h2>Our team</h2><div><h3>Mira Holt</h3><p>Co-Founder, Growth & Style</p></div>"
            )
        },
        stated={"founders": ["Mira Holt"]},
    ),
    "the founder of another company, in her title": SmallSite(
        {"/about": page("<h1>About</h1><h2>Our team</h2><div><h3>Greta Vogt</h3><p>Founder, Nimbus & Co</p></div>")},
        never={"founders": ["Greta Vogt"]},
    ),
    "a page that is called Founders": SmallSite(
        {
            "/": home(),
            "/founders": page(
                "<h1>Who gave life to Tallow?</h1><h3>Mira Holt</h3><p>business</p><h3>Jon Field</h3><p>design</p>",
                title="Founders | Tallow",
            ),
        },
        stated={"founders": ["Mira Holt", "Jon Field"]},
    ),
    "a page for founders": SmallSite(
        {
            "/": home(),
            "/founders": page(
                "<h1>Pour more</h1><h3>Greta Vogt</h3><p>raised a round</p>", title="Tallow for founders"
            ),
        },
        never={"founders": ["Greta Vogt"]},
    ),
    "a founder at the end of a German sentence": SmallSite(
        {"/about": page("<h1>Über uns</h1><p>Tallow wurde von Mira Holt gegründet.</p>", lang="de")},
        stated={"founders": ["Mira Holt"]},
    ),
    "a founder before the verb, in French": SmallSite(
        {"/about": page("<h1>À propos</h1><p>Mira Holt a fondé Tallow dans son garage.</p>", lang="fr")},
        stated={"founders": ["Mira Holt"]},
    ),
    "the founder of a supplier, in German": SmallSite(
        {"/about": page("<h1>Über uns</h1><p>Greta Vogt hat die Wachswerke gegründet.</p>", lang="de")},
        never={"founders": ["Greta Vogt"]},
    ),
}
