"""Staff import, export and merge categories on pages."""

import json

import pytest

from tests.support.shop_world import Market
from tests.surfaces.web.admin.conftest import Staff

pytestmark = pytest.mark.anyio


async def test_an_export_is_changed_and_imported(shopkeeper: Staff) -> None:
    sent = await shopkeeper.browser.get("/admin/categories/export?format=json")
    assert sent.headers["content-disposition"] == 'attachment; filename="categories.json"'
    rows = json.loads(sent.text)
    rows[0]["name"] = "Clever things"
    file = {"file": ("categories.json", json.dumps(rows), "application/json")}
    done = await shopkeeper.browser.post("/admin/categories/import", files=file)
    assert done.status_code == 303
    assert "Clever things" in (await shopkeeper.see("/admin/categories")).text
    assert "charset=utf-8" in (await shopkeeper.browser.get("/admin/categories/export")).headers["content-type"]


async def test_what_is_wrong_with_a_file_is_said(shopkeeper: Staff) -> None:
    for content, said in (
        (b"slug,name\nA b,X", "Category 1 (A b), slug"),
        (b"\xff\xfe", "not UTF-8"),
        (b"", "This file is empty."),
    ):
        file = {"file": ("categories.csv", content, "text/csv")}
        answer = await shopkeeper.browser.post("/admin/categories/import", files=file)
        assert answer.status_code == 400, said
        assert said in answer.text


async def test_a_category_is_merged_on_its_page(market: Market, shopkeeper: Staff) -> None:
    page = await shopkeeper.see("/admin/categories/of/databases")
    assert "Its 2 listings move to the other category." in page.text
    assert "Merge 2 listings move to the category above. This category is deleted." in page.text  # once asked for
    assert page.all("details")
    page = await shopkeeper.send("/admin/categories/of/databases/merge", 400, target="databases")
    assert "Choose another category" in page.text
    page = await shopkeeper.send("/admin/categories/of/databases/merge", target="testing")
    assert "Testing" in page.text
    async with market.world.browser() as visitor:
        assert (await visitor.get("/categories/databases")).headers["location"] == "/categories/testing"


async def test_an_empty_site_chooses_what_to_start_from(staff: Staff) -> None:
    await staff.send("/admin/categories/start/shipped")
    assert len(await staff.ask("select from category")) > 20
    page = await staff.send("/admin/categories/start/empty")
    assert "There are no categories yet." in page.text
