"""Whose words they are: taglines, descriptions, milestones and what the product can do."""

from tests.extraction.adversarial.small_sites import HERO, SmallSite, home, page

REVIEWS = (
    "<div><p>I have poured candles for nine years and never had a tool that I liked as much as this one.</p>"
    "<p>★★★★★</p><p>Nora V.</p></div><div><p>My workshop would be lost without it, and so would my husband, who pours"
    " on Sundays.</p><p>★★★★☆</p><p>Piet</p></div>"
)
SITES = {
    "users' reviews as description": SmallSite(
        {"/": page(f"<h1>Candles, poured on a schedule</h1><p>Tallow</p>{REVIEWS}")},
        never={"description": ["nine years", "my husband"]},
    ),
    "a description beside reviews": SmallSite(
        {
            "/": page(
                "<h1>Candles, poured on a schedule</h1><p>Tallow plans every pour of a small candle workshop, week by"
                " week, so that no pot stands cold and no order waits.</p>" + REVIEWS
            )
        },
        stated={"description": "no pot stands cold"},
        never={"description": ["nine years", "my husband"]},
    ),
    "articles of the press as milestones": SmallSite(
        {
            "/": home(),
            "/press": page(
                "<h1>Press</h1><h2>Press timeline</h2><ul><li>12 May 2023 – The Wax Times: Tallow melts hearts</li>"
                "<li>3 June 2024 – Candle Weekly: five tools for makers</li></ul>"
            ),
        },
        blank=("milestones",),
    ),
    "versions as milestones": SmallSite(
        {
            "/": home(
                "<h2>Version history</h2><ul><li>2024-05-03 2.1.0 fixes the oven</li><li>2024-06-01 2.2.0 wicks"
                "</li></ul>"
            ),
        },
        blank=("milestones",),
    ),
    "milestones of its own": SmallSite(
        {"/about": page("<h1>About</h1><h2>Milestones</h2><ul><li>3 May 2022 – We opened the workshop</li></ul>")},
        stated={"milestones": ["We opened the workshop"]},
    ),
    "a version as tagline": SmallSite(
        {"/": page("<h1>Tallow</h1><p>Version 2.14.3 released</p><p>Candles, poured on a schedule</p>")},
        never={"tagline": ["2.14.3"]},
    ),
    "a release as headline": SmallSite(
        {"/": page("<h1>Tallow 4.2 is out now</h1><h2>Candles, poured on a schedule</h2>", title="Tallow")},
        never={"tagline": ["4.2"]},
    ),
    "self-hosted things of others": SmallSite(
        {
            "/": page(
                "<h1>Database backups for developers</h1><p>Tallow is a database backup service: PostgreSQL, MySQL and"
                " SQLite, every database and every query.</p><p>Connect your self-hosted GitLab to Tallow.</p>",
                title="Tallow – database backups",
            )
        },
        never={"attributes.self_hosted": ["True"]},
    ),
    "self-hosted itself": SmallSite(
        {
            "/": page(
                "<h1>Database backups for developers</h1><p>Tallow is a database backup tool: PostgreSQL, MySQL and"
                " SQLite, every database and every query.</p><p>Tallow can be self-hosted.</p>",
                title="Tallow – database backups",
            )
        },
        stated={"attributes.self_hosted": True},
    ),
    "a cookie notice as description": SmallSite(
        {
            "/": page(
                HERO + "<div><p>This website uses cookies to improve your experience while you navigate through the"
                " website, and third parties set some of them.</p></div>"
            )
        },
        never={"description": ["cookies"]},
    ),
}
