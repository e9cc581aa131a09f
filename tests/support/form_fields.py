"""A form of a page as a browser would send it untouched."""

from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode


def fields_of_form(html: str, selector: str = "form.desk-form") -> dict[str, Any]:
    """The values of the first form that the CSS selector finds."""
    form = LexborHTMLParser(html).css_first(selector)
    assert form is not None, selector
    found: dict[str, list[str]] = {}
    for control in form.css("input, textarea, select"):
        name, value = control.attributes.get("name"), _value(control)
        if name and value is not None and "disabled" not in control.attributes:
            found.setdefault(name, []).append(value)
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


def _value(control: LexborNode) -> str | None:
    """None for a box that is not ticked."""
    kind = control.attributes.get("type")
    if control.tag == "select":
        chosen = control.css_first("option[selected]") or control.css_first("option")
        return (chosen.attributes.get("value") or "") if chosen else None
    if control.tag == "textarea":
        return control.text()
    if kind in ("checkbox", "radio"):
        return (control.attributes.get("value") or "on") if "checked" in control.attributes else None
    return control.attributes.get("value") or ""
