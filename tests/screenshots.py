"""Pictures of every kind of page, wide and narrow, by day and by night: `make screenshots`."""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

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
WIDTHS = (1280, 375)
SCHEMES = ("light", "dark")


def take(browser: Browser, site: str, folder: Path, names: list[str]) -> None:
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
            for name in names:
                page.goto(PAGES[name].format(founder=founder, post=post))
                page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
            context.close()


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.screenshots", description="Take pictures of every kind of page.")
    parser.add_argument("names", nargs="*", metavar="PAGE", help=f"which: {', '.join(PAGES)} (default: all)")
    parser.add_argument("--folder", type=Path, default=Path("screenshots"), help="where to put them")
    parser.add_argument("--site", help="address of a running Showground; without it, one is started with the demo")
    given = parser.parse_args()
    found = find_chromium()
    if found is None:
        parser.error("there is no Chromium: `make browser` installs one")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        names = given.names or list(PAGES)
        if given.site:
            take(browser, given.site, given.folder, names)
            return
        with tempfile.TemporaryDirectory(prefix="showground-pictures-") as folder:
            Path(folder).chmod(0o755)
            with running_server(Path(folder)) as server, fresh_database(server) as url:
                settings = {"database_url": url, "rate_limits": "off"}
                showground("demo", **settings)
                with running("serve", port=free_port(), **settings) as site:
                    take(browser, site.url, given.folder, names)


if __name__ == "__main__":
    main()
