"""Questions, replies to reviews, the gallery and rows, as visitors, makers and staff see them."""

import re

import pytest

from showground import launches
from showground.launches.actions.reviews import ReplyToReview, reply_to_review
from showground.launches.errors import NoSuchReview, ReplyByMakersOnly
from showground.listings import new_listings, public_profiles
from showground.listings.jobs import encode_outdated_profiles
from showground.listings.queries.public_profiles import ENCODING
from tests.questions.conftest import Forum
from tests.support.html import Page
from tests.support.owners import meet
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio

HOSTILE = "<script>alert(1)</script>{{ 7*7 }}"


@pytest.fixture
async def forum(world: World) -> Forum:
    found = await meet(world)
    forum = Forum(found.world, found.ids)
    founders = [new_listings.NewListingFounder(f"ada-{n}", f"Ada {n}", None, None) for n in range(4)]
    await forum.add("tidewater", founders=founders)
    return forum


async def see(forum: Forum, path: str, by: str | None = None) -> str:
    async with forum.world.browser(by) as browser:
        answer = await browser.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer.text


async def test_each_reader_gets_what_they_may_do(forum: Forum) -> None:
    asked = await forum.ask_about(HOSTILE)
    address = f"/listings/tidewater/questions/{asked.id}"
    stranger, asker, maker = [await see(forum, address, reader) for reader in (None, "charlie", "bob")]
    for page in (stranger, asker, maker):
        assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7*7 }}" in page
        assert "<script>alert" not in page
    assert "Post answer" in maker
    assert "Post answer" not in stranger + asker
    assert f'action="{address}/delete"' in asker
    assert f'action="{address}/delete"' not in stranger + maker
    assert f"/listings/tidewater/report?question={asked.id}" in stranger
    assert "Sign in to ask a question" in await see(forum, "/listings/tidewater/questions")
    assert "Ask question" in await see(forum, "/listings/tidewater/questions", "charlie")
    assert "Ask question" not in await see(forum, "/listings/tidewater/questions", "alice")


async def test_owners_get_their_tools_instead_of_what_only_others_can_do(forum: Forum) -> None:
    listing, reviews = "/listings/tidewater", "/listings/tidewater/reviews"
    maker, other = await see(forum, listing, "alice"), await see(forum, listing, "charlie")
    claim = "/dashboard/claims?slug=tidewater"
    ((number,),) = await forum.ask("select id from listing where slug = 'tidewater'")
    assert claim in other
    assert claim not in maker
    for address in ("/edit", "/updates", "/share"):
        assert f'href="/dashboard/listings/{number}{address}"' in maker
    assert "/dashboard/listings/" not in other
    assert "Post review" in await see(forum, reviews, "charlie")
    own = await see(forum, reviews, "alice")
    assert "Post review" not in own
    assert "review your own listing. You can reply to each review." in own
    assert "write the first one" not in own


async def test_a_listing_can_be_visited_and_shared_without_scripts(forum: Forum) -> None:
    links = Page(await see(forum, "/listings/tidewater")).all("a")
    assert [link["class"] for link in links if link.get("ping") == "/listings/tidewater/clicks"] == ["button"]
    shared = [str(link["href"]) for link in links if "%2Flistings%2Ftidewater" in str(link.get("href"))]
    assert [address.partition("?")[0] for address in shared] == [
        "mailto:",
        "https://www.linkedin.com/sharing/share-offsite/",
        "https://bsky.app/intent/compose",
        "https://x.com/intent/post",
    ]


async def test_alternatives_are_linked_even_where_there_are_few(forum: Forum) -> None:
    assert 'href="/listings/tidewater/alternatives"' in await see(forum, "/listings/tidewater")


async def test_a_page_that_was_cached_shows_the_new_question_and_answer(forum: Forum) -> None:
    for address in ("/listings/tidewater", "/listings/tidewater/questions"):
        await see(forum, address)
    asked = await forum.ask_about()
    for address in ("/listings/tidewater", "/listings/tidewater/questions"):
        assert "Can I self-host it?" in await see(forum, address)
    await forum.answer(asked.id, "With one container.")
    for address in ("/listings/tidewater", "/listings/tidewater/questions"):
        assert "With one container." in await see(forum, address)


async def test_a_refused_form_keeps_what_was_typed(forum: Forum) -> None:
    async with forum.world.browser("charlie") as charlie:
        for number in range(3):
            sent = await charlie.post("/listings/tidewater/questions", data={"body": f"Question {number}?"})
            assert sent.status_code == 303
        fourth = await charlie.post("/listings/tidewater/questions", data={"body": "Question 4?"})
        assert fourth.status_code == 400
        assert "You have 3 unanswered questions about this listing." in fourth.text
        assert ">Question 4?</textarea>" in fourth.text
        question = await forum.ask("select max(id) from listing_question")
        answer = await charlie.post(f"/listings/tidewater/questions/{question[0][0]}/answers", data={"body": "Me."})
        assert answer.status_code == 400
        assert "Only the makers of a listing can answer" in answer.text
        for path in ("/listings/tidewater/questions/x", "/listings/tidewater/questions?update=7"):
            assert (await charlie.get(path)).status_code == 404
    async with forum.world.browser() as stranger:
        sent = await stranger.post("/listings/tidewater/questions", data={"body": "Who are you?"})
        assert sent.headers["location"].startswith("/sign-in?")


async def test_a_question_is_reported_on_its_page_and_hidden_at_the_desk(forum: Forum) -> None:
    asked = await forum.ask_about("Buy cheap watches?", by="charlie")
    await forum.do("update account set staff = true where id = %s", forum.ids["bob"])
    async with forum.world.browser("alice") as alice, forum.world.browser("bob") as staff:
        form = await alice.get(f"/listings/tidewater/report?question={asked.id}")
        assert "Report a question about Tidewater" in Page(form.text).text
        sent = {"question_id": str(asked.id), "reason": "spam", "body": "An ad."}
        assert (await alice.post("/listings/tidewater/report", data=sent)).status_code == 200
        desk = await staff.get("/admin/reports")
        assert "Buy cheap watches?" in desk.text
        assert "alice@alice.example" in desk.text
        hidden = await staff.post(f"/admin/visitor-questions/{asked.id}/hide", data={})
        assert hidden.status_code == 303
        assert "Hidden" in (await staff.get("/admin/visitor-questions?state=hidden")).text
        report = (await forum.ask("select id from question_report"))[0][0]
        assert (await staff.post(f"/admin/question-reports/{report}/settle", data={})).status_code == 303
        assert "No open reports." in (await staff.get("/admin/reports")).text
        assert (await alice.get(f"/listings/tidewater/questions/{asked.id}")).status_code == 404


async def add_review(forum: Forum, name: str, stars: int, minutes: int = 0) -> int:
    (number,) = (await forum.ask("select id from listing where slug = 'tidewater'"))[0]
    async with forum.world.dispatcher.database.transaction() as db:
        at = NOW.replace(minute=minutes)
        await launches.add_reviews(db, [launches.NewReview(number, forum.ids[name], stars, f"By {name}", at)])
    return (await forum.ask("select max(id) from review"))[0][0]


async def test_only_makers_reply_to_a_review_and_the_page_shows_it(forum: Forum) -> None:
    review = await add_review(forum, "charlie", 2)
    assert "By charlie" in await see(forum, "/listings/tidewater")
    asked = ReplyToReview(slug="tidewater", review_id=review, body=f"Fixed since. {HOSTILE}")
    with pytest.raises(ReplyByMakersOnly):
        await forum.world.dispatcher.call(reply_to_review, forum.person("charlie"), asked)
    await forum.world.dispatcher.call(reply_to_review, forum.person("bob"), asked)
    for address in ("/listings/tidewater", "/listings/tidewater/reviews"):
        page = await see(forum, address)
        assert "Tidewater replied" in page
        assert "Fixed since. &lt;script&gt;" in page
        assert "Save reply" not in page
    assert "Edit your reply" in await see(forum, "/listings/tidewater/reviews", "alice")
    async with forum.world.browser("alice") as alice:
        assert (await alice.post(f"/listings/tidewater/reviews/{review}/reply", data={"body": " "})).status_code == 303
    assert "replied" not in await see(forum, "/listings/tidewater/reviews")
    await forum.do("update review set state = 'hidden'")
    with pytest.raises(NoSuchReview):
        await forum.world.dispatcher.call(reply_to_review, forum.person("alice"), asked)


async def test_reviews_are_sorted_and_their_stars_counted(forum: Forum) -> None:
    for minute, (name, stars) in enumerate((("alice", 2), ("bob", 5), ("charlie", 4))):
        await add_review(forum, name, stars, minute)
    (number,) = (await forum.ask("select id from listing"))[0]
    await forum.do("update listing set rating_average = 3.67, rating_count = 3 where id = %s", number)

    async def order(query: str) -> list[str]:
        page = await see(forum, f"/listings/tidewater/reviews{query}")
        return re.findall(r"By (\w+)", page)

    assert await order("") == ["charlie", "bob", "alice"]
    assert await order("?sort=highest") == ["bob", "charlie", "alice"]
    assert await order("?sort=lowest") == ["alice", "charlie", "bob"]
    assert await order("?sort=nonsense") == ["charlie", "bob", "alice"]
    page = await see(forum, "/listings/tidewater/reviews")
    assert 'aria-label="5 out of 5 stars"' in page


async def test_the_video_comes_first_in_the_gallery_and_loads_nothing(forum: Forum) -> None:
    await forum.add("reel", unlocked=["media"], demo_video_url="https://video.example/film")
    await forum.do(
        "insert into listing_media (listing_id, kind, url, width, height, alt, position)"
        " select id, 'picture', '/media/a.webp', 10, 10, 'Screen', 0 from listing where slug = 'reel'"
    )
    async with forum.world.dispatcher.database.transaction() as db:
        await public_profiles.encode(db, [(await db.all("select id from listing where slug = 'reel'"))[0][0]])
    page = await see(forum, "/listings/reel")
    gallery = page[page.index('id="gallery"') : page.index('id="facts"')]
    assert gallery.index("https://video.example/film") < gallery.index("/media/a.webp")
    assert re.findall(r'<(?:iframe|video|img)[^>]* src="([^"]*)', page) == ["http://localhost:8000/media/a.webp"]


async def test_features_come_before_the_facts(forum: Forum) -> None:
    await forum.add("reel", features=["Rewinds"], short_description="A reel.")
    page = await see(forum, "/listings/reel")
    assert page.index("Rewinds") < page.index('id="facts"') < page.index('id="questions"')


async def test_rows_name_makers_and_counts_and_link_to_the_product(forum: Forum) -> None:
    await forum.ask_about()
    (number,) = (await forum.ask("select id from listing"))[0]
    await forum.do("update listing set rating_average = 4, rating_count = 2 where id = %s", number)
    await forum.ask_about("And offline?")
    page = await see(forum, "/listings")
    row = page[page.index('class="entry') :]
    row = row[: row.index("</li>")]
    assert re.findall(r'href="/founders/([^"]+)"', row) == ["ada-0", "ada-1", "ada-2"]
    assert 'href="https://tidewater.example/" rel="noopener"' in row
    assert ">2 reviews<" in row
    assert ">2 questions<" in row
    await forum.add("inkwell")
    rows = (await see(forum, "/listings")).split('<li class="entry')
    assert not re.search(r"\d (review|question)", next(row for row in rows if "Inkwell" in row))


async def test_the_front_page_says_what_it_is_and_what_to_do(forum: Forum) -> None:
    page = await see(forum, "/")
    top = page[page.index('<main id="main"') : page.index("<h1>")]
    assert "facts quoted from their own websites and votes that nobody can buy" in top
    assert 'href="/submit"' in top


async def test_profiles_of_an_earlier_release_are_encoded_again(forum: Forum) -> None:
    async with forum.world.dispatcher.database.transaction() as db:
        await db.execute("delete from storage_choice")  # as text, which is how it stored them
        await public_profiles.encode(db, [number for (number,) in await db.all("select id from listing")])
    await forum.do(
        "update public_profile set encoding = 0, summary = regexp_replace(summary, ',\"makers\".*', '}'),"
        " profile = regexp_replace(profile, '\"questions\":\\[\\],', '')"
    )
    forum.world.app.parts.cache.answers.clear()
    assert "tidewater.example" in await see(forum, "/listings")  # older ones are still readable
    assert "Tidewater" in await see(forum, "/listings/tidewater")
    await forum.run(encode_outdated_profiles)
    found = (await forum.call("GET", "/listings", by="charlie"))["items"]
    assert [maker["name"] for maker in found[0]["makers"]] == ["Ada 0", "Ada 1", "Ada 2"]
    assert await forum.ask("select encoding from public_profile") == [(ENCODING,)]
