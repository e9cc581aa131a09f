"""A page whose path has a number that no database holds is not found, however long the number is."""

import re

import pytest

from showground.core.calls.field_errors import MAX_NUMBER
from showground.surfaces.web.routes import FORMS, PAGES
from tests.support.world import World
from tests.surfaces.web.admin.conftest import staff_of

pytestmark = pytest.mark.anyio

ID = re.compile(r"{\w+:int}")


async def test_no_page_breaks_on_a_large_number(world: World) -> None:
    async with staff_of(world) as staff:
        for number in (MAX_NUMBER, MAX_NUMBER + 1, 10**30, "9" * 5_000):
            for method, routes in (("GET", PAGES), ("POST", FORMS)):
                for path in [path for path, _ in routes if ID.search(path)]:
                    filled = re.sub(r"{\w+}", "x", ID.sub(str(number), path))
                    answer = await staff.browser.request(method, filled, data={} if method == "POST" else None)
                    assert answer.status_code == 404, (method, path, number)
