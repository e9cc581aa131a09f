"""Pictures of every kind of page, wide and narrow, by day and by night: `make screenshots`."""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import find_chromium
from tests.parts.command import free_port, running, showground
from tests.parts.postgres import fresh_database, running_server

PAGES = {
    "home": "/",
    "week": "/launches/last",
    "next-week": "/launches/next",
    "weeks": "/launches",
    "search": "/listings?q=database",
    "search-empty": "/listings?q=nothing-at-all",
    "search-wrong": "/listings?country=XX",
    "listing": "/listings/siltbase",
    "listing-upcoming": "/listings?status=upcoming",
    "reviews": "/listings/siltbase/reviews",
    "alternatives": "/listings/siltbase/alternatives",
    "badges": "/listings/siltbase/badges",
    "report": "/listings/siltbase/report",
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
    "rules": "/rules",
    "privacy": "/privacy",
    "agents": "/agents",
    "crawler": "/crawler",
    "feeds": "/feeds",
    "not-found": "/nowhere",
    "reference": "/docs/api",
}
OWNERS_PAGES = {
    "submit": "/submit",
    "dashboard": "/dashboard",
    "dashboard-listing": "{listing}",
    "dashboard-launch": "{listing}/launch",
    "dashboard-badge": "{listing}/badge",
    "dashboard-facts": "{listing}/facts",
    "dashboard-story": "{listing}/story",
    "dashboard-people": "{listing}/people",
    "dashboard-versions": "{listing}/versions",
    "dashboard-claims": "/dashboard/claims",
    "dashboard-interview": "/dashboard/interview",
    "account-orders": "/account/orders",
}
OWNER = "founder@demo.example"
WIDTHS = (1280, 375)
SCHEMES = ("light", "dark")


def take(browser: Browser, site: str, folder: Path, names: list[str], make_link: Callable[[], str] | None) -> None:
    """`make_link` gives a link that signs in as the demo's owner; without it only visitors' pages are taken."""
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in SCHEMES:
        for width in WIDTHS:
            context = browser.new_context(
                base_url=site,
                viewport={"width": width, "height": 900},
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            page = context.new_page()
            founder = context.request.get("/api/v1/founders").json()["items"][0]["slug"]
            post = context.request.get("/api/v1/blog").json()["items"][0]["slug"]
            addresses = {name: path.format(founder=founder, post=post) for name, path in PAGES.items()}
            for name in [name for name in names if name in PAGES]:
                page.goto(addresses[name])
                page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
            owned = [name for name in names if name in OWNERS_PAGES]
            if make_link and owned:
                listing = _sign_in(page, make_link())
                for name in owned:
                    page.goto(OWNERS_PAGES[name].format(listing=listing))
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
            context.close()


def _sign_in(page: Page, link: str) -> str:
    """Sign in; gives the address of the newest listing on the dashboard."""
    page.goto(urlsplit(link).path)
    page.get_by_role("button", name="Sign in").click()
    page.goto("/dashboard")
    return page.locator(".row h3 a").first.get_attribute("href") or "/dashboard"


def main() -> None:
    known = [*PAGES, *OWNERS_PAGES]
    parser = argparse.ArgumentParser("python -m tests.screenshots", description="Take pictures of every kind of page.")
    parser.add_argument("names", nargs="*", metavar="PAGE", help=f"which: {', '.join(known)} (default: all)")
    parser.add_argument("--folder", type=Path, default=Path("screenshots"), help="where to put them")
    parser.add_argument("--site", help="address of a running Showground; without it, one is started with the demo")
    given = parser.parse_args()
    found = find_chromium()
    if found is None:
        parser.error("there is no Chromium: `make browser` installs one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        names = given.names or known
        if given.site:
            take(browser, given.site, given.folder, names, None)
            return
        with tempfile.TemporaryDirectory(prefix="showground-pictures-") as folder:
            Path(folder).chmod(0o755)
            with running_server(Path(folder)) as server, fresh_database(server) as url:
                settings = {"database_url": url, "rate_limits": "off"}
                showground("demo", **settings)
                with running("serve", port=free_port(), **settings) as site:

                    def make_link() -> str:
                        return showground("sign-in-link", OWNER, **settings).stdout.split()[-1]

                    site.get("/readyz")  # waits until it is there
                    take(browser, site.url.replace("127.0.0.1", "localhost"), given.folder, names, make_link)


if __name__ == "__main__":
    main()
