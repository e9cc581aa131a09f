"""Whether a page serves everybody: what axe finds by day and by night, and whether it fits windows of every width."""

from collections.abc import Iterable
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

WIDTHS = (320, 375, 768, 1280, 1920)
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ALL_RULES: list[str] = []
COLOUR_RULES = ["color-contrast", "link-in-text-block"]  # what can differ at night
AXE_SCRIPT = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()

# Returns what axe finds by the rules that are given, or by all. Measuring contrast takes by far the longest, and it
# depends on a few styles alone: text is measured if this tab has not shown any in the same styles before.
AXE = """async (rules) => {
  // Rows of a list are alike: the first three of each shape among siblings are looked at, since every one takes long.
  const shape = (element) => [element.localName, element.getAttribute("class"), ...element.getAttributeNames().sort(),
    "(", ...[...element.children].map(shape), ")"].join(" ");
  const alike = [];
  const look = (parent) => {
    const seen = new Map();
    for (const child of parent.children) {
      const kind = shape(child);
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (seen.get(kind) > 3) alike.push(child); else look(child);
    }
  };
  look(document.body);
  const ignored = new Set(alike.flatMap((row) => [row, ...row.querySelectorAll("*")]));

  getComputedStyle(document.body).color;  // starts what a change of colours makes fade
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();

  // The styles that decide about contrast; null if what lies behind the text cannot be told from its ancestors.
  const colours = (element) => {
    const own = getComputedStyle(element);
    const key = [own.color, own.fontSize, own.fontWeight, own.textShadow, own.textDecorationLine];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none" || style.opacity !== "1" || style.filter !== "none") return null;
      if (style.backgroundColor !== "rgba(0, 0, 0, 0)") key.push(style.backgroundColor);
      if (style.backgroundColor.startsWith("rgb(")) break;  // opaque
      if (["absolute", "fixed", "sticky"].includes(style.position)) return null;
    }
    return key.join(";");
  };
  const KEY = "contrasts that were measured";
  const measured = new Set(JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
  const hasText = (element) => element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const toMeasure = [...document.querySelectorAll("body *")].filter((element) => {
    if (!hasText(element) || !element.checkVisibility() || ignored.has(element)) return false;
    const key = colours(element);
    if (key !== null && measured.has(key)) return false;
    measured.add(key);
    return true;
  });
  sessionStorage.setItem(KEY, JSON.stringify([...measured].filter((key) => key !== null)));
  for (const element of toMeasure) element.dataset.measureContrast = "";
  axe.configure({ rules: [{ id: "color-contrast", selector: "[data-measure-contrast]" }] });

  const context = { include: [document.documentElement], exclude: alike };
  // What passed is not described, and style sheets are not fetched once more: both take long.
  const options = { resultTypes: ["violations"], selectors: false, preload: false };
  if (rules.length) options.runOnly = { type: "rule", values: rules };
  const found = await axe.run(context, options);
  for (const element of toMeasure) delete element.dataset.measureContrast;
  return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`);
}"""


def find_faults(page: Page, *, widths: Iterable[int] = WIDTHS) -> list[str]:
    """What keeps somebody from using a page, by day or by night, and how wide windows must be to show all of it."""
    page.emulate_media(color_scheme="light")
    page.evaluate(AXE_SCRIPT)
    faults: list[str] = page.evaluate(AXE, ALL_RULES)
    page.emulate_media(color_scheme="dark")
    faults += page.evaluate(AXE, COLOUR_RULES)
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate(OVERHANG) > 0:
            faults.append(f"wider than {width} pixels")
    return faults
