"""Which app shows what: an operation has the app of the model that it returns."""

from dataclasses import dataclass
from typing import Any

import mcp_types as types
from mcp.server.apps import APP_MIME_TYPE, ResourceCsp
from pydantic import BaseModel

from showground.core.calls.action import Operation
from showground.core.calls.context import Site
from showground.drafting import Draft
from showground.listings import Comparison, Listing
from showground.orders import Order, OrderQuote
from showground.surfaces.mcp.apps.page import write_page

PREFIX = "ui://directory/"


@dataclass(frozen=True, slots=True)
class McpApp:
    """A page for the answers that are one of these models. Its script has its name."""

    name: str
    title: str
    description: str
    models: tuple[type[BaseModel], ...]
    shows_logos: bool = False

    @property
    def uri(self) -> str:
        return f"{PREFIX}{self.name}"

    def entry(self, site: Site) -> types.Resource:
        return types.Resource(
            uri=self.uri,
            name=f"{self.name}_app",
            title=self.title,
            description=self.description,
            mime_type=APP_MIME_TYPE,
            _meta=self._meta(site),
        )

    def read(self, site: Site) -> types.TextResourceContents:
        page = write_page(self.name, self.title, site)
        return types.TextResourceContents(uri=self.uri, mime_type=APP_MIME_TYPE, text=page, _meta=self._meta(site))

    def _meta(self, site: Site) -> dict[str, Any]:
        """What the page may load: nothing, or the logos that this site hosts."""
        domains = [site.url] if self.shows_logos else []
        csp = ResourceCsp(connect_domains=[], resource_domains=domains, frame_domains=[], base_uri_domains=[])
        return {"ui": {"csp": csp.model_dump(by_alias=True), "prefersBorder": True}}


APPS = (
    McpApp("listing", "Listing card", "A listing with its facts and where they come from.", (Listing,), True),
    McpApp("comparison", "Comparison", "Two listings side by side.", (Comparison,), True),
    McpApp("draft", "Draft review", "Every value of a draft beside the quote that supports it.", (Draft,)),
    McpApp("order", "Order", "What an order costs, and the button to its checkout.", (OrderQuote, Order)),
)
BY_MODEL = {model: app for app in APPS for model in app.models}


def find_app(operation: Operation[Any, Any]) -> McpApp | None:
    return BY_MODEL.get(operation.output)
