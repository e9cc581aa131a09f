"""Where views come from: counted by day, by name only where that leads to nobody."""

from datetime import date, timedelta

import pytest

from showground.launches import Views
from showground.launches import views as views_module
from showground.launches.queries.traffic import DaySource
from showground.launches.traffic_sources import find_agent, find_host, find_search_words
from showground.launches.views import limit_names
from tests.launches.test_views import BROWSER
from tests.support.launch_world import Fair
from tests.support.world import NOW

pytestmark = pytest.mark.anyio

SITE = "https://directory.example"
AT = NOW.timestamp()


@pytest.mark.parametrize(
    ("referrer", "host"),
    [
        ("https://news.example/item?id=1&who=ada", "news.example"),
        ("https://www.News.example:8443/", "news.example"),
        ("https://ada:secret@news.example/", "news.example"),
        ("android-app://com.example.reader/", "com.example.reader"),
        ("", ""),
        ("about:blank", ""),
        ("file:///home/ada/page.html", ""),
        ("https://[::1]/", ""),
        ("https://[broken", ""),
        ("http://localhost:8000/", "localhost"),
        ("https://<script>.example/", ""),
        ("https://" + "a" * 300 + ".example/", ""),
    ],
)
def test_of_a_referrer_only_the_host_is_kept(referrer: str, host: str) -> None:
    assert find_host(referrer) == host


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/listings?q=Small++Databases", "small databases"),
        ("/listings?q=%E6%BD%AE%E6%B1%90&sort=votes", "潮汐"),
        ("/listings?q=", None),
        ("/listings", None),
        ("/categories/ai?q=databases", None),
        ("/listings?q=ada@mail.example", None),
        ("/listings?q=0151+2345678", None),
        ("/listings?q=a%00b", None),
        ("/listings?q=" + "long+" * 30, None),
        ("/listings?" + "a=b&" * 50, None),
    ],
)
def test_search_words_are_those_of_our_search_page_and_no_addresses(address: str, words: str | None) -> None:
    assert find_search_words(SITE + address) == words


@pytest.mark.parametrize(
    ("agent", "company"),
    [
        ("Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)", "OpenAI"),
        ("Claude-User/1.0", "Anthropic"),
        ("Mozilla/5.0 (compatible; PerplexityBot/1.0)", "Perplexity"),
        ("Mozilla/5.0 (compatible; Googlebot/2.1)", None),
        ("curl/8.5", None),
        (BROWSER, None),
    ],
)
def test_agents_are_known_by_their_company(agent: str, company: str | None) -> None:
    assert find_agent(agent) == company


async def stored(fair: Fair) -> list[tuple[str, str, int]]:
    rows = await fair.ask("select kind, name, sum(count)::int from traffic_day group by 1, 2 order by 1, 2")
    return [(kind, name, count) for kind, name, count in rows]


async def test_views_are_counted_with_their_sources(fair: Fair) -> None:
    await fair.add("quince")
    views, database = Views(SITE), fair.world.dispatcher.database
    views.note("quince", "ada", BROWSER, AT, referrer="https://news.example/a", country="DE")
    views.note("quince", "ada", BROWSER, AT, referrer="https://other.example/", country="FR")  # counted already
    views.note("quince", "ben", BROWSER, AT, referrer="https://news.example/b")
    views.note("quince", "cy", "Googlebot/2.1", AT, referrer="https://spam.example/")
    views.note("quince", "dee", "GPTBot/1.2", AT)
    views.note_read("quince", "rest", "my-script/1", AT)
    views.note_read("quince", "mcp", "claude-code/2", AT)
    views.note_badge("quince", "ada", BROWSER, AT, "https://quince.example/")
    views.note_badge("quince", "ada", BROWSER, AT, "https://quince.example/")  # in the same hour
    views.note_badge("quince", "ben", BROWSER, AT, SITE + "/listings/quince/badges")  # our own page
    views.note_badge("quince", "cy", "curl/8", AT, "https://quince.example/")
    views.note_read("gone", "rest", "my-script/1", AT)  # a listing that is gone
    for _ in range(2):
        await views.write_noted(database)
    assert await stored(fair) == [
        ("agent_api", "", 1),
        ("agent_mcp", "Anthropic", 1),
        ("agent_page", "OpenAI", 1),
        ("badge", "quince.example", 1),
        ("country", "DE", 1),
        ("referrer", "news.example", 2),
    ]
    assert await fair.ask("select views from listing") == [(2,)]


async def test_search_words_are_stored_only_if_several_visitors_of_a_day_used_them(fair: Fair) -> None:
    await fair.add("quince")
    views, database = Views(SITE), fair.world.dispatcher.database

    def search(visitor: str, words: str, at: float = AT) -> None:
        views.note("quince", visitor, BROWSER, at, referrer=f"{SITE}/listings?q={words}")

    for visitor in ("ada", "ben"):
        search(visitor, "jam")
        search(visitor, "jam", AT + 3600)  # the same person an hour later
    await views.write_noted(database)
    assert [row for row in await stored(fair) if row[0] == "search"] == []
    search("cy", "jam", AT + 3600)
    search("dee", "JAM", AT + 3600)
    search("eve", "her+name", AT + 3600)
    await views.write_noted(database)
    assert [row for row in await stored(fair) if row[0] == "search"] == [("search", "jam", 4)]
    tomorrow = (NOW + timedelta(days=1)).timestamp()
    search("fay", "jam", tomorrow)  # every day begins anew
    views.note("quince", "gil", BROWSER, tomorrow, referrer="https://other.example/listings?q=jam")
    await views.write_noted(database)
    assert [row for row in await stored(fair) if row[0] == "search"] == [("search", "jam", 4)]


def test_invented_names_do_not_fill_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views_module, "MAX_NAMES", 3)
    day = date(2026, 11, 9)
    found = [DaySource(1, day, "referrer", f"{n}.example", 1) for n in range(6)] + [
        DaySource(1, day, "country", "DE", 1)
    ]
    known = {(1, day, "referrer"): {"5.example", "old.example"}}
    assert limit_names(found, known) == [
        DaySource(1, day, "referrer", "0.example", 1),
        DaySource(1, day, "referrer", "*", 4),
        DaySource(1, day, "referrer", "5.example", 1),
        DaySource(1, day, "country", "DE", 1),
    ]
