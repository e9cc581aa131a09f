"""The product's name."""

import re
from collections import Counter, defaultdict
from urllib.parse import urlsplit

from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Image, ReadPage
from showground.extraction.site_model import SiteModel, text_of, types_of
from showground.extraction.statements.placeholders import GENERIC_NAMES, is_leftover
from showground.extraction.statements.text_folding import comparable, name_key

NAMED = (
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
AFTER_NAME = re.compile(r"\b(?:all rights|alle rechte|tous droits|todos los|made|built)\b", re.IGNORECASE)
LOGO_WORD = re.compile(r"\b(?:the\s+)?logo(?: of)?\b", re.IGNORECASE)
ADDRESS = re.compile(r"(?:https?:)?//|www\.", re.IGNORECASE)
SHARED_HOST = re.compile(
    r"\.(?:github\.io|gitlab\.io|codeberg\.page|pages\.dev|netlify\.app|vercel\.app|web\.app|onrender\.com|surge\.sh)$"
)
MIN_SCORE = 3
TOP_BLOCKS, MAX_WORDS, MAX_NAME_WORDS, MIN_LABEL = 40, 60, 4, 5
MIN_PLACE = 4  # letters of a name below the domain that more words may follow
SAME_NAME = 4  # score of a name that is the domain's


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
            or ADDRESS.match(name)
        ):
            continue
        # Where people get a place under a host's domain, it is theirs: the product's name is in the title, too.
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
    # Of several spellings, the one used most; JSON-LD and og:site_name come first among equals.
    written = [name for name, _ in spellings[best].most_common()]
    value = next((name for name in written if not name.isupper()), written[0])
    said = [one for one in quotes[best] if value in one.quote]
    return Drafted(value=value, quotes=sorted(said, key=lambda one: one.url != site.home.url)[:2])


def name_of_domain(site: SiteModel) -> Drafted | None:
    """The first words on the home page that are the domain's: `Tray Racers` at trayracers.com."""
    label = name_key(site.domain.partition(".")[0])
    if len(label) < MIN_LABEL:
        return None
    shared = bool(SHARED_HOST.search(site.domain))  # whose names are also those of people, so only the headline counts
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
    named = [home.meta.get(key, "") for key in ("application-name", "apple-mobile-web-app-title")]
    found += [(home, name, name, 2) for name in named]
    nodes = [text_of(node.get("name")) for node in home.json_ld if types_of(node).intersection(NAMED)]
    found += [(home, name, name, 3) for name in nodes]
    titles = {page.title: page for page in reversed(site.own_pages())}
    for title, page in titles.items():
        found += [(page, segment, title, 2 if page is home else 0.5) for segment in SEPARATOR.split(title)]
    # `Acme, notes that find themselves`: what is before the comma, if it is the domain's name.
    start, comma, _ = home.title.partition(",")
    if comma and domain_match(name_key(start), site.domain) == SAME_NAME:
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
    found += [(home, AFTER_NAME.split(line["name"])[0], text, 2) for line, text in lines[:1]]
    headlines = [block.text for block in home.blocks if block.tag == "h1"]
    found += [(home, text, text, 1) for text in headlines[:1]]
    # What the page shows first, if its title begins with the same words.
    first, begins = next(iter(home.blocks), None), SEPARATOR.split(home.title)[0]
    if first and name_key(first.text) == name_key(begins) and len(first.text.split()) <= MAX_NAME_WORDS:
        found.append((home, first.text, first.text, 1.5))
    # `Acme: lists that find themselves`, below the same name in the header.
    begun = headlines[0].partition(":")[0] if headlines and ":" in headlines[0] else ""
    above = [block.text for block in home.blocks if block.place in ("header", "nav") and block.text == begun]
    found += [(home, begun, headlines[0], 3) for _ in above[:1] if begun]
    return found


def is_logo(image: Image) -> bool:
    return bool(re.search(r"logo|brand", f"{image.names} {image.alt} {image.url}", re.IGNORECASE))


def is_root(url: str, home: str) -> bool:
    return url.rstrip("/") == home.rstrip("/")


def clean_name(written: str) -> str:
    name = NAME_SUFFIX.sub("", LEGAL_FORM.sub("", " ".join(written.split()).strip(" -–—|·™®©,")))
    return re.sub(r"[™®]", "", name).strip(" .-–—,") if not name.endswith("!") else name


def host_match(key: str, site: SiteModel) -> float:
    """How well a name fits the address; at `kettle.janeroe.com` the product is `Kettle`, and Jane Roe made it."""
    below = (urlsplit(site.home.url).hostname or "").removesuffix(site.domain).strip(".")
    label, first = name_key(below), name_key(SEPARATOR.split(site.home.title)[0])
    if label and (first == label or (len(label) >= MIN_PLACE and first.startswith(label))):
        return SAME_NAME if key in (label, first) else 0
    return domain_match(key, site.domain)


def domain_match(key: str, domain: str) -> float:
    label = name_key(domain.partition(".")[0])
    if key in (label, name_key(domain)):
        return SAME_NAME
    for prefix in ("get", "try", "use", "join", "go", "hello", "my", "the"):
        if label == prefix + key:
            return SAME_NAME
    for suffix in ("app", "hq", "hr", "ai", "io", "labs", "inc", "software"):
        if label == key + suffix or key == label + suffix:
            return SAME_NAME
    return 2 if len(key) >= 4 and len(label) >= 4 and (key in label or label in key) else 0
