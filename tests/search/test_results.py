# ruff: noqa: RUF001 (letters that look like others are what this is about)
"""What is found by which words, and in which order."""

import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.listings import counts, public_profiles
from showground.search import Search, interpretation, plans, results, totals, word_counts
from tests.search.listings import add, find, make, page

pytestmark = pytest.mark.anyio

SHELF = (
    make("tidewater", "Tidewater", tagline="Backups that restore themselves", keywords=["backup", "storage"], votes=9),
    make("openstreetmap", "OpenStreetMap", tagline="The free wiki world map", votes=40),
    make("open-collective", "Open Collective", tagline="Transparent money for communities", votes=7),
    make("todotxt", "todo.txt", tagline="A task list in a plain file", votes=3),
    make("cpp", "C++", tagline="A language for systems", votes=30),
    make("c", "C", tagline="A language for operating systems", votes=20),
    make("r", "R", tagline="Statistics and graphics", votes=10),
    make("kubernetes", "Kubernetes", tagline="Runs containers on many machines", votes=50),
    make("strasse", "Straße", tagline="Routen für Fahrräder", votes=2),
    make("isik", "Işık", tagline="Lamba", votes=1),
    make("nihongo", "日本語辞典", tagline="辞書アプリ", votes=4),
    make("hangul", "한글 학교", tagline="글자 배우기", votes=4),
    make("joes", "Joe's Diner", tagline="Menus for small kitchens", votes=5),
    make("producthunt", "Product Hunt", tagline="New products every day", votes=60),
    make("nodely", "Nodely", tagline="Hosting for Node.js and e-mail", votes=6),
    make("relay", "Relay", description="Sends tidewater alerts to your phone.", votes=900),
)

FIRST = (
    ("tidewater", "tidewater"),
    ("TIDEWATER", "tidewater"),
    ("tidewatr", "tidewater"),
    ("tidew atre", "tidewater"),
    ("tidwatre", "tidewater"),
    ("tidew", "tidewater"),
    ("tidwew", "tidewater"),
    ("restore backups", "tidewater"),
    ("bakcups restor", "tidewater"),
    ("open street map", "openstreetmap"),
    ("openstreetmap", "openstreetmap"),
    ("OpenStreetMap", "openstreetmap"),
    ("opensteetmap", "openstreetmap"),
    ("open streetmap", "openstreetmap"),
    ("opencollective", "open-collective"),
    ("todo.txt", "todotxt"),
    ("todo txt", "todotxt"),
    ("todotxt", "todotxt"),
    ("c++", "cpp"),
    ("C", "c"),
    ("r", "r"),
    ("kubrenetes", "kubernetes"),
    ("kubernets machnes", "kubernetes"),
    ("strasse", "strasse"),
    ("STRASSE", "strasse"),
    ("fahrrader", "strasse"),
    ("isik", "isik"),
    ("IŞIK", "isik"),
    ("日本語", "nihongo"),
    ("辞典", "nihongo"),
    ("辞", "nihongo"),
    ("アプリ", "nihongo"),
    ("ｱﾌﾟﾘ", "nihongo"),
    ("한글", "hangul"),
    ("joe", "joes"),
    ("joes diner", "joes"),
    ("joe's diner", "joes"),
    ("producthunt", "producthunt"),
    ("prodcthunt", "producthunt"),
    ("nodejs", "nodely"),
    ("node.js", "nodely"),
    ("email", "nodely"),
    ("ｋｕｂｅｒｎｅｔｅｓ", "kubernetes"),
    ("kubernetes zzzzzzzz", "kubernetes"),
    ("zzzzzzzz kubernetes", "kubernetes"),
)


@pytest.fixture
async def shelf(dispatcher: Dispatcher) -> Dispatcher:
    await add(dispatcher, *SHELF)
    return dispatcher


async def test_the_first_one_found(shelf: Dispatcher) -> None:
    assert [(q, *(await find(shelf, q))[:1]) for q, _ in FIRST] == list(FIRST)


async def test_every_readable_way_of_asking_is_one_visit(shelf: Dispatcher) -> None:
    """A name weighs more than votes do; what only mentions the word comes after it."""
    assert await find(shelf, "tidewater") == ["tidewater", "relay"]


async def test_nothing_is_found_by_what_nobody_says(shelf: Dispatcher) -> None:
    for q in ("xyzzyxyzzy", "!!!", "' & | :* <-> \\", "()", "😀", "_", "%", "\u200b", "🎪🎪"):
        assert await page(shelf, q=q) == ([], 0), q


async def test_signs_mean_nothing(shelf: Dispatcher) -> None:
    for q in (
        "tidewater' | 'c",
        "tidewater:*",
        "!tidewater",
        "tidewater & (",
        "'tidewater'::tsquery",
        "tidewater\\",
        '"tidewater"',
        "tidewater <-> ",
        "%tidewater%",
        "  tidewater\t\n",
    ):
        assert (await find(shelf, q))[0] == "tidewater", q


async def test_junk_is_answered(shelf: Dispatcher) -> None:
    for q in (
        "a" * 200,
        "ab " * 66,
        " ".join(f"w{n}" for n in range(50))[:200],
        "日" * 200,
        "é" * 200,
        "'" * 200,
        "c++" * 66,
        "tidewatr " * 22,
        "\U0010ffff" * 50,
        "\u0301" * 200,
        "ﷺ" * 200,
        "x'" * 100,
    ):
        slugs, total = await page(shelf, q=q, per_page=100)
        assert len(slugs) == total, q


async def test_common_words_are_not_insisted_upon(dispatcher: Dispatcher) -> None:
    taglines = [f"The tool for people and number {n}" for n in range(60)]
    await add(dispatcher, *(make(f"l-{n}", f"Gadget{n}", tagline=tagline) for n, tagline in enumerate(taglines)))
    await add(dispatcher, make("cellar", "Cellar", tagline="Wine inventory"))
    async with dispatcher.database.transaction() as db:
        await word_counts.count_words(db)
    assert (await find(dispatcher, "the wine inventory for people"))[0] == "cellar"


async def test_the_beginning_of_very_many_words_is_not_insisted_upon(
    dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More words than are listed, in very many listings: the word index would read all of these."""
    monkeypatch.setattr(interpretation, "COMMON_BEGINNING", 50)
    begun = (make(f"b-{n}", f"Shop{n}", tagline=f"reb{chr(97 + n // 26)}{chr(97 + n % 26)}x") for n in range(80))
    others = (make(f"o-{n}", f"Firm{n}", tagline="quiet office") for n in range(420))
    await add(
        dispatcher, *begun, *others,
        make("meant", "Meant", tagline="rebate for lanterns"), make("other", "Other", tagline="oil for lanterns"),
    )  # fmt: skip
    async with dispatcher.database.transaction() as db:
        await word_counts.count_words(db)
    assert (await find(dispatcher, "lanterns reb"))[:2] == ["meant", "other"]
    for q, required in (("lanterns reb", ["lanterns"]), ("lanterns reba", ["lanterns", "reba"]), ("reb", ["reb"])):
        async with dispatcher.database.reading() as db:
            run = results.SearchRun(db, Search(q=q, page=1, per_page=20))
            await run.find()
        assert run.interpretation is not None
        assert [term.word for term in run.interpretation.terms if term.required] == required


async def test_words_of_every_field_are_found(dispatcher: Dispatcher) -> None:
    await add(
        dispatcher,
        make(
            "quince",
            "Quince",
            tagline="Jam",
            keywords=["Gelée"],
            tags=["pot"],
            short_description="Slowly.",
            description="Cooked in copper.",
        ),
    )
    for q in ("quince", "jam", "gelee", "pot", "slowly", "copper", "copper jam", "gelee pot quince"):
        assert await find(dispatcher, q) == ["quince"], q


async def test_a_better_field_comes_first(dispatcher: Dispatcher) -> None:
    await add(
        dispatcher,
        make("d", "Alpha", description="A ledger."),
        make("c", "Beta", keywords=["ledger"]),
        make("b", "Gamma", tagline="A ledger"),
        make("a", "Ledger"),
    )
    assert await find(dispatcher, "ledger") == ["a", "b", "c", "d"]


async def test_the_word_itself_comes_before_its_likes(dispatcher: Dispatcher) -> None:
    await add(
        dispatcher,
        make("longer", "Stacker", votes=500),
        make("exact", "Stack"),
        make("typo", "Stock", votes=500),
    )
    assert await find(dispatcher, "stack") == ["exact", "longer"]
    assert (await find(dispatcher, "stakc"))[0] == "exact"


async def test_very_many_are_counted_truly(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was counted before."""
    monkeypatch.setattr(plans, "MAX_SCORED", {False: 5, True: 5})
    ids = await add(dispatcher, *(make(f"jam-{n}", "Jam", tagline=f"Jar {n}", votes=n) for n in range(12)))
    async with dispatcher.database.transaction() as db:
        await word_counts.count_words(db)
    for _ in range(2):
        found, total = await page(dispatcher, q="jam", per_page=100)
        assert (len(found), total) == (12, 12)
        assert (await page(dispatcher, q="jam", sort="newest", per_page=3))[1] == 12
    async with dispatcher.database.transaction() as db:
        await db.execute("update listing set status = 'suspended' where id = %s", (ids[3],))
        await public_profiles.refresh(db, ids[3:4])
    assert (await page(dispatcher, q="jam"))[1] == 11
    async with dispatcher.database.transaction() as db:
        await totals.fold(db)
    await add(dispatcher, make("jam-more", "More jam"))
    assert (await page(dispatcher, q="jam"))[1] == 12


async def test_votes_decide_between_equals_as_soon_as_they_are_counted(dispatcher: Dispatcher) -> None:
    first, second, _ = await add(dispatcher, *(make(slug, "Quince", votes=3) for slug in ("one", "two", "three")))
    assert await find(dispatcher, "quince") == ["one", "two", "three"]
    async with dispatcher.database.transaction() as db:
        await counts.set_counts(db, {second: counts.Counts(votes=4), first: counts.Counts(votes=2)})
    assert await find(dispatcher, "quince") == ["two", "three", "one"]
    assert await find(dispatcher, "quicne") == ["two", "three", "one"]


async def test_one_plan_serves_all_queries(shelf: Dispatcher) -> None:
    """To plan a search anew takes longer than to run it."""
    async with shelf.database.reading() as db:
        for _ in range(8):
            for q in ("tidewater", "kubernetes", "restore", "relay", "nodely", "diner", "communities"):
                await results.find(db, Search(q=q, page=1, per_page=20))
        plans = await db.all(
            "select custom_plans, generic_plans from pg_prepared_statements where statement like '%word%'"
        )
    assert plans
    assert all(custom == 5 and kept > 5 for custom, kept in plans)  # the first five are planned for themselves


async def test_beginnings_stand_for_words_and_for_names_written_as_one(dispatcher: Dispatcher) -> None:
    await add(
        dispatcher,
        make("one", "Quince Berry", votes=3),
        make("two", "Quincery", votes=2),
        make("three", "Other", tagline="For quinceberry and more", votes=1),
    )
    assert set(await find(dispatcher, "quinc")) == {"one", "two", "three"}
    assert set(await find(dispatcher, "quinceb")) == {"one", "three"}
    assert (await find(dispatcher, "quinec berry"))[0] == "one"
