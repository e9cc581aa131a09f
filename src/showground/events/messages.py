"""The body of a message to a webhook: as Standard Webhooks recommends, or as Slack or Discord want it."""

import json
from datetime import datetime
from typing import Any

from showground.core.calls.context import Site
from showground.events.models import Format
from showground.events.queries.events import StoredEvent, encode_event
from showground.events.rules import KINDS

MAX_TEXT = 700  # Discord refuses messages of more than 2,000 characters, and each may get a backslash


def write_event(form: Format, site: Site, event: StoredEvent, item: str) -> bytes:
    """`item` is what the event is about, encoded; `null` if that is not public."""
    if form == "standard":
        time = json.dumps(event.at.isoformat().replace("+00:00", "Z"))
        return f'{{"type":{json.dumps(event.kind)},"timestamp":{time},"data":{encode_event(event, item)}}}'.encode()
    shown: dict[str, Any] = json.loads(item) or {}
    name = shown.get("name") or shown.get("title") or event.key
    url = shown.get("url") or f"{site.url}{_page(event)}"
    note = ", a test order: no money moved" if event.test else ""
    return _write_chat(form, f"{KINDS.get(event.kind, event.kind)}: {name}{note}", url)


def _page(event: StoredEvent) -> str:
    """Where a person sees more about what has no page of its own in the item."""
    if event.subject == "draft":
        return f"/dashboard/drafts/{event.key}"
    if event.subject == "listing":
        return "" if event.public else "/dashboard"
    return {"order": "/account/orders", "claim": "/dashboard/claims", "award": "/awards"}.get(event.subject, "")


def write_test(form: Format, site: Site, now: datetime) -> bytes:
    if form != "standard":
        return _write_chat(form, f"This is a test from {site.name}.", site.url)
    body = {"type": "webhook.test", "timestamp": now.isoformat().replace("+00:00", "Z"), "data": {"site": site.url}}
    return json.dumps(body).encode()


def _write_chat(form: Format, text: str, url: str) -> bytes:
    """Nothing in the text may mention people or look like a link to somewhere else: listings choose their names."""
    text = " ".join(text.split())[:MAX_TEXT]
    if form == "slack":
        escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        blocks = [
            {"type": "section", "text": {"type": "plain_text", "text": text}},
            {"type": "context", "elements": [{"type": "mrkdwn", "text": f"<{url}>"}]},
        ]
        return json.dumps({"text": escaped, "blocks": blocks}).encode()
    for sign in "\\*_~`|>[]()#<":
        text = text.replace(sign, f"\\{sign}")
    return json.dumps({"content": f"{text}\n{url}", "allowed_mentions": {"parse": []}}).encode()
