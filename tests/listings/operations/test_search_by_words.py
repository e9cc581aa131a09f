"""Finding listings by words: what matches, what comes first, and that no sign means anything else."""

from collections.abc import AsyncGenerator

import pytest

from showground.listings import counts
from tests.support.listings import add, listing, search
from tests.support.postgres import fresh_database
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio


SHOP = (
    listing("quince", name="Quince", tagline="Jam for Łódź", keywords=["Gelée"], tags=["pot"]),
    listing("strasse", name="Große Straße", description="Maps of Malmö, Tromsø and Ærø.", keywords=["ЖУРНАЛ"]),
    listing("nodes", name="Node.js hosting", tagline="C++ and F# too", description="Read/write at 3.5 GHz"),
    listing("kanji", name="漢字カード", tagline="カード for learners", short_description="don't stop; o'clock"),
    listing("upcoming", name="Quince to come", status="scheduled", live_at=None),
)


@pytest.fixture(scope="module")
async def shop(postgres: str) -> AsyncGenerator[World]:
    """A directory for all tests of this module to search and none to change."""
    with fresh_database(postgres) as url:
        async with running_world(url) as world:
            await add(world, *SHOP)
            yield world


@pytest.mark.parametrize(
    ("q", "slug"),
    [
        ("quince", "quince"), ("QUINCE", "quince"), ("  quince  ", "quince"), ("quin", "quince"), ("q", "quince"),
        ("jam quince", "quince"), ("quince ja", "quince"), ("gelee", "quince"), ("Gelée", "quince"),
        ("GELÉE", "quince"),
        ("gele\u0301e", "quince"), ("pot", "quince"), ("lodz", "quince"), ("Łódź", "quince"), ("łódź jam", "quince"),
        ("große", "strasse"), ("grosse strasse", "strasse"), ("STRASSE", "strasse"), ("malmo", "strasse"),
        ("malmö", "strasse"), ("Tromsø", "strasse"), ("tromso", "strasse"), ("ærø", "strasse"), ("aero", "strasse"),
        ("журнал", "strasse"), ("Журнал", "strasse"),
        ("node.js", "nodes"), ("node.js hosting", "nodes"), ("node js", "nodes"), ("hosting node", "nodes"),
        ("js", "nodes"), ("c++ and f#", "nodes"),
        ("read/write", "nodes"), ("write", "nodes"), ("3.5", "nodes"), ("ghz", "nodes"),
        ("漢字", "kanji"), ("漢字カード", "kanji"),
        ("don't", "kanji"), ("o'clock", "kanji"), ("don\u2019t", "kanji"), ("learners, don't stop!", "kanji"),
    ],
)  # fmt: skip
async def test_it_finds(shop: World, q: str, slug: str) -> None:
    assert await search(shop, q=q) == [slug]


@pytest.mark.parametrize("q", ["uince", "quincex", "qiunce", "jam quinec", "pot jam zzzzzz", "pot jam maps"])
async def test_typos_and_words_too_many_are_put_up_with(shop: World, q: str) -> None:
    assert await search(shop, q=q) == ["quince"]


@pytest.mark.parametrize("q", ["zzzzzz", "pomegranate", "nothing alike"])
async def test_it_finds_nothing_like_it(shop: World, q: str) -> None:
    assert await search(shop, q=q) == []


@pytest.mark.parametrize(
    "q",
    [
        "!", "'", "''", '"', "\\", "&", "|", "!!", ":*", "<->", "<2>", "()", "%", "%%", "_", "-", "--", ";",
        "*", "\u200b", "\u00ad", "\U0001f3aa", "\u0301", "\u02bc", "\u02b9", "\ufffd",
    ],
)  # fmt: skip
async def test_signs_alone_find_nothing(shop: World, q: str) -> None:
    assert await search(shop, q=q) == []


@pytest.mark.parametrize(
    "q",
    [
        "quince'", "'quince", "quince & jam", "quince | jam", "!quince", "quince:*", "quince:J", "quince:*J", "(quince",
        "quince)", "quince <-> jam", "quince\\", "\\'quince", "quince';--", "{quince}",
        '"quince"', "quince*", "quince%", "-quince", "quince\tjam",
        "quince\njam",
        "\u02bcquince", "quince \u02bc", "quince \U0001f3aa",
    ],
)  # fmt: skip
async def test_signs_mean_nothing(shop: World, q: str) -> None:
    assert await search(shop, q=q) == ["quince"]


async def test_odd_words_find_themselves(world: World) -> None:
    odd = [
        *("ŉ", "½", "ǆ", "ﬁ", "Å", "㎏", "ª", "№", "①", "ⅷ", "\u02bcn", "a_b", "\u0130", "\u017f", "⁰¹²", "and or not"),
        *("x" * 200, "ẞ" * 200, "ﷺ" * 200, " ".join(["ab"] * 66), "é:*&" * 50, "\U0001d4b3" * 200),
    ]
    await add(world, *(listing(f"odd-{n}", name="Odd", tagline=q) for n, q in enumerate(odd)))
    for n, q in enumerate(odd):
        assert f"odd-{n}" in await search(world, q=q), q
    for q in ("'" * 200, "\\" * 200, "\u0345" * 200):
        assert await search(world, q=q) == []


async def test_an_underscore_parts_words_on_both_sides(world: World) -> None:
    await add(world, listing("snake", name="snake_case_tool"))
    for q in ("snake_case", "snake case", "case", "tool", "snake_case_to"):
        assert await search(world, q=q) == ["snake"], q


async def test_only_the_status_asked_for_is_searched(shop: World) -> None:
    assert await search(shop, q="quince", status="upcoming") == ["upcoming"]


async def test_the_name_counts_more_than_the_rest(world: World) -> None:
    many = counts.Counts(votes=900)
    await add(
        world,
        listing("in-text", name="A", description="A kettle.", counts=many),
        listing("in-keywords", name="B", keywords=["kettle"], counts=many),
        listing("in-tagline", name="C", tagline="A kettle", counts=many),
        listing("in-name", name="Kettle"),
    )
    assert await search(world, q="kettle") == ["in-name", "in-tagline", "in-keywords", "in-text"]
    assert await search(world, q="kettle", sort="relevance") == await search(world, q="kettle")
    assert await search(world, q="kettle", sort="votes") == ["in-text", "in-keywords", "in-tagline", "in-name"]


async def test_of_equals_the_most_voted_comes_first(world: World) -> None:
    votes = {"few": 1, "most": 9, "some": 5}
    await add(world, *(listing(slug, name="Kettle", counts=counts.Counts(votes=n)) for slug, n in votes.items()))
    assert await search(world, q="kettle") == ["most", "some", "few"]


async def test_the_total_is_true_and_pages_are_whole(world: World) -> None:
    await add(world, *(listing(f"kettle-{n}") for n in range(25)), listing("other"))
    answer = (await world.get("/listings", params={"q": "kettle", "per_page": 10, "page": 3})).json()
    assert (answer["total"], len(answer["items"])) == (25, 5)
    pages = [await search(world, q="kettle", per_page=10, page=page) for page in (1, 2, 3)]
    assert len({slug for page in pages for slug in page}) == 25


async def test_q_is_bounded_in_characters(world: World) -> None:
    assert (await world.get("/listings", params={"q": "\U0001d4b3" * 200})).status_code == 200
    answer = await world.get("/listings", params={"q": "\U0001d4b3" * 201})
    assert answer.json()["errors"] == [{"field": "q", "message": "At most 200 characters; this has 201."}]
