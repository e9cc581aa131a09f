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
}
