"""Names in the OpenAPI document: generated clients turn them into types, so each has to be specific."""

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field

from showground.core.calls.context import Context, Site
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.paging import Page, Paged
from showground.surfaces.openapi.document import document
from tests.repo_rules.class_names import find_classes

ROOT = Path(__file__).parents[2]
WHOLE = json.loads((ROOT / "docs" / "openapi.json").read_text())


def find_inline_bodies(found: dict[str, Any]) -> list[str]:
    """Operations with a request or response body that is not a reference to a component."""
    return [
        f"{entry['operationId']}: {media}"
        for methods in found["paths"].values()
        for entry in methods.values()
        for body in [entry.get("requestBody", {}), *entry["responses"].values()]
        for media, content in body.get("content", {}).items()
        if list(content["schema"]) != ["$ref"]
    ]


def find_unsearchable(found: dict[str, Any], classes: dict[str, list[str]]) -> list[str]:
    """Components that are not named after exactly one class, such as `Page_Book_` for `Page[Book]`."""
    return [name for name in found["components"]["schemas"] if len(classes.get(name, [])) != 1]


def test_every_component_has_the_name_of_one_class() -> None:
    assert len(WHOLE["components"]["schemas"]) > 100
    assert find_unsearchable(WHOLE, find_classes(ROOT / "src")) == []


def test_every_body_is_a_component() -> None:
    assert find_inline_bodies(WHOLE) == []


def test_a_generic_page_and_an_inline_body_are_found() -> None:
    class Shelf(BaseModel):
        """A shelf."""

        name: Annotated[str, Field(description="The name.", examples=["North"])]

    @operation("GET /shelves", scope=PUBLIC)
    async def list_shelves(ctx: Context, input: Paged) -> Page[Shelf]:
        """List shelves."""
        raise NotImplementedError

    planted = document([list_shelves], Site("Library", "https://library.example"), {})
    classes = find_classes(ROOT / "src") | {"Shelf": ["here"]}
    assert find_unsearchable(planted, classes) == ["Page_Shelf_"]
    (answer,) = planted["paths"]["/shelves"]["get"]["responses"]["200"]["content"].values()
    answer["schema"] = {"type": "object"}
    assert find_inline_bodies(planted) == ["list_shelves: application/json"]
