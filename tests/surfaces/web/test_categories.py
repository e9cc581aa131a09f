"""The pages of categories."""

import pytest

from showground.listings import counts
from tests.surfaces.web.conftest import Fair, new_listing, slugs

pytestmark = pytest.mark.anyio


async def test_every_category_stands_in_the_tree(fair: Fair) -> None:
    await fair.add(new_listing("quince", categories=["databases"]))
    page = await fair.see("/categories")
    tree = (await fair.world.get("/categories")).json()["items"]
    expected = [category["slug"] for top in tree for category in (top, *top["subcategories"])]
    assert slugs(page.links(), "/categories/") == expected
    assert tree[0]["description"] in page.text
    assert "Databases1" in page.text


async def test_a_directory_without_categories_says_so(bare_fair: Fair) -> None:
    assert "There are no categories yet." in (await bare_fair.see("/categories")).text


async def test_a_category_shows_what_belongs_to_it_and_below_it(fair: Fair) -> None:
    await fair.add(
        new_listing("quince", categories=["ai-agents"], counts=counts.Counts(votes=3)),
        new_listing("medlar", categories=["ai"], counts=counts.Counts(votes=5)),
        new_listing("sloe", categories=["databases"]),
    )
    page = await fair.see("/categories/ai")
    assert slugs(page.links()) == ["medlar", "quince"]
    assert "2 launches" in page.text
    assert "Does every product that uses a model belong here?" in page.text
    assert "/categories/ai-agents" in page.links()
    below = await fair.see("/categories/ai-agents")
    assert slugs(below.links()) == ["quince"]
    assert "/categories/ai" in below.links()
    assert below.meta()["og:title"] == "AI Agents"


async def test_ranks_go_on_from_page_to_page(fair: Fair) -> None:
    await fair.add(*(new_listing(f"n{n}", categories=["ai"], counts=counts.Counts(votes=99 - n)) for n in range(25)))
    page = await fair.see("/categories/ai?page=2")
    assert slugs(page.links())[0] == "n20"
    assert "21 N N20" in page.text
    assert "Page 2 of 2" in page.text
    assert "/categories/ai" in [link["href"] for link in page.all("a") if link.get("rel") == "prev"]
    assert "There is no page 3." in (await fair.see("/categories/ai?page=3")).text


async def test_an_empty_category_says_how_to_go_on(fair: Fair) -> None:
    assert "Nothing has launched in this category yet." in (await fair.see("/categories/ai")).text


async def test_what_is_no_category_or_no_page_is_refused(fair: Fair) -> None:
    assert "There's no such category." in (await fair.see("/categories/jams", 404)).text
    await fair.see("/categories/No%20Category", 404)
    assert "page: Must be a whole number." in (await fair.see("/categories/ai?page=two", 400)).text
