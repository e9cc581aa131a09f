"""The logo of a draft: the pictures that its site offers are copied and chosen, or a file is uploaded."""

import io
from typing import Any

import pytest
from PIL import Image

from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.drafting.actions.drafts import DeleteDraft, delete_draft
from showground.drafting.actions.logos import (
    ChooseDraftLogo,
    ListDraftLogos,
    UploadDraftLogo,
    choose_draft_logo,
    list_draft_logos,
    upload_draft_logo,
)
from showground.drafting.errors import NoSuchDraft
from showground.drafting.logo_copies import copy_logos
from showground.extraction.proposal import Drafted, SourceQuote
from showground.ownership.actions.logos import ListLogoChoices, choose_logo, list_logo_choices
from tests.support.draft_world import HOME, Studio, tidewater
from tests.support.site import Answer

pytestmark = pytest.mark.anyio
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="{}"/></svg>'
HEAD = """<head><link rel="apple-touch-icon" href="/touch.png"><link rel="icon" href="/icon.svg">
<link rel="icon" href="/broken.png">"""
HEADER = '<body><header><a href="/"><img class="logo" alt="Tidewater logo" src="/logo.svg"></a></header>'


def png(colour: str) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", (180, 180), colour).save(written, "PNG")
    return written.getvalue()


def offer_pictures(studio: Studio) -> None:
    studio.site.pages |= {
        "/": HOME.replace("<head>", HEAD).replace("<body>", HEADER),
        "/logo.svg": Answer(SVG.format("red"), type="image/svg+xml"),
        "/touch.png": Answer(png("blue"), type="image/png"),
        "/icon.svg": Answer(SVG.format("red"), type="image/svg+xml"),  # the same picture as the logo
        "/broken.png": Answer("<script>alert(1)</script>", type="image/png"),
    }


async def ready(studio: Studio, *, copied: bool = True) -> dict[str, Any]:
    """A draft whose drafter chose the picture in the header, with copies of all that the site offers."""
    offer_pictures(studio)
    begun = await studio.begin()
    url = studio.url()
    studio.drafter.proposal = tidewater(url)
    logo = f"{url}logo.svg"
    studio.drafter.proposal.fields["logo_url"] = Drafted(value=logo, quotes=[SourceQuote(quote=logo, url=url)])
    await studio.work(begun["id"])
    if copied:
        await copy(studio, begun["id"])
    return await studio.get(begun["id"])


async def copy(studio: Studio, draft: str, reading: int = 1) -> None:
    await copy_logos.work(JobRun(studio.world.dispatcher, Caller(studio.world.clock(), "job")), draft, reading)


async def list_choices(studio: Studio, draft: str) -> list[tuple[str, str | None, bool]]:
    shown = await studio.world.dispatcher.call(
        list_draft_logos, await studio.person("alice"), ListDraftLogos.model_validate({"id": draft})
    )
    return [(each.name, each.source_url, each.chosen) for each in shown.items]


async def public_logo(studio: Studio, listing: int) -> str | None:
    answer = await studio.world.get(f"/me/listings/{listing}", by="alice")
    return answer.json()["logo_url"]


async def test_pictures_of_the_site_are_offered_likeliest_first(studio: Studio) -> None:
    draft = await ready(studio)
    url = studio.url()
    choices = await list_choices(studio, draft["id"])
    assert [(source, chosen) for _, source, chosen in choices] == [(f"{url}logo.svg", True), (f"{url}touch.png", False)]
    for name, _, _ in choices:
        served = await studio.world.client.get(f"/media/{name}")
        assert served.headers["content-type"] == "image/webp"
    await copy(studio, draft["id"])  # killed and run again, it stores nothing twice
    assert await list_choices(studio, draft["id"]) == choices
    [(waiting,)] = await studio.rows("select count(*) from procrastinate_jobs where task_name = 'copy_logos'")
    assert waiting == 1


async def test_a_listing_shows_our_copy_of_the_picture_that_was_drafted(studio: Studio) -> None:
    draft = await ready(studio)
    number = (await studio.submitted(draft["id"]))["listing_id"]
    shown = await public_logo(studio, number)
    assert shown is not None
    assert shown.startswith("http://localhost:8000/media/")
    assert (await studio.world.client.get(shown.removeprefix("http://localhost:8000"))).status_code == 200
    assert draft["fields"]["logo_url"]["value"] == f"{studio.url()}logo.svg"
    listing = (await studio.world.get(f"/me/listings/{number}", by="alice")).json()
    assert listing["evidence"]["logo_url"][0]["quote"] == f"{studio.url()}logo.svg"

    alice, deleted = await studio.person("alice"), DeleteDraft.model_validate({"id": draft["id"]})
    await studio.world.dispatcher.call(delete_draft, alice, deleted)
    assert (await studio.world.client.get(shown.removeprefix("http://localhost:8000"))).status_code == 200
    [(left,)] = await studio.rows("select count(*) from media_file")
    assert left == 1  # the listing's copy; the draft's went with it


async def test_another_picture_of_the_site_keeps_its_quotes_and_changes_the_listing(studio: Studio) -> None:
    draft = await ready(studio)
    number = (await studio.submitted(draft["id"]))["listing_id"]
    before = await public_logo(studio, number)
    [_, (name, source, _)] = await list_choices(studio, draft["id"])
    dispatcher, alice = studio.world.dispatcher, await studio.person("alice")
    asked = ChooseDraftLogo.model_validate({"id": draft["id"], "name": name})
    await dispatcher.call(choose_draft_logo, alice, asked)
    field = (await studio.get(draft["id"]))["fields"]["logo_url"]
    assert (field["value"], field["state"]) == (source, "edited")
    assert field["evidence"][0]["quote"] == source
    assert await public_logo(studio, number) not in (before, None)
    await dispatcher.call(choose_draft_logo, alice, asked.model_copy(update={"name": None}))
    assert await public_logo(studio, number) is None
    first = (await list_choices(studio, draft["id"]))[0][0]
    await dispatcher.call(choose_draft_logo, alice, asked.model_copy(update={"name": first}))
    assert (await studio.get(draft["id"]))["fields"]["logo_url"]["state"] == "ai"
    assert await public_logo(studio, number) == before


async def test_a_live_listing_is_offered_the_pictures_of_its_draft(studio: Studio) -> None:
    draft = await ready(studio)
    number = (await studio.submitted(draft["id"]))["listing_id"]
    dispatcher, alice = studio.world.dispatcher, await studio.person("alice")
    shown = await dispatcher.call(list_logo_choices, alice, ListLogoChoices(listing_id=number))
    assert [each.chosen for each in shown.items] == [True, False]
    chosen = await dispatcher.call(choose_logo, alice, choose_logo.input(listing_id=number, name=shown.items[1].name))
    assert [each.source_url for each in chosen.items if each.chosen] == [f"{studio.url()}touch.png"]
    assert await public_logo(studio, number) == "http://localhost:8000" + next(
        each.path for each in chosen.items if each.chosen
    )


async def test_an_upload_stays_when_the_site_is_read_again(studio: Studio) -> None:
    draft = await ready(studio)
    dispatcher, alice = studio.world.dispatcher, await studio.person("alice")
    asked = UploadDraftLogo.model_validate({"id": draft["id"], "content": png("green")})
    saved = await dispatcher.call(upload_draft_logo, alice, asked)
    field = (await studio.get(draft["id"]))["fields"]["logo_url"]
    assert (field["value"], field["state"], field["evidence"]) == (saved.logo_url, "edited", [])
    assert [chosen for _, _, chosen in await list_choices(studio, draft["id"])] == [False, False, True]
    del studio.site.pages["/touch.png"]
    await copy(studio, draft["id"])
    assert [chosen for _, _, chosen in await list_choices(studio, draft["id"])] == [False, True]
    number = (await studio.submitted(draft["id"]))["listing_id"]
    assert await public_logo(studio, number) not in (None, saved.logo_url)


async def test_strangers_can_neither_see_nor_change_it(studio: Studio) -> None:
    draft = await ready(studio)
    dispatcher, bob = studio.world.dispatcher, await studio.person("bob")
    for action, asked in (
        (list_draft_logos, ListDraftLogos.model_validate({"id": draft["id"]})),
        (upload_draft_logo, UploadDraftLogo.model_validate({"id": draft["id"], "content": png("green")})),
        (choose_draft_logo, ChooseDraftLogo.model_validate({"id": draft["id"], "name": None})),
    ):
        with pytest.raises(NoSuchDraft):
            await dispatcher.call(action, bob, asked)  # pyright: ignore[reportArgumentType]


async def test_an_address_sent_by_api_is_copied_and_shown(studio: Studio) -> None:
    draft = await ready(studio)
    number = (await studio.submitted(draft["id"]))["listing_id"]
    studio.site.pages["/new.png"] = Answer(png("green"), type="image/png")
    await studio.edit(draft["id"], fields={"logo_url": f"{studio.url()}new.png"})
    assert await public_logo(studio, number) == f"{studio.url()}new.png"
    [(waiting,)] = await studio.rows("select count(*) from procrastinate_jobs where task_name = 'copy_logos'")
    assert waiting == 2
    await copy(studio, draft["id"])
    shown = await public_logo(studio, number)
    assert shown is not None
    assert shown.startswith("http://localhost:8000/media/")
    assert (await studio.get(draft["id"]))["fields"]["logo_url"]["value"] == f"{studio.url()}new.png"
    dispatcher, alice = studio.world.dispatcher, await studio.person("alice")
    await dispatcher.call(choose_logo, alice, choose_logo.input(listing_id=number, name=None))
    await studio.edit(draft["id"], fields={"city": "Braga"})
    assert await public_logo(studio, number) is None  # removed on the listing, so the draft does not bring it back


async def test_a_draft_submitted_before_its_logo_is_copied_shows_it_later(studio: Studio) -> None:
    draft = await ready(studio, copied=False)
    number = (await studio.submitted(draft["id"]))["listing_id"]
    assert await public_logo(studio, number) == f"{studio.url()}logo.svg"
    await copy(studio, draft["id"])
    shown = await public_logo(studio, number)
    assert shown is not None
    assert shown.startswith("http://localhost:8000/media/")
    listing = (await studio.world.get(f"/me/listings/{number}", by="alice")).json()
    assert listing["evidence"]["logo_url"][0]["quote"] == f"{studio.url()}logo.svg"


async def test_pictures_that_robots_txt_forbids_are_not_copied(studio: Studio) -> None:
    studio.site.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /touch.png\n", type="text/plain")
    draft = await ready(studio)
    choices = await list_choices(studio, draft["id"])
    assert [source for _, source, _ in choices] == [f"{studio.url()}logo.svg"]
    for address in (f"{studio.url()}touch.png", "http://10.0.0.1/logo.png", "ftp://tidewater.test/a.png", "no address"):
        answer = await studio.patch(draft["id"], fields={"logo_url": address})
        if answer.status_code == 200:
            await copy(studio, draft["id"])
    assert [source for _, source, _ in await list_choices(studio, draft["id"])] == [f"{studio.url()}logo.svg"]
