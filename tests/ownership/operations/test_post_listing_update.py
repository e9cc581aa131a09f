"""Updates of a listing, and the mails to its followers."""

from uuid import UUID

import pytest

from showground.core.mail.templates import write
from showground.launches.actions.follows import Follow, NoSuchMailing, StopMails, follow, stop_mails
from showground.ownership.actions import followers as batches
from showground.ownership.jobs import mail_followers
from tests.support.dispatcher import SITE
from tests.support.listings import profile
from tests.support.owners import Owners

pytestmark = pytest.mark.anyio

NEWS = {"title": " Point-in-time restore ", "body": "To any minute.\nNow <b>live</b>.\n"}


async def add_followers(owners: Owners, listing: int, count: int, *, demo: bool = False) -> None:
    await owners.do(
        """
        with people as (
            insert into account (email, name, demo, created_at)
            select 'follower-' || n || %s || '@mail.example', 'F', %s, now() from generate_series(1, %s) n returning id
        )
        insert into follow (listing_id, account_id, at) select %s, id, now() from people
        """,
        "-demo" if demo else "",
        demo,
        count,
        listing,
    )


async def test_it_stands_on_the_profile_and_followers_are_mailed_once(
    owners: Owners, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "AT_ONCE", 3)
    number = await owners.add()
    await add_followers(owners, number, 7)
    await add_followers(owners, number, 2, demo=True)
    told = await owners.call("POST", f"/me/listings/{number}/updates", NEWS, by="bob", status=201)
    assert (told["title"], told["body"]) == ("Point-in-time restore", "To any minute.\nNow <b>live</b>.")
    assert (await profile(owners.world, "tidewater"))["updates"] == [told]
    assert await owners.mails() == []
    assert await owners.ask("select args from procrastinate_jobs where task_name = 'mail_followers'") == [
        ({"update_id": told["id"]},)
    ]
    await owners.run(mail_followers, told["id"])
    await owners.run(mail_followers, told["id"])  # a second worker, or a run after a kill, mails nobody again
    mails = await owners.mails()
    assert sorted(to for to, _, _ in mails) == [f"follower-{n}@mail.example" for n in range(1, 8)]
    assert {template for _, template, _ in mails} == {"listing_update"}
    urls = [url for (url,) in await owners.ask("select unsubscribe_url from outbox")]
    assert len(set(urls)) == 7
    assert all(url.startswith("http://localhost:8000/unsubscribe/") for url in urls)


async def test_one_click_stops_the_mails_of_one_listing(owners: Owners) -> None:
    number = await owners.add()
    await owners.world.dispatcher.call(follow, owners.person("charlie"), Follow(slug="tidewater"))
    update = await owners.call("POST", f"/me/listings/{number}/updates", NEWS, status=201)
    await owners.run(mail_followers, update["id"])
    [(url,)] = await owners.ask("select unsubscribe_url from outbox")
    token = UUID(url.rpartition("/")[2])
    nobody = owners.world.caller()
    looked = await owners.world.dispatcher.call(stop_mails, nobody, StopMails(token=token, stop=False))
    assert (looked.name, looked.stopped) == ("Tidewater", False)
    for _ in range(2):
        assert (await owners.world.dispatcher.call(stop_mails, nobody, StopMails(token=token))).stopped
    second = await owners.call("POST", f"/me/listings/{number}/updates", NEWS, status=201)
    await owners.run(mail_followers, second["id"])
    assert len(await owners.mails()) == 1
    assert (await profile(owners.world, "tidewater"))["followers"] == 1
    await owners.world.dispatcher.call(follow, owners.person("charlie"), Follow(slug="tidewater"))
    third = await owners.call("POST", f"/me/listings/{number}/updates", NEWS, status=201)
    await owners.run(mail_followers, third["id"])
    assert len(await owners.mails()) == 2
    with pytest.raises(NoSuchMailing):
        await owners.world.dispatcher.call(stop_mails, nobody, StopMails(token=UUID(int=7)))


async def test_what_was_hidden_since_is_not_mailed_and_what_is_gone_neither(owners: Owners) -> None:
    number = await owners.add()
    await add_followers(owners, number, 2)
    update = await owners.call("POST", f"/me/listings/{number}/updates", NEWS, status=201)
    await owners.set_state(number, status="withdrawn", plan="none", launch_week=None)
    await owners.run(mail_followers, update["id"])
    await owners.do("delete from listing where id = %s", number)
    await owners.run(mail_followers, update["id"])
    assert await owners.mails() == []


async def test_empty_texts_and_strangers_are_refused(owners: Owners) -> None:
    number = await owners.add()
    path = f"/me/listings/{number}/updates"
    assert set(await owners.errors("POST", path, {"title": " ", "body": "\n"})) == {"title", "body"}
    await owners.call("POST", path, NEWS, by="charlie", status=404)
    assert await owners.ask("select from listing_update") == []


def test_the_mail_in_full() -> None:
    mail = write(
        SITE,
        "ada@example.org",
        "listing_update",
        unsubscribe_url="https://fair.example/unsubscribe/7",
        listing="Tidewater",
        title="Restore <fast>",
        body="One.\n\nTwo & three.",
        link="https://fair.example/listings/tidewater",
    )
    assert mail.subject == "Tidewater: Restore <fast>"
    assert mail.body_text == (
        "Restore <fast>\n\nOne.\n\nTwo & three.\n\nTidewater on Test Fair: https://fair.example/listings/tidewater\n\n"
        "You get this email because you follow Tidewater.\n"
        "\n-- \nTest Fair\nhttps://fair.example\n"
        "Unsubscribe from these emails: https://fair.example/unsubscribe/7\n"
    )
    assert "<strong>Restore &lt;fast&gt;</strong>" in mail.body_html
    assert "Two &amp; three." in mail.body_html
