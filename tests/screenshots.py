"""Pictures of every kind of page, wide and narrow, by day and by night: `make screenshots`."""

import argparse
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, expect, sync_playwright

from showground.launches import this_week
from showground.surfaces.web.admin.navigation import STAFF_PAGES as DESKS
from tests.install_browser import PATIENCE_MILLISECONDS, find_chromium
from tests.support.command import free_port, running, showground
from tests.support.dns import DnsServer
from tests.support.postgres import fresh_database, running_server
from tests.support.site import Answer, Site

PAGES = {
    "home": "/",
    "week": "/launches/last",
    "next-week": "/launches/next",
    "weeks": "/launches",
    "search": "/listings?q=team",
    "search-empty": "/listings?q=qwxzyk",
    "search-wrong": "/listings?country=XX",
    "listing": "/listings/siltbase",
    "listing-upcoming": "/listings/lintel-vision",
    "upcoming": "/listings?status=upcoming",
    "soon": "/listings/nobody-knows",
    "reviews": "/listings/siltbase/reviews?sort=lowest",
    "questions": "/listings/siltbase/questions",
    "question": "/listings/siltbase/questions/1",
    "alternatives": "/listings/laneway-share/alternatives",
    "badges": "/listings/siltbase/badges",
    "sign-in": "/sign-in",
    "categories": "/categories",
    "category": "/categories/ai",
    "compare": "/compare?a=roofyield&b=siltbase",
    "compare-pick": "/compare",
    "board": "/leaderboards/community-all-time",
    "billboard": "/leaderboards/billboard",
    "domain-rating": "/leaderboards/domain-rating",
    "revenue": "/leaderboards/revenue",
    "updates": "/updates",
    "founders": "/founders",
    "founder": "/founders/{founder}",
    "blog": "/blog",
    "post": "/blog/{post}",
    "awards": "/awards",
    "newsletter": "/newsletter",
    "newsletter-edition": "/newsletter/{week}",
    "pricing": "/pricing",
    "advertise": "/advertise",
    "rules": "/rules",
    "terms": "/terms",
    "privacy": "/privacy",
    "agents": "/agents",
    "crawler": "/crawler",
    "feeds": "/feeds",
    "not-found": "/nowhere",
    "reference": "/docs/api",
}
OWNERS_PAGES = {
    "submit": "/submit",
    "report": "/listings/siltbase/report",
    "write-review": "/listings/siltbase/reviews",
    "ask": "/listings/siltbase/questions",
    "answer": "/listings/plainhand/questions",
    "reply": "/listings/plainhand/reviews",
    "dashboard": "/dashboard",
    "draft": "{draft}",
    "draft-preview": "{draft}/preview",
    "draft-delete": "{draft}/delete",
    "dashboard-listing": "{listing}",
    "dashboard-live": "{live}",
    "dashboard-launch": "{listing}/launch",
    "dashboard-choose": "/dashboard/order?product=billboard_min",
    "dashboard-launch-upgrade": "{live}/launch?product=billboard_min",
    "dashboard-badge": "{listing}/badge",
    "dashboard-share": "{live}/share",
    "dashboard-edit": "{listing}/edit",
    "dashboard-edit-live": "{live}/edit",
    "own-listing": "/listings/{own}",
    "dashboard-updates": "{live}/updates",
    "dashboard-update": "{update}",
    "dashboard-pictures": "{live}/pictures",
    "dashboard-people": "{live}/people",
    "dashboard-alternatives": "{live}/alternatives",
    "dashboard-revenue": "{live}/revenue",
    "dashboard-versions": "{live}/versions",
    "dashboard-withdraw": "{live}/withdraw",
    "dashboard-claims": "/dashboard/claims",
    "dashboard-interview": "/dashboard/interview",
    "checkout": "{checkout}",
    "order": "{order}",
    "withdrawal": "{order}/withdrawal",
    "invoice": "{order}/invoice",
    "me": "/me",
    "collection": "{collection}",
    "collect": "/listings/siltbase/collect",
    "account": "/account",
    "account-email": "/account/email",
    "account-orders": "/account/orders",
    "account-keys": "/account/keys",
    "account-apps": "/account/apps",
    "account-sessions": "/account/sessions",
    "account-passkeys": "/account/passkeys",
    "account-mail": "/account/mail",
    "account-alerts": "/account/alerts",
    "account-data": "/account/data",
}
STAFF_PAGES = {
    **{address.strip("/").replace("/", "-"): address for _, pages in DESKS for address, _ in pages},
    "admin-listing": "/admin/listings/1",
    "admin-order": "/admin/orders/{number}",
    "admin-category": "/admin/categories/of/ai",
    "admin-post": "/admin/posts/new",
    "admin-text": "/admin/texts/privacy",
    "admin-product": "/admin/products/of/launch",
    "admin-ledger": "/admin/votes/siltbase",
}
OWNER, STAFF = "founder@demo.example", "staff@demo.example"
WIDTHS = (1280, 375)
SCHEMES = ("light", "dark")
OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LOGO = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} 48"><g fill="{1}"><path d="{2}"/>
<path fill-rule="evenodd" d="M24 2l18 26a18 18 0 1 1-36 0zm0 14l-9 13a9 9 0 1 0 18 0z"/></g></svg>"""
WEBSITE: dict[str, Answer | str] = {
    "/": """<!doctype html><html lang="en"><head><title>Brinewise: salt readings for small desalination plants</title>
<meta name="description" content="Salt readings for small desalination plants, on a phone">
<link rel="apple-touch-icon" href="/touch.svg"><link rel="icon" href="/icon.svg"></head><body>
<header><a href="/"><img class="logo" alt="Brinewise logo" src="/logo.svg"></a></header><main>
<h1>Brinewise</h1><p>Salt readings for small desalination plants, on a phone. Brinewise reads the meters you have,
warns before a membrane fouls, and writes the log that inspectors ask for. Founded in 2021 in Valparaíso, Chile.</p>
<h2>Features</h2><ul><li>Reads any meter with a display</li><li>Warns a day before a membrane fouls</li>
<li>Works without a network</li></ul>
<p>Free for one plant, then 30 USD a month. <a href="/about">About us</a> <a href="/pricing">Pricing</a></p>
</main></body></html>""",
    "/logo.svg": Answer(LOGO.format(240, "#0B4A6F", "M60 12h160v8H60zm0 14h110v8H60z"), type="image/svg+xml"),
    "/touch.svg": Answer(LOGO.format(48, "#C8502D", ""), type="image/svg+xml"),
    "/icon.svg": Answer(LOGO.format(48, "#1C1B19", ""), type="image/svg+xml"),
    "/about": """<!doctype html><html lang="en"><head><title>About Brinewise</title></head><body><main><h1>About</h1>
<p>Brinewise was founded in 2021 by Rosario Vidal, who ran the plant of a fishing village.
Write to us at hello@brinewise.test.</p></main></body></html>""",
    "/pricing": """<!doctype html><html lang="en"><head><title>Pricing</title></head><body><main><h1>Pricing</h1>
<p>Free for one plant, then 30 USD a month.</p><h2>Questions</h2><h3>Is there a free plan?</h3>
<p>Yes, for one plant, for as long as you like.</p></main></body></html>""",
}


@dataclass(frozen=True)
class Made:
    """Links that sign in by mail address, and where what the founder made stands."""

    link: Callable[[str], str]
    places: Mapping[str, str]


def take(browser: Browser, site: str, folder: Path, names: list[str], made: Made | None, language: str) -> None:
    """Without `made` only visitors' pages are taken. `language`: the one that the browser prefers."""
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in SCHEMES:
        for width in WIDTHS:
            context = browser.new_context(
                base_url=site,
                viewport={"width": width, "height": 900},
                color_scheme=scheme,
                reduced_motion="reduce",
                locale=language,
            )
            context.set_default_timeout(PATIENCE_MILLISECONDS)
            page = context.new_page()
            places = {
                "founder": context.request.get("/api/v1/founders").json()["items"][0]["slug"],
                "post": context.request.get("/api/v1/blog").json()["items"][0]["slug"],
                "week": this_week(datetime.now(UTC)).isoformat(),
                **(made.places if made else {}),
            }
            for email, pages in ((None, PAGES), (OWNER, OWNERS_PAGES), (STAFF, STAFF_PAGES)):
                wanted = [name for name in names if name in pages]
                if not wanted or (email and made is None):
                    continue
                if email and made:
                    _sign_in(page, made.link(email))
                for name in wanted:
                    page.goto(pages[name].format_map(places))
                    if overhang := page.evaluate(OVERHANG):
                        print(f"{name} at {width}: {overhang} px too wide")  # noqa: T201
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
            context.close()


def _sign_in(page: Page, link: str) -> None:
    page.context.clear_cookies()
    page.goto(urlsplit(link).path)
    page.locator("main form button").first.click()
    page.wait_for_url("**/*")


def make(browser: Browser, site: str, link: str, website: str) -> dict[str, str]:
    """A draft of the little website, and a paid order, made as a founder would; where they stand."""
    page = browser.new_page(base_url=site)
    page.set_default_timeout(PATIENCE_MILLISECONDS)
    _sign_in(page, link)
    page.goto("/dashboard")
    rows = page.locator(".row h3 a")
    listing = rows.first.get_attribute("href") or ""
    live = page.locator(".row", has_text="Live since").last.locator("h3 a").get_attribute("href") or ""
    page.goto("/submit")
    page.get_by_label("Website address").fill(website)
    page.get_by_role("button", name="Read my site").click()
    expect(page.get_by_role("heading", name="Draft of Brinewise")).to_be_visible(timeout=PATIENCE_MILLISECONDS)
    draft = urlsplit(page.url).path
    page.goto(f"{live}/updates")
    page.get_by_label("Headline").fill("Readings in the dark")
    page.locator("#body").fill("The meter is now read without the flash.")
    page.get_by_role("button", name="Post update").click()
    update = page.get_by_role("link", name="Edit: Readings in the dark").get_attribute("href") or ""
    page.goto(live)
    own = page.get_by_role("link", name="View its page").get_attribute("href") or ""
    page.goto(f"{listing}/launch")
    page.get_by_role("button", name="Continue to checkout").click()
    page.wait_for_url("**/checkout/**")
    first = urlsplit(page.url).path
    page.goto(f"{live}/launch")
    page.get_by_role("checkbox", name="Listing check").check()
    page.get_by_role("button", name="Continue to checkout").click()
    page.wait_for_url("**/checkout/**")
    for label, text in {
        "Your name": "Freja Holmgaard",
        "Email for the invoice": "freja@plainhand.example",
        "Street address": "Havnegade 4",
        "Postcode and city": "1058 Copenhagen",
    }.items():
        page.get_by_label(label).fill(text)
    page.locator("select[name=country]").select_option("DK")
    expect(page.get_by_text("VAT, Denmark")).to_be_visible()
    page.locator("#consent").check()
    page.locator("button[value=pay]").click()
    page.wait_for_url("**/sandbox/**")
    page.get_by_role("button", name="Pay in test mode").click()
    page.wait_for_url("**/orders/**")
    expect(page.get_by_text("Completed on")).to_be_visible()  # until then, the page reloads itself
    order = urlsplit(page.url).path
    number = page.locator("h1").inner_text().split()[-1].rstrip(".")
    page.goto("/listings/siltbase")
    page.get_by_role("button", name="Save Siltbase").click()
    page.goto("/me")
    page.get_by_label("New collection").fill("Things that float")
    page.get_by_role("button", name="Create collection").click()
    collection = urlsplit(page.url).path
    page.goto("/listings/siltbase/collect")
    page.get_by_label("Things that float").check()
    page.get_by_role("button", name="Save").click()
    page.close()
    return {
        "collection": collection,
        "listing": listing,
        "live": live,
        "own": own.rpartition("/")[2],
        "update": update,
        "draft": draft,
        "checkout": first,
        "order": order,
        "number": number,
    }


def main() -> None:
    known = [*PAGES, *OWNERS_PAGES, *STAFF_PAGES]
    parser = argparse.ArgumentParser("python -m tests.screenshots", description="Take pictures of every kind of page.")
    parser.add_argument("names", nargs="*", metavar="PAGE", help=f"which: {', '.join(known)} (default: all)")
    parser.add_argument("--folder", type=Path, default=Path("screenshots"), help="where to put them")
    parser.add_argument("--language", default="en", help="of the pages, such as `de`")
    parser.add_argument("--site", help="address of a running Showground; without it, one is started with the demo")
    given = parser.parse_args()
    found = find_chromium()
    if found is None:
        parser.error("there is no Chromium: `make browser` installs one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        names = given.names or known
        if given.site:
            take(browser, given.site, given.folder, names, None, given.language)
            return
        with tempfile.TemporaryDirectory(prefix="showground-pictures-") as folder, Site(WEBSITE) as website:
            Path(folder).chmod(0o755)
            with DnsServer({"brinewise.test": [website.host]}) as dns, running_server(Path(folder)) as server:
                with fresh_database(server) as url:
                    host, port = dns.address
                    settings = {
                        "database_url": url,
                        "rate_limits": "off",
                        "fetch_allow": "127.0.0.0/8",
                        "crawl_seconds": "0",
                        "dns_server": f"{host}:{port}",
                        "languages": ",".join(dict.fromkeys(("en", given.language))),
                    }
                    showground("demo", **settings)
                    at = free_port()
                    address = f"http://localhost:{at}"
                    with running("serve", port=at, site_url=address, **settings) as site:

                        def link(email: str) -> str:
                            return showground("sign-in-link", email, **settings).stdout.split()[-1]

                        site.get("/readyz")  # waits until it is there
                        places = make(browser, address, link(OWNER), website.at("brinewise.test"))
                        take(browser, address, given.folder, names, Made(link, places), given.language)


if __name__ == "__main__":
    main()
