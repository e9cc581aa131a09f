"""The brand: what staff draft, preview and publish, and where it shows; what a file sets; own pages and words."""

import io
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from psycopg.types.json import Jsonb

from showground.brand import BadBrandFile, BrandFile
from showground.brand.actions.brand import publish_brand, save_brand_draft
from showground.core.brand import SHIPPED_PURPOSE, Brand
from showground.core.calls.errors import InvalidInput
from showground.core.calls.models import NoInput
from showground.core.mail.templates import write
from showground.core.sandbox import SandboxStarved
from showground.orders.seller import Shop
from showground.settings import BadSettings
from tests.support.command import ROOT
from tests.support.html import Page
from tests.support.wait import until
from tests.support.world import World, running_world
from tests.surfaces.web.admin.conftest import Staff, staff_of

pytestmark = pytest.mark.anyio

NAME = "Nordic Climate Tools"


def areas(page: Page) -> dict[str, str]:
    """What each text area holds, by name."""
    found = re.findall(r'<textarea [^>]*name="([a-z_]+)"[^>]*>([^<]*)</textarea>', page.html)
    return {name: unescape(text) for name, text in found}


def fields_of(page: Page) -> dict[str, str]:
    """The brand's form as a browser would send it back."""
    found = {
        str(each["name"]): str(each.get("value") or "") for each in page.all("input") if each.get("type") != "file"
    }
    found |= areas(page)
    return {name: text for name, text in found.items() if name in (*SENT, *areas(page))}


CHOSEN = ("paper", "raised", "ink", "muted", "accent")
SENT = (
    "name", "tagline", "summary", "operator_name", "contact_email", "sender", "reply_to", "order_prefix", "crawler",
    "powered_by", *(f"{theme}_{name}" for theme in ("light", "dark") for name in CHOSEN),
    "email_paper", "email_ink", "email_accent",
)  # fmt: skip


async def save(staff: Staff, do: str = "publish", status: int = 303, **changes: str) -> Page:
    form = fields_of(await staff.see("/admin/brand")) | changes | {"do": do}
    answer = await staff.browser.post("/admin/brand", data=form)
    assert answer.status_code == status, answer.text
    return Page(answer.text) if answer.text else await staff.see("/admin/brand")


async def publish(world: World, **values: Any) -> None:
    await world.dispatcher.call(save_brand_draft, world.caller(), save_brand_draft.parse(values))
    await world.dispatcher.call(publish_brand, world.caller(), NoInput())


async def test_a_published_brand_shows_at_once_everywhere_in_every_process(world: World) -> None:
    async with running_world(world.database_url) as other, staff_of(world) as staff:
        assert "Showground" in (await other.client.get("/")).text
        await save(
            staff,
            name=NAME,
            tagline="Tools for a cooler north.",
            purpose="A directory of climate tools.",
            summary="a directory of climate tools",
            footer_text="Made in Oslo by {site}.",
            social_links="Mastodon | https://mastodon.example/@nordic",
            navigation="Home | /\nAbout | /about",
            light_accent="#0b5394",
            order_prefix="NCT",
            crawler="NordicBot",
            powered_by="",
        )

        async def heard() -> bool:
            return NAME in (await other.client.get("/")).text

        await until(heard)
        for each in (world, other):
            home = (await each.client.get("/")).text
            page = Page(home)
            assert "Showground" not in home
            assert "Tools for a cooler north." in page.text
            assert f"Made in Oslo by {NAME}." in page.text
            assert "https://mastodon.example/@nordic" in page.links()
            style = next(str(link["href"]) for link in page.all("link") if "/brand/" in str(link["href"]))
            sheet = await each.client.get(style)
            assert "--green: light-dark(#0B5394, #79CDA2);" in sheet.text
            assert "immutable" in sheet.headers["cache-control"]
            assert (await each.get("/site")).json()["name"] == NAME
            described = (await each.client.get("/api/v1/openapi.json")).json()["info"]
            assert described["title"] == NAME
            card = (await each.client.get("/.well-known/mcp.json")).json()
            assert (card["title"], card["name"].rpartition("/")[2]) == (NAME, "nordic-climate-tools")
            crawler = (await each.client.get("/crawler")).text
            assert "NordicBot" in crawler
            assert "Showground" not in crawler
            assert "Showground" not in (await each.client.get("/docs/api")).text
            assert each.dispatcher.fetch.crawler == "NordicBot"
            assert each.dispatcher.services[Shop].order_prefix == "NCT"
            assert each.dispatcher.services[Shop].seller.name == NAME
            mail = write(each.dispatcher.site, "", "sign_in_link", unsubscribe_url=None, url="https://x", minutes=15)
            assert mail.subject == f"Sign in to {NAME}"
            assert "#0B5394" in mail.body_html
        assert [(who, what) for who, what, _ in await staff.log()] == [
            ("charlie@charlie.example", "save_brand_draft"),
            ("charlie@charlie.example", "publish_brand"),
        ]


async def test_a_process_of_an_earlier_version_leaves_out_what_it_does_not_know(world: World) -> None:
    chosen = {
        "name": NAME,
        "tagline": "Tools for a cooler north.",
        "sound_logo": "fjord.ogg",  # a field that this version does not have
        "font_text": "runes",  # a value that this version does not have
        "navigation": [{"address": "/about", "words": "About", "icon": "info"}],
    }
    async with world.dispatcher.database.transaction() as db:
        await db.execute(
            "insert into site_brand (state, chosen, updated_at) values ('published', %s, now())", (Jsonb(chosen),)
        )
    async with running_world(world.database_url) as earlier, staff_of(world) as staff:
        page = Page((await earlier.client.get("/")).text)
        assert "Tools for a cooler north." in page.text
        assert "/about" in page.links()
        assert NAME in (await staff.see("/admin/brand")).html
        with pytest.raises(InvalidInput):  # while nobody can save what is unknown
            save_brand_draft.parse({"name": NAME, "sound_logo": "fjord.ogg"})


async def test_mcp_introduces_itself_with_the_published_brand(world: World) -> None:
    async def name() -> tuple[str, str]:
        client = {"clientInfo": {"name": "t", "version": "1"}, "capabilities": {}}
        params = {"protocolVersion": "2025-06-18", **client}
        sent = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
        kinds = {"Accept": "application/json, text/event-stream"}
        answer = (await world.client.post("/mcp", json=sent, headers=kinds)).json()["result"]
        assert answer["serverInfo"]["title"] in answer["instructions"]
        (icon,) = answer["serverInfo"]["icons"]
        assert (await world.client.get(icon["src"])).headers["content-type"] == icon["mimeType"]
        return answer["serverInfo"]["name"], answer["serverInfo"]["title"]

    assert await name() == ("showground", "Showground")
    await publish(world, name=NAME)
    assert await name() == ("nordic-climate-tools", NAME)


async def test_a_draft_is_seen_only_in_its_preview(world: World) -> None:
    async with staff_of(world) as staff:
        await save(staff, "preview", name=NAME, dark_accent="#FFCC66", font_heading="slab")
        shown = await staff.browser.get("/admin/brand/preview")
        assert NAME in shown.text
        assert "Preview of the draft" in shown.text
        style = next(str(link["href"]) for link in Page(shown.text).all("link") if "preview.css" in str(link["href"]))
        assert "#FFCC66" in (await staff.browser.get(style)).text
        for page in ("listings", "categories", "pricing", "crawler", "contact"):
            assert NAME in (await staff.browser.get(f"/admin/brand/preview?page={page}")).text
        mail = await staff.browser.get("/admin/brand/preview?page=email")
        assert f"Sign in to {NAME}" in mail.text
        assert "sandbox" in mail.headers["content-security-policy"]
        assert (await staff.browser.get("/admin/brand/preview?page=other")).status_code == 404
        assert NAME not in (await world.client.get("/")).text
        assert (await world.client.get("/admin/brand/preview.css")).status_code in (303, 404)
        assert "not published" in (await staff.see("/admin/brand")).text
        await staff.send("/admin/brand/discard")
        assert NAME not in (await staff.browser.get("/admin/brand/preview")).text


async def test_colours_that_nobody_could_read_are_refused_with_the_pair_and_its_ratio(world: World) -> None:
    async with staff_of(world) as staff:
        page = await save(staff, "save", 400, light_ink="#999999")
        assert (
            "The contrast of text (#999999) on page background (#FBFAF6) in light mode is 2.72:1."
            " It must be at least 4.5:1." in page.text
        )
        page = await save(staff, "save", 400, dark_paper="#c0c0c0")
        assert "in dark mode" in page.text
        page = await save(staff, "save", 400, email_accent="#eeeeee")
        assert "The contrast of accent (#EEEEEE) on page background (#FBFAF6) in emails is 1.11:1." in page.text


def picture(kind: str = "PNG", size: tuple[int, int] = (400, 100)) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", size, "#0b5394").save(written, kind)
    return written.getvalue()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("About", "Line 3: Write a text, then | and an address, such as About | /about."),
        ("About | about", "Line 3: Must be a page of this site such as /about,"),
        (f"{'A' * 61} | /about", "Line 3: At most 60 characters; this has 61."),
        ("| /about", "Line 3: Must not be empty."),
    ],
)
async def test_a_wrong_link_is_named_by_its_line(world: World, line: str, said: str) -> None:
    async with staff_of(world) as staff:
        page = await save(staff, status=400, navigation=f"Home | /\n\n{line}\nBlog | /blog")
        assert said in page.text
        assert line in page.text


@pytest.mark.parametrize("unknown", ["{year}", "{Site}", "{ site }", "{}"])
async def test_an_unknown_placeholder_in_the_footer_is_refused_and_the_known_one_is_named(
    world: World, unknown: str
) -> None:
    async with staff_of(world) as staff:
        page = await save(staff, status=400, footer_text=f"{{site}}, since {unknown}.")
        assert f"{unknown} is not a placeholder. The only placeholder in the footer is {{site}}" in page.text
        assert areas(page)["footer_text"] == f"{{site}}, since {unknown}."
        await save(staff, footer_text="{site}, since 2026.")
    assert "Showground, since 2026." in (await world.client.get("/")).text


async def test_publishing_says_that_it_is_done(world: World) -> None:
    async with staff_of(world) as staff:
        await save(staff, name=NAME, do="save")
        page = await staff.send("/admin/brand/publish")
        assert "Published. See your site" in page.text
        page = await save(staff, name="Another", do="save")
        assert "Published." not in page.text
        assert "Published." not in (await staff.see("/admin/brand?published=1")).text  # there is a new draft


async def test_pictures_are_reencoded_and_served_for_ever(world: World) -> None:
    async with staff_of(world) as staff:
        for kind, size in {"logo": 400, "dark_logo": 300, "icon": 400, "share_picture": 400}.items():
            sent = await staff.browser.post(
                f"/admin/brand/pictures/{kind}", files={"picture": ("a.png", picture(size=(size, 100)), "image/png")}
            )
            assert sent.status_code == 303, sent.text
        wrong = await staff.browser.post(
            "/admin/brand/pictures/logo", files={"picture": ("a.png", b"<html>", "image/png")}
        )
        assert wrong.status_code == 400
        assert "This file is not a PNG, JPEG, WebP or SVG." in wrong.text
        lettered = SVG.replace("</svg>", "<text>Nordic</text></svg>").encode()
        wrong = await staff.browser.post(
            "/admin/brand/pictures/logo", files={"picture": ("a.svg", lettered, "image/svg+xml")}
        )
        assert wrong.status_code == 400
        assert "Convert the text to outlines" in wrong.text
        assert (
            await staff.browser.post(
                "/admin/brand/pictures/other", files={"picture": ("a.png", picture(), "image/png")}
            )
        ).status_code == 404
        await staff.send("/admin/brand/publish")
        home = Page((await world.client.get("/")).text)
        logo = next(str(each["src"]) for each in home.all("img") if each.get("alt") == "Showground")
        served = await world.client.get(logo)
        assert (served.headers["content-type"], Image.open(io.BytesIO(served.content)).size) == (
            "image/png",
            (400, 100),
        )
        assert "immutable" in served.headers["cache-control"]
        assert "sandbox" in served.headers["content-security-policy"]
        shown = [each for each in home.all("img") if each.get("alt") == "Showground"]
        assert [str(each["class"]).rpartition("--")[2] for each in shown] == ["light", "dark"]
        shared = next(str(each["content"]) for each in home.all("meta") if each.get("property") == "og:image")
        share = await world.client.get(shared.removeprefix("http://localhost:8000"))
        assert Image.open(io.BytesIO(share.content)).size == (1200, 630)
        icon = await world.client.get("/favicon.ico")
        assert icon.status_code == 302
        assert Image.open(io.BytesIO((await world.client.get(icon.headers["location"])).content)).size == (400, 400)
        nothing = {"picture": ("", b"", "application/octet-stream")}
        assert "Choose a file first." in (await staff.browser.post("/admin/brand/pictures/logo", files=nothing)).text
        await staff.browser.post("/admin/brand/pictures/logo", files=nothing, data={"do": "remove"})
        await staff.send("/admin/brand/publish")
        assert (await world.client.get(logo)).status_code == 404


FILE = """
name = "Nordic Climate Tools"
light_accent = "#0B5394"
logo = "logo.svg"
navigation = [{ words = "Start", address = "/" }]
powered_by = false
[emails.sign_in_link]
subject = "Your link to {site}"
body = "Here it is: {url}"
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><path d="M0 0h4v1H0z"/></svg>'


async def test_a_picture_is_not_blamed_for_a_busy_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def starve(*_: object, **__: object) -> None:
        raise SandboxStarved

    monkeypatch.setattr("showground.brand.actions.brand.run", starve)
    async with staff_of(world) as staff:
        sent = await staff.browser.post(
            "/admin/brand/pictures/logo", files={"picture": ("a.png", picture(size=(400, 100)), "image/png")}
        )
        assert sent.status_code == 503
        assert "The server is too busy for this file. Try again in a minute." in sent.text


async def test_what_a_file_sets_wins_and_cannot_be_changed_here(world: World, tmp_path: Path) -> None:
    file = tmp_path / "brand.toml"
    file.write_text(FILE)
    (tmp_path / "logo.svg").write_text(SVG)
    async with running_world(world.database_url, brand_file=file) as other, staff_of(other) as staff:
        home = Page((await other.client.get("/")).text)
        logo = next(str(each["src"]) for each in home.all("img") if each.get("alt") == NAME)
        assert (await other.client.get(logo)).text == SVG
        page = await staff.see("/admin/brand")
        assert f"Set in {file}." in page.text
        assert next(each for each in page.all("input") if each.get("name") == "name").get("disabled") is None
        await save(staff, name="Something else", tagline="Ours.")
        assert "Ours." in (await other.client.get("/")).text
        assert NAME in (await other.client.get("/")).text
        with pytest.raises(InvalidInput):
            await other.dispatcher.call(save_brand_draft, other.caller(), save_brand_draft.parse({"name": "Else"}))
        assert "file sets this text" in (await staff.see("/admin/emails/sign_in_link")).text
        answer = await staff.browser.post("/admin/emails/sign_in_link", data={"subject": "x", "body": "{url}"})
        assert answer.status_code == 400
        mail = write(other.dispatcher.site, "", "sign_in_link", unsubscribe_url=None, url="https://x", minutes=15)
        assert (mail.subject, "Here it is: https://x" in mail.body_text) == (f"Your link to {NAME}", True)
        file.write_text(FILE.replace("Nordic Climate Tools", "Nordic"))
        await other.app.parts.check_brand_file()
        assert "<title>Nordic:" in (await other.client.get("/")).text
        file.write_text("name = 3")
        await other.app.parts.check_brand_file()
        assert "<title>Nordic:" in (await other.client.get("/")).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "is not valid TOML"),
        ('colour = "red"', "`colour`: Unknown parameter"),
        ('light_ink = "#999999"', "`light_ink`: The contrast of text (#999999)"),
        ('logo = "missing.png"', "`logo`: "),
        ('[emails.sign_in_link]\nsubject = "x"\nbody = "no link"', "`emails.sign_in_link.body`: Must contain {url}"),
        ('[emails.nothing]\nsubject = "x"\nbody = "x"', "there is no email called `nothing`"),
    ],
)
async def test_a_file_that_cannot_be_used_stops_the_start(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "brand.toml"
    file.write_text(text)
    with pytest.raises(BadSettings, match=r"brand\.toml") as stopped:
        async with running_world("", brand_file=file):
            pass
    assert said in str(stopped.value)


def test_everything_that_is_wrong_in_a_file_is_named_at_once(tmp_path: Path) -> None:
    file = tmp_path / "brand.toml"
    file.write_text(
        'colour = "red"\nname = 3\nlight_ink = "#999999"\nlogo = "missing.png"\nicon = "icon.gif"\n'
        '[emails.sign_in_lnk]\nsubject = "x"\nbody = "x"\n[emails.claim_link]\nsubject = "x"\n'
    )
    with pytest.raises(BadBrandFile) as refused:
        BrandFile(file).load(Brand())
    problems = [problem.removeprefix(f"{file}: ") for problem in refused.value.problems]
    assert all(problem.startswith("`light_ink`: The contrast of text (#999999) on ") for problem in problems[6:])
    assert len(problems) > 6
    assert problems[:6] == [
        "there is no email called `sign_in_lnk`. Did you mean sign_in_link?",
        "`emails.claim_link` needs `subject` and `body`, and nothing else.",
        f"`logo`: {tmp_path / 'missing.png'} can't be read: No such file or directory.",
        "`icon`: Must be a PNG, JPEG, WebP or SVG file.",
        "`name`: Must be text.",
        "`colour`: Unknown parameter.",
    ]


def test_the_file_in_the_documents_can_be_used(tmp_path: Path) -> None:
    sample = re.search(r"```toml\n(.*?)```", (ROOT / "docs" / "brand.md").read_text(), re.DOTALL)
    assert sample is not None
    (tmp_path / "brand.toml").write_text(sample[1])
    for name in ("logo.svg", "logo-white.svg", "icon.png", "share.png"):
        (tmp_path / name).write_text(SVG)
    file = BrandFile(tmp_path / "brand.toml")
    assert file.load(Brand())
    assert (file.values.name, file.values.powered_by, set(file.words)) == (NAME, False, {"sign_in_link"})


async def test_staff_reword_an_email_preview_it_and_reset_it(world: World) -> None:
    async with staff_of(world) as staff:
        page = await staff.see("/admin/emails/sign_in_link")
        assert "Open this link to sign in to {site}:\n\n{url}" in areas(page)["body"]
        words = {"subject": "Your key to {site}", "body": "Welcome.\n\n[Come in]({url})"}
        shown = await staff.browser.post("/admin/emails/sign_in_link", data=words | {"do": "preview"})
        assert "Come in: https://directory.example/sign-in/example" in Page(shown.text).text
        html = await staff.browser.post("/admin/emails/sign_in_link", data=words | {"do": "html"})
        assert '<a href="https://directory.example/sign-in/example"' in html.text
        refused = await staff.browser.post("/admin/emails/sign_in_link", data=words | {"body": "Hi {name}"})
        assert refused.status_code == 400
        assert "{name} is not a placeholder of this email." in refused.text
        await staff.send("/admin/emails/sign_in_link", **words)
        await world.client.post(
            "/sign-in", data={"email": "new@new.example"}, headers={"Origin": "http://localhost:8000"}
        )
        [(subject, body)] = await staff.ask("select subject, body_text from outbox")
        assert subject == "Your key to Showground"
        assert "Come in: http://localhost:8000/sign-in/" in body
        await staff.send("/admin/emails/sign_in_link/reset")
        assert "This is the shipped text" in (await staff.see("/admin/emails/sign_in_link")).text
        await staff.see("/admin/emails/nothing", 404)


@pytest.mark.parametrize("language", ["en", "de"])
async def test_every_email_has_a_page_with_a_preview(world: World, language: str) -> None:
    async with running_world(world.database_url, languages=(language,)) as speaking, staff_of(speaking) as staff:
        listed = [link for link in (await staff.see("/admin/emails")).links() if str(link).startswith("/admin/emails/")]
        assert len(listed) > 30
        for link in listed:
            page = await staff.see(str(link))
            subject = next(str(each["value"]) for each in page.all("input") if each.get("name") == "subject")
            if link == "/admin/emails/week_won":
                assert "{votes} votes" in areas(page)["body"] or "{votes} Stimmen" in areas(page)["body"]
            sent = {"subject": subject, "body": areas(page)["body"], "do": "preview"}
            answer = await staff.browser.post(str(link), data=sent)
            assert answer.status_code == 200, (link, answer.text)


async def test_pages_of_their_own(world: World) -> None:
    async with staff_of(world) as staff:
        overview = await staff.see("/admin")
        assert "required by law, not written or still the default text" in overview.text
        assert (await world.client.get("/imprint")).status_code == 404
        await staff.send(
            "/admin/texts/imprint", title="Imprint", body="{operator}\n\n<script>x</script>", placement="footer"
        )
        await staff.send(
            "/admin/texts/new", slug="team", title="Our team", body="## Who\n\nUs.", placement="navigation"
        )
        again = await staff.browser.post(
            "/admin/texts/new", data={"slug": "team", "title": "x", "body": "x", "placement": "none"}
        )
        assert "Another page has this slug." in again.text
        home = Page((await world.client.get("/")).text)
        assert {"/imprint", "/pages/team", "/privacy", "/terms", "/contact"} <= set(home.links())
        imprint = (await world.client.get("/imprint")).text
        assert "<script>x" not in imprint
        team = await world.client.get("/pages/team", headers={"Accept": "text/markdown"})
        assert "## Who" in team.text
        assert (await world.client.get("/pages/imprint")).headers["location"] == "/imprint"
        assert "/pages/team</loc>" in (await world.client.get("/sitemaps/pages.xml")).text
        await staff.send("/admin/texts/team", title="The team", body="Still us.", placement="none")
        edited = await staff.see("/admin/texts/team")
        assert edited.text.count("Charlie") >= 2
        assert "/pages/team" not in Page((await world.client.get("/")).text).links()
        await staff.send("/admin/texts/team/delete")
        assert (await world.client.get("/pages/team")).status_code == 404
        assert await staff.ask("select title, deleted from site_text_version where slug = 'team' order by id") == [
            ("Our team", False),
            ("The team", False),
            ("The team", True),
        ]
        assert [what for _, what, _ in await staff.log()] == ["write_text"] * 3 + ["delete_text"]
        for slug in ("privacy", "terms"):
            shown = await staff.see(f"/admin/texts/{slug}")
            await staff.send(f"/admin/texts/{slug}", title=slug, body=areas(shown)["body"], placement="footer")
        assert "Most countries require" not in (await staff.see("/admin/texts")).text


async def test_the_privacy_text_names_the_operator_and_anyone_can_write_to_them(world: World) -> None:
    await publish(
        world, operator_name="Nordic AS", operator_address="Storgata 1\n0155 Oslo", contact_email="hi@nordic.example"
    )
    privacy = Page((await world.client.get("/privacy")).text)
    assert "is run by Nordic AS, Storgata 1, 0155 Oslo, who is responsible for your data" in privacy.text
    assert "/contact" in privacy.links() or "http://localhost:8000/contact" in privacy.links()
    async with world.browser() as browser:
        sent = {"name": "Grace", "email": "grace@example.org", "subject": "Hello", "body": "One\n\nTwo <b>"}
        refused = await browser.post("/contact", data=sent | {"email": "nobody"})
        assert refused.status_code == 400
        assert "Enter an email address" in refused.text
        async with world.browser("alice") as alice:
            form = Page((await alice.get("/contact")).text)
            assert {"Alice", "alice@alice.example"} <= {str(field.get("value")) for field in form.all("input")}
        assert "We have sent your message" in (await browser.post("/contact", data=sent)).text
    async with world.dispatcher.database.reading() as db:
        [(to, subject, body)] = await db.all("select recipient, subject, body_text from outbox")
    assert (to, subject) == ("hi@nordic.example", "Message from Grace: Hello")
    assert "One\n\nTwo <b>" in body


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({}, "Our backups contain deleted data until we delete the backup."),
        ({"backup_to": "off"}, "Our backups contain deleted data until we delete the backup."),
        ({"backup_to": "/backups", "backup_hours": 12, "backup_keep": 15}, "deleted, 8 days after it was made."),
        ({"backup_to": "s3://backups", "backup_keep": 1}, "deleted, 1 day after it was made."),
    ],
)
async def test_the_privacy_text_says_how_long_backups_keep_what_was_deleted(
    database_url: str, chosen: dict[str, Any], said: str
) -> None:
    async with running_world(database_url, **chosen) as world:
        assert said in Page((await world.client.get("/privacy")).text).text


async def test_the_contact_form_is_limited(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1.0) as world, world.browser() as browser:
        sent = {"name": "Grace", "email": "grace@example.org", "subject": "Hello", "body": "Again"}
        answers = [(await browser.post("/contact", data=sent)).status_code for _ in range(6)]
        assert answers == [200] * 5 + [429]


async def test_nothing_of_the_software_is_left_in_the_shipped_brand_but_its_name(world: World) -> None:
    assert (await world.get("/site")).json()["purpose"] == SHIPPED_PURPOSE
