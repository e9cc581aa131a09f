"""Tables of where a listing is seen: referrers, countries, search words, badges and agents."""

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from showground.core.calls.context import Site
from showground.core.languages import Text
from showground.ownership.actions.daily_statistics import Traffic
from showground.surfaces.web.countries import country_name

OTHERS = {"": Text("Not stated"), "*": Text("Others")}
CHANNELS = {"agent_api": "API", "agent_mcp": "MCP", "agent_page": Text("Web page")}


@dataclass(frozen=True, slots=True)
class TrafficTable:
    """Names with their counts, the most frequent first; `note` says what is counted, or why nothing is."""

    title: str
    heads: tuple[str, ...]
    note: str
    total: int = 0
    rows: list[tuple[tuple[str, ...], int]] = field(default_factory=list[tuple[tuple[str, ...], int]])


def list_traffic(sources: Traffic, site: Site, *, counts_countries: bool) -> list[TrafficTable]:
    own = (urlsplit(site.url).hostname or "").removeprefix("www.")

    def table(kind: str, title: str, head: str, note: str, empty: str, name: Callable[[str], str]) -> TrafficTable:
        rows = [((OTHERS.get(one.name) or name(one.name),), one.count) for one in sources.items if one.kind == kind]
        return TrafficTable(title, (head, Text("Count")), note if rows else empty, sources.totals.get(kind, 0), rows)

    return [
        table(
            "referrer",
            Text("Referrers"),
            Text("Website"),
            "",
            Text("No visits yet."),
            lambda host: site.name if host == own else host,
        ),
        table(
            "country",
            Text("Countries"),
            Text("Country"),
            "",
            _no_countries(counts_countries=counts_countries),
            country_name,
        ),
        table(
            "search",
            Text("Searches"),
            Text("Words"),
            "",
            Text(
                "None yet. Words that visitors searched for here are listed once three visitors have used them on a"
                " day."
            ),
            str,
        ),
        table(
            "badge",
            Text("Badge views"),
            Text("Website"),
            "",
            Text("None yet. Views of your badge on other websites are counted here."),
            str,
        ),
        _list_agents(sources),
    ]


def _no_countries(*, counts_countries: bool) -> str:
    if counts_countries:
        return Text("No visits yet.")
    return Text("Countries are not counted on this site.")


def _list_agents(sources: Traffic) -> TrafficTable:
    found = [one for one in sources.items if one.kind in CHANNELS]
    found.sort(key=lambda one: -one.count)
    return TrafficTable(
        Text("Reads by agents"),
        (Text("Agent"), Text("Through"), Text("Count")),
        ""
        if found
        else Text("None yet. Reads by programs are counted here: through the API, through MCP, or of the page."),
        sum(sources.totals.get(kind, 0) for kind in CHANNELS),
        [((one.name or Text("Other programs"), CHANNELS[one.kind]), one.count) for one in found],
    )
