"""Seeing pages and sending forms."""

from typing import Any

import httpx2

from tests.parts.html import Page


async def see(browser: httpx2.AsyncClient, path: str, status: int = 200) -> Page:
    answer = await browser.get(path)
    assert answer.status_code == status, answer.text
    return Page(answer.text)


async def send(browser: httpx2.AsyncClient, path: str, **fields: Any) -> str:
    """Where a form that does its work leads."""
    answer = await browser.post(path, data=fields)
    assert answer.status_code == 303, Page(answer.text).text
    return answer.headers["location"]


async def refused(browser: httpx2.AsyncClient, path: str, **fields: Any) -> Page:
    """The page with what is wrong."""
    answer = await browser.post(path, data=fields)
    assert answer.status_code == 400, answer.text
    return Page(answer.text)
