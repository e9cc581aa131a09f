"""Drafts the product's name."""

import re
from collections import Counter, defaultdict
from urllib.parse import urlsplit

from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Image, ReadPage
from showground.extraction.site_model import SiteModel, text_of, types_of
from showground.extraction.statements.placeholders import GENERIC_NAMES, is_leftover
from showground.extraction.statements.text_folding import comparable, name_key

NAMED_TYPES = (
    "Organization", "Corporation", "LocalBusiness", "WebSite", "SoftwareApplication", "WebApplication",
    "MobileApplication", "OnlineBusiness", "Brand",
)  # fmt: skip
SEPARATOR = re.compile(r"\s+[|–—·•»:-]\s+|:\s+|\s*[|｜│]\s*|\s*[─━―]+\s*|：")
NAME_SUFFIX = re.compile(r"\s+v?\d+(?:\.\d+)+$|\s+(?:landing page|home ?page|(?:official )?website)$", re.IGNORECASE)
LEGAL_FORM = re.compile(
    r",?\s+(?:inc|ltd|llc|gmbh|ug|ag|bv|b\.v|sas|sarl|sa|s\.a|s\.r\.l|srl|sl|s\.l|oy|ab|as|aps|a/s|oü|kft|pty|plc|"
    r"corp|co|limited|"
    r"corporation|company|technologies inc|labs inc|lda|pte|pvt)\.?(?:\s*\(haftungsbeschränkt\))?(?:\s+ltd\.?)?$",
    re.IGNORECASE,
)
COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)\s*(?:©\s*)?(?:(?:19|20)\d\d(?:\s*[-–]\s*(?:(?:19|20)\d\d|present))?,"
    r"?\s*)?(?:(?:by|of)\s+)?(?P<name>[^.|•·©,]{2,50})",
    re.IGNORECASE,
)
AFTER_HOLDER = re.compile(r"\b(?:all rights|alle rechte|tous droits|todos los|made|built)\b", re.IGNORECASE)
LOGO_WORD = re.compile(r"\b(?:the\s+)?logo(?: of)?\b", re.IGNORECASE)
URL_START = re.compile(r"(?:https?:)?//|www\.", re.IGNORECASE)
SHARED_HOST = re.compile(
    r"\.(?:github\.io|gitlab\.io|codeberg\.page|pages\.dev|netlify\.app|vercel\.app|web\.app|onrender\.com|surge\.sh)$"
)
MIN_SCORE = 3
TOP_BLOCKS, MAX_WORDS, MAX_NAME_WORDS, MIN_LABEL = 40, 60, 4, 5
MIN_SUBDOMAIN = 4  # letters of a subdomain that the title may begin with
DOMAIN_SCORE = 4  # for a name that is the domain


def find_name(site: SiteModel) -> Drafted | None:
    """The name that title, metadata, logo, copyright line and domain agree on best."""
    scores: dict[str, float] = defaultdict(float)
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    quotes: dict[str, list[SourceQuote]] = defaultdict(list)
    for page, written, source, weight in name_candidates(site):
        name = clean_name(written)
        key = name_key(name)
        if (
            not key
            or "," in name
            or comparable(name) in GENERIC_NAMES
            or len(name) > 60
            or len(name.split()) > 5
            or is_leftover(name)
            or URL_START.match(name)
        ):
            continue
        # Below a shared host such as github.io, the subdomain may be a person's, so the title must contain the name.
        if not spellings[key] and (not SHARED_HOST.search(site.domain) or key in name_key(site.home.title)):
            scores[key] += host_match(key, site)
        scores[key] += weight
        spellings[key][name] += 1
        quotes[key].append(SourceQuote(quote=source, url=page.url))
    ranked = sorted(scores, key=lambda key: -scores[key])
    if not ranked or scores[ranked[0]] < MIN_SCORE:
        return name_of_domain(site)
    best = ranked[0]
    if len(ranked) > 1 and scores[ranked[1]] == scores[best] and not domain_match(best, site.domain):
        site.contradiction("name", "its name", [spellings[key].most_common(1)[0][0] for key in ranked[:2]])
        return None
    # Use the most common spelling. Among equals, the first: og:site_name and metadata come first.
    written = [name for name, _ in spellings[best].most_common()]
    value = next((name for name in written if not name.isupper()), written[0])
    with_name = [one for one in quotes[best] if value in one.quote]
    return Drafted(value=value, quotes=sorted(with_name, key=lambda one: one.url != site.home.url)[:2])


def name_of_domain(site: SiteModel) -> Drafted | None:
    """The first words on the home page that match the domain: `Tray Racers` at trayracers.com."""
    label = name_key(site.domain.partition(".")[0])
    if len(label) < MIN_LABEL:
        return None
    shared = bool(SHARED_HOST.search(site.domain))  # may have people's names, so only the headline counts
    for block in site.home.blocks[:TOP_BLOCKS]:
        if shared and (block.tag != "h1" or name_key(block.text) != label):
            continue
        words = block.text.split()[:MAX_WORDS]
        for start, first in enumerate(words):
            if not label.startswith(name_key(first) or "-") or first.islower():
                continue
            for end in range(start + 1, min(start + MAX_NAME_WORDS, len(words)) + 1):
                name = clean_name(" ".join(words[start:end]).strip("\"'“”„«»():;?"))
                if name_key(name) == label:
                    return Drafted(value=name, quotes=[SourceQuote(quote=block.text, url=site.home.url)])
    return None


Candidate = tuple[ReadPage, str, str, float]  # page, name, the text it occurs in, weight


def name_candidates(site: SiteModel) -> list[Candidate]:
    return [*names_in_head(site), *names_in_body(site.home)]


def names_in_head(site: SiteModel) -> list[Candidate]:
    home = site.home
    site_name = home.open_graph.get("og:site_name", "")
    found: list[Candidate] = [(home, site_name, site_name, 3)]
    app_names = [home.meta.get(key, "") for key in ("application-name", "apple-mobile-web-app-title")]
    found += [(home, name, name, 2) for name in app_names]
    nodes = [text_of(node.get("name")) for node in home.json_ld if types_of(node).intersection(NAMED_TYPES)]
    found += [(home, name, name, 3) for name in nodes]
    titles = {page.title: page for page in reversed(site.own_pages())}
    for title, page in titles.items():
        found += [(page, segment, title, 2 if page is home else 0.5) for segment in SEPARATOR.split(title)]
    # `Acme, notes that find themselves`: the part before the comma, if it matches the domain.
    start, comma, _ = home.title.partition(",")
    if comma and domain_match(name_key(start), site.domain) == DOMAIN_SCORE:
        found.append((home, start, home.title, 2))
    return found


def names_in_body(home: ReadPage) -> list[Candidate]:
    """The first logo, the first link home, the first copyright line and the first headline."""
    found: list[Candidate] = []
    logos = [image.alt for image in home.images if image.place in ("header", "nav") and image.alt and is_logo(image)]
    found += [(home, LOGO_WORD.sub("", alt), alt, 2) for alt in logos[:1]]
    links = [link.text for link in home.links if link.place in ("header", "nav") and is_root(link.url, home.url)]
    found += [(home, text, text, 1.5) for text in [text for text in links if text][:1]]
    footer = [block.text for block in home.blocks if block.place == "footer"]
    lines = [(line, text) for text in footer if (line := COPYRIGHT.search(text))]
    found += [(home, AFTER_HOLDER.split(line["name"])[0], text, 2) for line, text in lines[:1]]
    headlines = [block.text for block in home.blocks if block.tag == "h1"]
    found += [(home, text, text, 1) for text in headlines[:1]]
    # The first text on the page, if the title begins with the same words.
    first, title_start = next(iter(home.blocks), None), SEPARATOR.split(home.title)[0]
    if first and name_key(first.text) == name_key(title_start) and len(first.text.split()) <= MAX_NAME_WORDS:
        found.append((home, first.text, first.text, 1.5))
    # `Acme: lists that find themselves`, if the header has the same name.
    headline_start = headlines[0].partition(":")[0] if headlines and ":" in headlines[0] else ""
    above = [block.text for block in home.blocks if block.place in ("header", "nav") and block.text == headline_start]
    found += [(home, headline_start, headlines[0], 3) for _ in above[:1] if headline_start]
    return found


def is_logo(image: Image) -> bool:
    return bool(re.search(r"logo|brand", f"{image.names} {image.alt} {image.url}", re.IGNORECASE))


def is_root(url: str, home: str) -> bool:
    return url.rstrip("/") == home.rstrip("/")


def clean_name(written: str) -> str:
    name = NAME_SUFFIX.sub("", LEGAL_FORM.sub("", " ".join(written.split()).strip(" -–—|·™®©,")))
    return re.sub(r"[™®]", "", name).strip(" .-–—,") if not name.endswith("!") else name


def host_match(key: str, site: SiteModel) -> float:
    """How well a name matches the address. At `kettle.janeroe.com`, the product is `Kettle`, by Jane Roe."""
    subdomain = (urlsplit(site.home.url).hostname or "").removesuffix(site.domain).strip(".")
    label, first = name_key(subdomain), name_key(SEPARATOR.split(site.home.title)[0])
    if label and (first == label or (len(label) >= MIN_SUBDOMAIN and first.startswith(label))):
        return DOMAIN_SCORE if key in (label, first) else 0
    return domain_match(key, site.domain)


def domain_match(key: str, domain: str) -> float:
    label = name_key(domain.partition(".")[0])
    if key in (label, name_key(domain)):
        return DOMAIN_SCORE
    for prefix in ("get", "try", "use", "join", "go", "hello", "my", "the"):
        if label == prefix + key:
            return DOMAIN_SCORE
    for suffix in ("app", "hq", "hr", "ai", "io", "labs", "inc", "software"):
        if label == key + suffix or key == label + suffix:
            return DOMAIN_SCORE
    return 2 if len(key) >= 4 and len(label) >= 4 and (key in label or label in key) else 0
