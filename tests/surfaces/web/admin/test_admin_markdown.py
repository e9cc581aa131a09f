"""Texts in Markdown: pictures that pages do not show, and placeholders that do not exist."""

import pytest

from showground.surfaces.web.markdown_to_html import render_markdown
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio

PICTURE = "![Our *stand*](https://elsewhere.example/stand.png)"
POST = {
    "title": "We launch",
    "slug": "we-launch",
    "summary": "It begins.",
    "author": "Ines",
    "published_at": "2026-03-01T09:00",
}


async def test_pictures_from_other_websites_are_refused_with_a_reason(staff: Staff) -> None:
    said = "Remove the picture https://elsewhere.example/stand.png, or link to it."
    page = await staff.send("/admin/posts/new", 400, **POST, body=f"Look:\n\n{PICTURE}")
    assert said in page.text
    assert [area.get("aria-invalid") for area in page.all("textarea") if area.get("name") == "body"] == ["true"]
    assert said in (await staff.send("/admin/texts/about", 400, title="About", body=PICTURE, placement="footer")).text
    assert await staff.ask("select from post") == []
    page = await staff.send("/admin/posts/new", 200, **POST, body=PICTURE, do="preview")
    assert "Our stand" in page.text
    await staff.send("/admin/posts/new", **POST, body="![Ours](/media/0a.webp) and `![code](https://x.example/y.png)`")


def test_of_a_picture_that_is_not_shown_the_alt_text_is() -> None:
    assert render_markdown("Look: ![a <fair>](https://x.example/y.png)!") == "<p>Look: a &lt;fair&gt;!</p>\n"
    assert render_markdown("[![Map](http://x.example/y.png)](/map)") == '<p><a href="/map" rel="noopener">Map</a></p>\n'
    assert 'src="/media/0a.webp"' in render_markdown("![Ours](/media/0a.webp)")


async def test_unknown_placeholders_are_refused(staff: Staff) -> None:
    page = await staff.send("/admin/texts/about", 400, title="{operater}", body="Of {sitee}.", placement="footer")
    for name in ("operater", "sitee"):
        assert f"{{{name}}} is not a placeholder. Use one of {{site}}, " in page.text
    assert await staff.ask("select from site_text") == []
    body = "{site} by {operator}: `/listings/{slug}`\n\n```\n{code}\n```"
    await staff.send("/admin/texts/about", title="About {site}", body=body, placement="footer")
    shown = await staff.browser.get("/about")
    assert "About Showground" in shown.text
    assert "/listings/{slug}" in shown.text
