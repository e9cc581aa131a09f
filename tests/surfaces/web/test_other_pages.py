"""The other kinds of pages for visitors: weeks, boards, comparison, updates, founders, blog, awards and texts."""

from datetime import timedelta

import pytest

from showground import blog, launches, people
from showground.categories import category_tree
from showground.listings import new_listings
from tests.support.html import Page
from tests.support.launch_world import LAST_MONDAY, MONDAY, NEXT_MONDAY, Fair, hours
from tests.support.world import NOW, World
from tests.surfaces.web.conftest import slugs

pytestmark = pytest.mark.anyio

HOSTILE = "<script>alert(1)</script>\"'>"


@pytest.fixture
async def fair(world: World) -> Fair:
    async with world.dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
    return Fair(world)


async def see(fair: Fair, path: str, status: int = 200) -> Page:
    answer = await fair.world.client.get(path)
    assert answer.status_code == status, answer.text
    page = Page(answer.text)
    assert {script.get("type") for script in page.all("script") if "src" not in script} <= {"application/ld+json"}
    return page


async def test_weeks_say_where_they_stand_and_lead_to_those_beside_them(fair: Fair) -> None:
    await fair.add("first", LAST_MONDAY, votes=hours(1, 2, since=LAST_MONDAY))
    await fair.add("second", LAST_MONDAY, votes=hours(1, since=LAST_MONDAY))
    await fair.add("now", name=HOSTILE)
    await fair.add("later", NEXT_MONDAY, status="scheduled")
    past, present, future = [await see(fair, f"/launches/{week}") for week in (LAST_MONDAY, MONDAY, NEXT_MONDAY)]
    assert slugs(past.links()) == ["first", "second"]
    assert "Voting has ended" in past.text
    assert HOSTILE in present.text
    assert "Voting is open for another 4 days and 12 hours" in present.text
    assert "They go live on Monday, 16 March 2026, at 00:00 UTC, when voting opens." in future.text
    turns = {link.get("rel"): link["href"] for link in present.all("a") if link.get("rel") in ("prev", "next")}
    assert turns == {"prev": f"/launches/{LAST_MONDAY}", "next": f"/launches/{NEXT_MONDAY}"}
    assert [
        (await fair.world.client.get(f"/launches/{name}")).headers["location"] for name in ("this", "2026-03-11")
    ] == [
        f"/launches/{MONDAY}",
        f"/launches/{MONDAY}",
    ]
    archive = await see(fair, "/launches")
    assert f"/launches/{LAST_MONDAY}" in archive.links()
    assert (await see(fair, "/launches/2001-01-01")).meta()["robots"] == "noindex, follow"
    await see(fair, "/launches/never", 404)


async def test_a_past_weeks_counts_are_final_and_cannot_be_voted_on(fair: Fair) -> None:
    await fair.add("first", LAST_MONDAY, votes=hours(1, 2, since=LAST_MONDAY))
    for path in (f"/launches/{LAST_MONDAY}", f"/leaderboards/community-weekly?week={LAST_MONDAY}"):
        past = await see(fair, path)
        assert "2 votes for First in its week" in past.html
        assert "/listings/first/vote" not in {form.get("action") for form in past.all("form")}
    listing = await see(fair, "/listings/first")
    assert "/listings/first/vote" in {form.get("action") for form in listing.all("form")}


async def test_addresses_that_people_guess_lead_somewhere(fair: Fair) -> None:
    await fair.add("first")
    for guessed, meant in (("/search?q=jam", "/listings?q=jam"), ("/search", "/listings"), ("/login", "/sign-in")):
        answer = await fair.world.client.get(guessed)
        assert (answer.status_code, answer.headers["location"]) == (301, meant)
    board = await see(fair, "/leaderboards/best", 404)
    assert "There's no such leaderboard." in board.text
    assert {"/leaderboards/revenue", "/leaderboards/community-weekly"} <= set(board.links())
    beyond = await see(fair, "/listings?page=999")
    assert "There is no page 999. Go to the last page." in beyond.text
    assert "Page 999 of" not in beyond.text
    assert "No listings match these filters. Remove a filter" in (await see(fair, "/listings?country=JP")).text


async def test_boards_say_what_they_rank_by_and_what_is_paid(fair: Fair) -> None:
    await fair.add(
        "quince",
        votes=hours(1),
        paid=64_000,
        revenue=new_listings.StatedRevenue(250_000, True, NOW),
        domain_ratings={MONDAY: 31},
    )
    revenue = (await see(fair, "/leaderboards/revenue")).text
    assert "$2,500per month, verified" in revenue
    assert "31out of 100, 9 March 2026" in (await see(fair, "/leaderboards/domain-rating")).text
    for board in ("community-weekly", "community-all-time"):
        assert "Vote for Quince, 1 vote" in (await see(fair, f"/leaderboards/{board}")).html
    billboard = await see(fair, "/leaderboards/billboard")
    assert "$640Paid" in billboard.text
    assert "This is a paid ranking" in billboard.text
    assert [a.get("rel") for a in billboard.all("a") if a["href"] == "/listings/quince"] == ["sponsored"]
    assert "Only community-weekly takes a week" in (await see(fair, "/leaderboards/revenue?week=last", 400)).text
    await see(fair, "/leaderboards/nothing", 404)
    assert (await fair.world.client.get("/leaderboards")).headers["location"] == "/leaderboards/community-weekly"


async def test_two_listings_are_compared_and_their_differences_come_first(fair: Fair) -> None:
    await fair.add("quince", stage="mvp", country="PT", founded_year=2020, features=[HOSTILE])
    await fair.add("medlar", stage="growing", country="PT", founded_year=2021, city="Faro")
    page = await see(fair, "/compare?a=Quince&b=http://localhost:8000/listings/medlar")
    text = page.text[page.text.index("Differences") :]
    places = [text.index(words) for words in ("Stage", "The same", "Country", "About", "Founded", "Features", "Votes")]
    assert places == sorted(places)  # the country is the same; years and features are no reason to choose
    assert "No reviews yet" in text
    assert "Not stated" in text
    assert "Pricing" not in text  # neither states one
    assert HOSTILE in text


async def test_only_names_are_offered_for_a_name(showing: World) -> None:
    fair = Fair(showing)
    for typed in ("plainhnad", "Plain hand", "plainh"):
        page = await see(fair, f"/compare?a={typed}&b=hutbook", 400)
        options = [option["value"] for option in page.all("option")]
        assert "plainhand" in options, typed
        assert "Choose the listing you mean." in page.text
    for typed in ("database backups", "somewhere to write invoices"):  # many listings do this, and none is called so
        page = await see(fair, f"/compare?a={typed}&b=hutbook", 400)
        assert not page.all("option"), typed
        assert f"No live listing is called “{typed}”." in page.text


async def test_listings_are_picked_by_name(fair: Fair) -> None:
    await fair.add("quince", name="Quince Press")
    await fair.add("medlar", name="Medlar Press")
    await fair.add("medlar-press-2", name="Medlar Press")
    start = await see(fair, "/compare")
    assert start.html.count("<option>Medlar Press</option>") == 2
    found = await see(fair, "/compare?a=press&b=quince", 400)
    assert {option["value"] for option in found.all("option")} == {"quince", "medlar", "medlar-press-2"}
    assert "Choose the listing you mean." in found.text
    one = await see(fair, "/compare?a=medlar-press-2&b=quince")
    # The form shows a name only if it leads back to the same listing.
    assert [field["value"] for field in one.all("input") if field.get("id") in ("a", "b")] == [
        "medlar-press-2",
        "quince",
    ]
    wrong = await see(fair, "/compare?a=quince&b=zzzz", 400)
    assert "No live listing is called “zzzz”." in wrong.text
    assert [field["value"] for field in wrong.all("input") if field.get("id") in ("a", "b")] == ["quince", "zzzz"]
    assert "Choose a listing to compare." in (await see(fair, "/compare?a=quince", 400)).text
    assert (
        "This is the same listing twice. Choose a different one."
        in (await see(fair, "/compare?a=quince&b=quince", 400)).text
    )
    await see(fair, f"/compare?a={HOSTILE}&b=quince", 400)
    await see(fair, f"/compare?a={'x ' * 300}&b=quince", 400)


async def test_alternatives_come_with_others_of_the_wider_category(fair: Fair) -> None:
    await fair.add("first", tagline="Fresh bread", categories=["trip-planning"])
    await fair.add("same", tagline="Warm rooms", categories=["trip-planning"], country="PT", pricing_model="freemium")
    await fair.add("wider", tagline="Night trains", categories=["rail-and-cycling"])
    await fair.add("elsewhere", tagline="Salt meters", categories=["databases"])
    page = await see(fair, "/listings/first/alternatives")
    places = [page.html.index(f'href="{link}"') for link in ("/listings/same", "/categories/travel", "/listings/wider")]
    assert places == sorted(places)
    assert "More in Travel and Local Life" in page.text
    assert "Portugal" in page.text
    assert "Freemium" in page.text
    assert "/compare?a=first&b=wider" in page.links()
    assert "/listings/elsewhere" not in page.links()
    operation = await fair.world.get("/listings/first/alternatives")
    assert [item["listing"]["slug"] for item in operation.json()["items"]] == ["same"]


async def test_similar_listings_have_a_heading_of_their_own(fair: Fair) -> None:
    tools = "Borrow tools and ladders from neighbours, lend a drill, a tent or a mower to people in your street"
    await fair.add("first", tagline=tools, categories=["neighbours-and-clubs"])
    await fair.add("alternative", tagline=tools, categories=["neighbours-and-clubs"])
    await fair.add("elsewhere", tagline=tools, categories=["repair-and-reuse"])
    await fair.add("other", tagline="Fresh bread from the oven", categories=["surplus-food"])
    for path in ("/listings/first", "/listings/first/alternatives"):
        page = await see(fair, path)
        assert "Similar listings" in page.text, path
        links = page.links()
        assert [links.count(f"/listings/{slug}") for slug in ("alternative", "elsewhere", "other")] == [1, 1, 0], path
    assert "Similar listings" not in (await see(fair, "/listings/other")).text


async def test_updates_of_all_and_of_one(fair: Fair) -> None:
    await fair.add("quince", updates=[new_listings.NewUpdate(HOSTILE, "Body", NOW - timedelta(days=1))])
    await fair.add("medlar", updates=[new_listings.NewUpdate("Newest", "One\n\nTwo", NOW)])
    page = await see(fair, "/updates")
    asked = [address for address in page.links() if "/questions" in address]
    assert slugs(address for address in page.links() if address not in asked) == ["medlar", "quince"]
    assert [address.partition("?")[0] for address in asked] == [
        "/listings/medlar/questions",
        "/listings/quince/questions",
    ]
    assert "11 March 2026, 12:00 UTC" in page.text
    assert "Newest" not in (await see(fair, "/listings/quince/updates")).text
    assert "There is no page 9." in (await see(fair, "/updates?page=9")).text
    assert "page: Must be" in (await see(fair, "/updates?page=x", 400)).text


async def test_founders_are_found_by_name_and_shown_with_their_words(fair: Fair) -> None:
    async with fair.world.dispatcher.database.transaction() as db:
        ada = people.NewFounder(
            slug="ada", name=f"Ada {HOSTILE}", bio=HOSTILE, country="PT", socials={"x": "javascript:a"}
        )
        await people.add_founders(db, [ada])
        await people.add_questions(db, ["Why?"])
        await people.add_answers(db, [("ada", "Why?", HOSTILE, NOW)])
    await fair.add(
        "quince", founders=[new_listings.NewListingFounder("ada", "Ada")], unlocked=["story"], story={"story": HOSTILE}
    )
    assert slugs((await see(fair, "/founders?q=ad&country=PT")).links()) == ["quince"]
    assert "No founders match." in (await see(fair, "/founders?q=zzz")).text
    assert "No founders match." in (await see(fair, "/founders?q=zzz&sort=votes")).text
    assert "sort" in (await see(fair, "/founders?sort=age", 400)).html
    assert "XX is not an ISO 3166 country code." in (await see(fair, "/founders?country=XX", 400)).text
    page = await see(fair, "/founders/ada")
    assert page.text.count(HOSTILE) >= 4
    assert not any(link.startswith("javascript") for link in page.links())
    await see(fair, "/founders/nobody", 404)


async def test_posts_are_shown_as_text_that_does_nothing(fair: Fair) -> None:
    pictures = "![x](https://evil.example/x.png) ![y](/media/../a.png) ![ours](/media/0f.webp)"
    body = f"## Heading\n\nWords {HOSTILE} {pictures} [out](https://a.example) `code`"
    async with fair.world.dispatcher.database.transaction() as db:
        post = blog.NewPost(slug="first", title=HOSTILE, summary="Sum", body=body, author="Ines", published_at=NOW,
                            faqs=[{"question": HOSTILE, "answer": HOSTILE}])  # fmt: skip
        await blog.add_posts(db, [post])
    page = await see(fair, "/blog/first")
    assert page.text.count(HOSTILE) >= 3
    assert page.all("img") == [{"src": "/media/0f.webp", "alt": "ours", "loading": "lazy"}]
    assert {"href": "https://a.example", "rel": "noopener"} in page.all("a")
    assert "1-minute read" in page.text
    assert "/blog/first" in (await see(fair, "/blog?q=sum")).links()
    assert "No posts match." in (await see(fair, "/blog?q=zzz")).text
    await see(fair, "/blog/nothing", 404)


async def test_awards_stay_when_their_winner_is_gone(fair: Fair) -> None:
    assert "There are no awards yet." in (await see(fair, "/awards")).text
    number = await fair.add("quince", LAST_MONDAY, votes=hours(1, since=LAST_MONDAY))
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.close_week(db, LAST_MONDAY, NOW)
    assert "/listings/quince" in (await see(fair, "/awards")).links()
    listing = await see(fair, "/listings/quince")
    assert "First place in the week of 2 March 2026, with 1 vote" in listing.text
    await fair.set_status(number, "suspended")
    gone = await see(fair, "/awards")
    assert "QuinceNo longer listed" in gone.text
    assert "/listings/quince" not in gone.links()


async def test_pages_about_the_site_say_what_they_must(fair: Fair) -> None:
    for path, words in (
        ("/rules", "A launch is ranked by the votes cast in its own week."),
        ("/privacy", "What Showground stores about you"),
        ("/terms", "One person, one account, one vote"),
        ("/abuse", "Our team reads every report."),
        ("/crawler", "User-agent: ShowgroundBot"),
        ("/agents", "claude mcp add --transport http showground http://localhost:8000/mcp"),
        ("/feeds", "Launch weeks and winners"),
    ):
        page = await see(fair, path)
        assert words in page.text, path
        assert {"rel": "canonical", "href": f"http://localhost:8000{path}"} in page.all("link")


async def test_a_public_listing_shows_every_style_of_its_badges(fair: Fair) -> None:
    await fair.add("quince", name=HOSTILE)
    page = await see(fair, "/listings/quince/badges")
    pictures = [str(image["src"]) for image in page.all("img")]
    assert len(pictures) == 2 * 5 * 2  # two badges in five shapes, for light and for dark pages
    assert {f"#listed-{shape}" for shape in ("banner", "standard", "outline", "pill", "square")} <= set(page.links())
    assert len([link for link in page.links() if link.endswith(".svg")]) == 2 * 45
    for picture in pictures[:3]:
        assert (await fair.world.client.get(picture)).status_code == 200
    assert HOSTILE in page.text


async def test_what_is_not_there_leads_on(fair: Fair) -> None:
    page = await see(fair, "/nowhere", 404)
    assert {"/", "/categories", "/launches", "/pricing", "/submit"} <= set(page.links())
    soon = await see(fair, "/listings/rehearsal-yard", 404)
    assert "lost" in soon.ids()  # a search
    assert "the product is launching soon" in soon.text
