"""Where a view comes from, by what its request says. Pure; nothing here identifies a person."""

import re
from functools import lru_cache
from typing import Literal
from urllib.parse import parse_qs, urlsplit

SourceKind = Literal["referrer", "country", "search", "badge", "agent_api", "agent_mcp", "agent_page"]

UNKNOWN = ""  # the name of a source that did not say who it is
OTHERS = "*"  # the name for all sources beyond the limit of those counted by name
SEARCH_PAGE = "/listings"
MAX_SEARCH_LENGTH = 60
HOST = re.compile(r"(?=.{1,100}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*")
PERSONAL = re.compile(r"@|\d{5}")  # parts of email addresses and of phone and card numbers

# Companies whose programs read pages for people or models, by what their user agents say.
AGENTS = {
    "OpenAI": r"gptbot|chatgpt|oai-searchbot|openai",
    "Anthropic": r"claude|anthropic",
    "Perplexity": r"perplexity",
    "Google": r"google-cloudvertexbot|googleagent|gemini|google-notebooklm",
    "Mistral": r"mistralai",
    "Meta": r"meta-external|facebookbot",
    "Amazon": r"amazonbot|bedrockbot",
    "Apple": r"applebot",
    "ByteDance": r"bytespider",
    "DuckDuckGo": r"duckassist",
    "Cohere": r"cohere",
    "You.com": r"youbot",
    "Common Crawl": r"ccbot",
}
AGENT = re.compile("|".join(f"(?P<agent{place}>{names})" for place, names in enumerate(AGENTS.values())), re.IGNORECASE)
COMPANIES = tuple(AGENTS)


@lru_cache(2_000)
def find_agent(user_agent: str) -> str | None:
    """The company whose agent this is; None if it is none that we know."""
    found = AGENT.search(user_agent)
    return COMPANIES[int((found.lastgroup or "agent0").removeprefix("agent"))] if found else None


def find_host(referrer: str) -> str:
    """The host of a referring page without `www.`, or the name of an Android app; unknown if it says neither."""
    try:
        parts = urlsplit(referrer)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return UNKNOWN
    return host if parts.scheme in ("http", "https", "android-app") and HOST.fullmatch(host) else UNKNOWN


def find_search_words(referrer: str) -> str | None:
    """The words of a search on our own search page; None if the visitor does not come from one, or if the words look
    like an address or a number of somebody."""
    try:
        parts = urlsplit(referrer)
        given = parse_qs(parts.query, max_num_fields=20).get("q", [""])[0]
    except ValueError:
        return None
    words = " ".join(given.casefold().split())
    if parts.path != SEARCH_PAGE or not 0 < len(words) <= MAX_SEARCH_LENGTH:
        return None
    return words if words.isprintable() and not PERSONAL.search(words) else None
