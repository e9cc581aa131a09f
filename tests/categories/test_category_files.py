"""Export and import of categories, and what a site starts from."""

import csv
import json
from io import StringIO
from typing import Any

import pytest

from showground.categories import category_tree
from showground.categories.actions.category_files import (
    ExportCategories,
    Format,
    ImportCategories,
    StartTree,
    export_categories,
    import_categories,
    start_tree,
)
from showground.categories.errors import TreeInUse
from showground.core.calls.errors import InvalidInput
from tests.support.shop_world import Market
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def export(world: World, format: Format = "csv") -> str:
    return (await world.dispatcher.call(export_categories, world.caller(), ExportCategories(format=format))).content


async def bring(world: World, text: str, *, replace: bool = False) -> tuple[int, int, int]:
    asked = ImportCategories(content=text.encode(), replace=replace)
    done = await world.dispatcher.call(import_categories, world.caller(), asked)
    return done.added, done.changed, done.deleted


async def refused(world: World, text: str, **more: Any) -> list[str]:
    with pytest.raises(InvalidInput) as wrong:
        await bring(world, text, **more)
    return [error["message"] for error in wrong.value.errors]


@pytest.mark.parametrize("format", ["csv", "json"])
async def test_what_is_exported_is_imported_elsewhere(market: Market, format: Format) -> None:
    world = market.world
    text = await export(world, format)
    assert await bring(world, text) == (0, len(await market.ask("select from category")), 0)
    assert await export(world, format) == text
    await market.do("delete from listing_category")
    await world.dispatcher.call(start_tree, world.caller(), StartTree(tree="empty"))
    assert await market.ask("select from category") == []
    added, _, _ = await bring(world, text)
    assert added > 20
    assert await export(world, format) == text


async def test_no_cell_is_a_formula_in_a_spreadsheet(market: Market) -> None:
    world, formula = market.world, '=HYPERLINK("https://evil.example")'
    await market.do(
        "update category set name = %s, keywords = array['@SUM(A1)'] where id = (select min(id) from category)", formula
    )
    text = await export(world)
    cells = [cell for row in csv.reader(StringIO(text.removeprefix("\ufeff"))) for cell in row]
    assert {f"'{formula}", "'@SUM(A1)"} <= set(cells)
    assert not [cell for cell in cells if cell.startswith(("=", "@"))]
    await bring(world, text)
    assert await market.ask("select keywords from category where name = %s", formula) == [(["@SUM(A1)"],)]


@pytest.mark.parametrize("delimiter", [";", "\t"])
async def test_other_separators_of_spreadsheets_are_read(market: Market, delimiter: str) -> None:
    world = market.world
    text = await export(world)
    written = StringIO(newline="")
    csv.writer(written, delimiter=delimiter).writerows(csv.reader(StringIO(text, newline="")))
    assert await bring(world, written.getvalue()) == (0, len(await market.ask("select from category")), 0)
    assert await export(world) == text


async def test_a_file_changes_adds_and_reorders(market: Market) -> None:
    world = market.world
    rows: list[dict[str, Any]] = json.loads(await export(world, "json"))
    top = [row for row in rows if row["parent"] is None]
    new = {"slug": "heat-pumps", "name": "Heat pumps", "description": "They heat.", "parent": top[0]["slug"]}
    new |= {"attributes": [{"key": "cop", "label": "Efficiency", "kind": "number"}]}
    changed = top[1] | {"name": "Renamed"}
    assert await bring(world, json.dumps([changed, top[0], new])) == (1, 2, 0)
    tree = (await world.get("/categories")).json()["items"]
    assert [each["name"] for each in tree[:2]] == ["Renamed", top[0]["name"]]
    assert "heat-pumps" in [each["slug"] for each in tree[1]["subcategories"]]
    text = 'slug,name,parent,description,keywords,attributes\nwind,Wind,,It blows.,"wind, air",blades:number:Blades\n'
    assert await bring(world, text) == (1, 0, 0)
    [row] = [
        row for row in csv.DictReader(StringIO((await export(world)).removeprefix("\ufeff"))) if row["slug"] == "wind"
    ]
    assert (row["keywords"], row["attributes"], row["faqs"]) == ("wind, air", "blades:number:Blades", "")


async def test_replacing_deletes_only_what_is_empty(market: Market) -> None:
    rows: list[dict[str, Any]] = json.loads(await export(market.world, "json"))
    [(used, name)] = await market.ask(
        "select slug, name from category where exists (select from listing_category where category_id = category.id)"
        " order by slug limit 1"
    )
    [message] = await refused(
        market.world, json.dumps([row for row in rows if row["slug"] != used and row["parent"] is None]), replace=True
    )
    assert name in message
    wanted = {
        slug
        for (slug,) in await market.ask("select c.slug from category c join listing_category lc on c.id = category_id")
    }
    wanted |= {row["parent"] for row in rows if row["slug"] in wanted}
    kept = [row for row in rows if row["slug"] in wanted]
    assert await bring(market.world, json.dumps(kept), replace=True) == (0, len(kept), len(rows) - len(kept))
    assert len(await market.ask("select from category")) == len(kept)


async def test_nothing_is_imported_if_anything_is_wrong(market: Market) -> None:
    before = await export(market.world)
    good = {"slug": "wind", "name": "Wind", "description": "It blows."}
    wrong = [good, good | {"slug": "Wi nd", "name": "W"}, good | {"slug": "sun", "name": "Sun", "colour": "red"}]
    messages = await refused(market.world, json.dumps(wrong))
    assert [message.partition(":")[0] for message in messages] == [
        "Category 2 (Wi nd), slug",
        "Category 3 (sun), colour",
    ]
    [message] = await refused(market.world, json.dumps([good, good | {"name": "Other"}]))
    assert "this slug appears twice" in message
    [message] = await refused(market.world, json.dumps([good | {"parent": "nothing"}]))
    assert message == "Category 1 (wind), parent: Choose a top-level category."
    for text, said in (
        ("[1]", "list of objects"),
        ("[", "valid JSON"),
        ("name\nx", "first line"),
        ("slug\n", "no categories"),
    ):
        [message] = await refused(market.world, text)
        assert said in message
    assert await export(market.world) == before


async def test_all_that_is_wrong_is_told_at_once(market: Market) -> None:
    rows: list[dict[str, Any]] = json.loads(await export(market.world, "json"))
    top = [row for row in rows if row["parent"] is None]
    good = {"slug": "wind", "name": "Wind", "description": "It blows."}
    wrong = [
        good | {"parent": "nothing"},
        top[0] | {"name": ""},  # so nobody knows whether its former name is free
        good | {"slug": "sun", "name": top[0]["name"]},
        good | {"slug": "rain", "name": "Rain", "parent": top[0]["slug"]},
        good | {"slug": "snow", "name": top[1]["name"]},
        good | {"slug": "hail", "name": "Hail", "parent": "snow"},
        good,
    ]
    messages = await refused(market.world, json.dumps(wrong), replace=True)
    assert "These categories have listings but are not in the file" in messages[0]
    assert [message.partition(":")[0] for message in messages[1:]] == [
        "Category 1 (wind), parent",
        f"Category 2 ({top[0]['slug']}), name",
        "Category 5 (snow), name",
        "Category 7 (wind)",
    ]


async def test_an_empty_start_stays_empty(world: World) -> None:
    await world.dispatcher.call(start_tree, world.caller(), StartTree(tree="empty"))
    async with world.dispatcher.database.transaction() as db:
        assert await category_tree.add_shipped_categories(db) == 0
    started = await world.dispatcher.call(start_tree, world.caller(), StartTree(tree="shipped"))
    assert started.categories > 20


async def test_a_tree_with_listings_is_not_thrown_away(market: Market) -> None:
    with pytest.raises(TreeInUse):
        await market.world.dispatcher.call(start_tree, market.staff(), StartTree(tree="empty"))
