"""Whether a page serves everybody: what axe finds by day and by night, and whether it fits windows of every width."""

from collections.abc import Iterable
from pathlib import Path

import axe_playwright_python
from playwright.async_api import Page as AsyncPage
from playwright.sync_api import Page

WIDTHS = (320, 375, 768, 1920, 1280)  # the usual one last, in which the test goes on
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
ALL_RULES: list[str] = []
COLOUR_RULES = ["color-contrast", "link-in-text-block"]  # what can differ at night
measured: set[str] = set()  # the colours that this process has seen to be told apart well, on any page
LACKS_AXE = "!('axe' in window)"
AXE_SCRIPT = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()

# Returns what axe finds by the rules that are given, or by all, and which colours it measured. Measuring takes by far
# the longest, and it depends on a few styles alone: what is among `known` is left out.
AXE = """async ([rules, known]) => {
  // Rows of a list are alike: the first three of each shape among siblings are looked at, since every one takes long.
  // The others are taken out of the page for as long as axe works, which would go through them for every rule.
  const keep = (find) => {
    const found = new Map();
    return (element) => {
      if (!found.has(element)) found.set(element, find(element));
      return found.get(element);
    };
  };
  const shape = keep((element) => [element.localName, element.getAttribute("class"),
    ...element.getAttributeNames().sort(), "(", ...[...element.children].map(shape), ")"].join(" "));
  const alike = [];
  const look = (parent) => {
    const seen = new Map();
    for (const child of parent.children) {
      const kind = shape(child);
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (seen.get(kind) > 3 && !child.selected) alike.push(child);  // without a chosen option, another would be chosen
      else look(child);
    }
  };
  look(document.body);
  const ignored = new Set(alike.flatMap((row) => [row, ...row.querySelectorAll("*")]));

  getComputedStyle(document.body).color;  // starts what a change of colours makes fade
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();

  // The styles that decide about contrast; null if what lies behind the text need not be one of its ancestors.
  const behind = keep((element) => {
    const style = getComputedStyle(element);
    const key = [style.backgroundColor, style.backgroundImage, style.opacity, style.filter].join(";");
    if (style.backgroundColor.startsWith("rgb(") && style.opacity === "1") return key;  // opaque
    let parent = element.parentElement;
    let within = "";
    if (["absolute", "fixed", "sticky"].includes(style.position)) {
      // It lies above the rest of a box that it does not leave: known by the shape and the backgrounds of that box.
      parent = element.offsetParent;
      if (style.position !== "absolute" || !parent || parent === document.body) return null;
      const [own, box] = [element.getBoundingClientRect(), parent.getBoundingClientRect()];
      if (own.left < box.left || own.top < box.top || own.right > box.right || own.bottom > box.bottom) return null;
      const rest = [...parent.querySelectorAll("*")].map((other) => getComputedStyle(other).backgroundColor);
      within = [shape(parent), ...rest].join(";");
    }
    const rest = parent ? behind(parent) : "";
    return rest === null ? null : `${key};${within};${rest}`;
  });
  const colours = keep((element) => {
    const own = getComputedStyle(element);
    const size = parseFloat(own.fontSize);
    const isLarge = size >= 24 || size >= 18.66 && own.fontWeight >= 700;  // needs less contrast
    return behind(element) && [own.color, isLarge, own.textShadow, behind(element)].join(";");
  });
  const measured = new Set(known);
  const isNew = (key) => key === null || !measured.has(key) && measured.add(key);
  const hasText = (element) => element.matches("input, select, textarea") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const shown = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && element.offsetWidth > 1 && !ignored.has(element));  // of 1 pixel: to be heard only
  const texts = shown.filter((element) => hasText(element) && isNew(colours(element)));
  // A link within a sentence differs from it by its colour, a line, or its font.
  const isInline = (element) => /^(inline|contents|ruby)/.test(getComputedStyle(element).display);
  const hasOwnWords = keep((block) => {
    const nodes = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { data, parentElement } = nodes.currentNode;
      if (data.trim() && !parentElement.closest("a[href]")) return true;
    }
    return false;
  });
  const links = shown.filter((element) => {
    if (!element.matches("a[href]") || getComputedStyle(element).display !== "inline") return false;
    let block = element.parentElement;
    while (isInline(block)) block = block.parentElement;
    if (!hasOwnWords(block)) return false;  // a list of links, not a sentence
    const [own, around] = [getComputedStyle(element), getComputedStyle(block)];
    const fonts = ["fontFamily", "fontSize", "fontStyle", "fontWeight"].map((name) => own[name] === around[name]);
    const key = [colours(element), "in", colours(block), own.display, own.border, own.textDecorationLine, ...fonts];
    return isNew(key.includes(null) ? null : key.join(";"));
  });
  if (rules.length && !texts.length && !links.length) return [[], []];
  for (const element of texts) element.dataset.measureText = "";
  for (const element of links) element.dataset.measureLink = "";
  axe.configure({ rules: [
    { id: "color-contrast", selector: "[data-measure-text]" },
    { id: "link-in-text-block", selector: "[data-measure-link]" },
  ] });

  const places = alike.map((row) => [row, document.createComment("")]);
  const leave = () => places.forEach(([row, place]) => row.replaceWith(place));
  const comeBack = () => places.forEach(([row, place]) => place.replaceWith(row));
  // What passed is not described, and style sheets are not fetched once more: both take long.
  const options = { resultTypes: ["violations"], selectors: false, preload: false };
  if (rules.length) options.runOnly = { type: "rule", values: rules };
  leave();
  const found = await axe.run(document, options).finally(comeBack);
  for (const element of texts) delete element.dataset.measureText;
  for (const element of links) delete element.dataset.measureLink;
  return [found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`), [...measured]];
}"""


def find_faults(page: Page, *, widths: Iterable[int] = WIDTHS) -> list[str]:
    """What keeps somebody from using a page, by day or by night, and how wide windows must be to show all of it."""
    page.emulate_media(color_scheme="light")
    faults = find_faults_as_shown(page)
    page.emulate_media(color_scheme="dark")
    faults += note(page.evaluate(AXE, [COLOUR_RULES, list(measured)]))
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        if page.evaluate(OVERHANG) > 0:
            faults.append(f"wider than {width} pixels")
    return faults


def bring_axe(page: Page) -> None:
    """Have whatever is opened in this page from now on come with axe, for tests that go through many pages.

    It takes a third of the CPU time of sending the script to each: the browser has it, and compiles it once.
    """
    page.add_init_script(AXE_SCRIPT)


def find_faults_as_shown(page: Page) -> list[str]:
    """What axe finds in the page's present colours and width."""
    if page.evaluate(LACKS_AXE):
        page.evaluate(AXE_SCRIPT)
    return note(page.evaluate(AXE, [ALL_RULES, list(measured)]))


async def find_faults_async(page: AsyncPage) -> list[str]:
    """The same as `find_faults`, for the pages of asynchronous tests; they are light and wide again afterwards."""
    if await page.evaluate(LACKS_AXE):
        await page.evaluate(AXE_SCRIPT)
    faults = note(await page.evaluate(AXE, [ALL_RULES, list(measured)]))
    await page.emulate_media(color_scheme="dark")
    faults += note(await page.evaluate(AXE, [COLOUR_RULES, list(measured)]))
    await page.emulate_media(color_scheme="light")
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 800})
        if await page.evaluate(OVERHANG) > 0:
            faults.append(f"wider than {width} pixels")
    return faults


def note(found: tuple[list[str], list[str]]) -> list[str]:
    """The faults that axe found. If there are none, the colours need not be measured again."""
    faults, colours = found
    if not faults:
        measured.update(colours)
    return faults
