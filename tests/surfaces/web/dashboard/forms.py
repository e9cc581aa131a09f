"""Seeing pages and sending forms."""

from typing import Any

import httpx2

from tests.support.html import Page


def check_manners(page: Page, path: str) -> None:
    """What holds for every page: one heading above all, no id twice, words for every control and picture."""
    ids = page.ids()
    assert len(ids) == len(set(ids)), (path, sorted({each for each in ids if ids.count(each) > 1}))
    assert len(page.all("h1")) == 1, path
    labelled = {label.get("for") for label in page.all("label")}
    within = {"radio", "checkbox", "hidden"}  # these stand inside their labels, or are not seen
    for control in page.all("input", "select", "textarea"):
        named = control.get("id") in labelled or "aria-label" in control or control.get("type") in within
        assert named, (path, control)
    for image in page.all("img"):
        assert "alt" in image, (path, image)
    for told in page.all("input", "select", "textarea"):
        assert told.get("aria-describedby") is None or told["aria-describedby"] in ids, (path, told)


async def see(browser: httpx2.AsyncClient, path: str, status: int = 200) -> Page:
    answer = await browser.get(path)
    assert answer.status_code == status, answer.text
    page = Page(answer.text)
    check_manners(page, path)
    return page


async def send(browser: httpx2.AsyncClient, path: str, **fields: Any) -> str:
    """Where a form that does its work leads."""
    answer = await browser.post(path, data=fields)
    assert answer.status_code == 303, Page(answer.text).text
    return answer.headers["location"]


async def refused(browser: httpx2.AsyncClient, path: str, **fields: Any) -> Page:
    """The page with what is wrong."""
    answer = await browser.post(path, data=fields)
    assert answer.status_code == 400, answer.text
    page = Page(answer.text)
    check_manners(page, path)
    return page
