"""An agent in the visitor's browser: the page offers it the public tools, and they work."""

from typing import Any

import pytest

from tests.browser.conftest import Visitor

pytestmark = pytest.mark.slow

BROWSER_WITH_AGENT = """
window.tools = {};
const offered = new EventTarget();
const modelContext = {
  registerTool: (tool) => {
    window.tools[tool.name] = tool;
    offered.dispatchEvent(new Event(tool.name));
  },
};
window.untilOffered = (name) => new Promise((resolve) => {
  if (name in window.tools) resolve();
  else offered.addEventListener(name, resolve);
});
Object.defineProperty(document, "modelContext", { value: modelContext });
"""


def test_the_public_tools_are_offered_to_an_agent_in_the_browser(visitor: Visitor) -> None:
    page = visitor.open("/")
    page.context.add_init_script(BROWSER_WITH_AGENT)
    page.reload()
    # Not `wait_for_function`: it asks again by `eval`, which the page's content security policy forbids.
    names: list[str] = page.evaluate("window.untilOffered('search_listings').then(() => Object.keys(window.tools))")
    assert "get_me" not in names  # it needs a sign-in
    found: dict[str, Any] = page.evaluate("window.tools.search_listings.execute({ q: 'database' })")
    assert found["structuredContent"]["total"] > 0
    refused: str = page.evaluate("window.tools.get_listing.execute({}).then((r) => r.content[0].text)")
    assert "slug" in refused


def test_without_an_agent_no_tools_are_asked_for(visitor: Visitor) -> None:
    page = visitor.open("/listings")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload(wait_until="networkidle")
    assert any(url.endswith("webmcp.tools.js") for url in asked)
    assert not any(url.endswith("/mcp") for url in asked)
