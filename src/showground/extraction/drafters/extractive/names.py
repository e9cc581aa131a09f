"""The product's name, tagline, short description and description."""

import re
from collections import Counter, defaultdict

from showground.extraction.proposal import Drafted, SourceQuote
from showground.extraction.reading.pages import Block, Image, ReadPage
from showground.extraction.site_model import ABOUT_OTHERS, HEADINGS, SiteModel, quote, same, text_of, types_of
from showground.extraction.statements.machine_text import is_for_machines
from showground.extraction.statements.money import find_prices
from showground.extraction.statements.people import is_person_name
from showground.extraction.statements.placeholders import GENERIC_NAMES, is_leftover, is_version
from showground.extraction.statements.text_folding import UNSPACED, bare, comparable, sentences

NAMED = (
    "Organization", "Corporation", "LocalBusiness", "WebSite", "SoftwareApplication", "WebApplication",
    "MobileApplication", "OnlineBusiness", "Brand",
)  # fmt: skip
SEPARATOR = re.compile(r"\s+[|–—·•»:-]\s+|:\s+|\s*[|｜│]\s*|\s*[─━―]+\s*|：")
VERSION = re.compile(r"\s+v?\d+(?:\.\d+)+$", re.IGNORECASE)
LEGAL_FORM = re.compile(
    r",?\s+(?:inc|ltd|llc|gmbh|ug|ag|bv|b\.v|sas|sarl|sa|s\.a|s\.r\.l|srl|sl|s\.l|oy|ab|as|aps|a/s|oü|kft|pty|plc|"
    r"corp|co|limited|"
    r"corporation|company|technologies inc|labs inc|lda|pte|pvt)\.?(?:\s*\(haftungsbeschränkt\))?(?:\s+ltd\.?)?$",
    re.IGNORECASE,
)
COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)\s*(?:©\s*)?(?:(?:19|20)\d\d(?:\s*[-–]\s*(?:(?:19|20)\d\d|present))?,"
    r"?\s*)?(?:by\s+)?(?P<name>[^.|•·©,]{2,50})",
    re.IGNORECASE,
)
AFTER_NAME = re.compile(r"\b(?:all rights|alle rechte|tous droits|todos los|made|built)\b", re.IGNORECASE)
LOGO_WORD = re.compile(r"\b(?:the\s+)?logo(?: of)?\b", re.IGNORECASE)
NO_HEADLINE = re.compile(
    r"^(?:(?:welcome|hello|hi|cookies?|we value|we use|this (?:web)?site|(?:your )?privacy|by clicking|accept)\b"
    r"|(?:home|log ?in|sign ?(?:in|up)|menu|error|get started|start free|book a demo|learn more)"
    r"(?:$|\s+(?:now|to your|page|\d))"
    r"|(?:our |the )?(?:mission|vision|story|values|team|services|features|pricing|products?|about(?: us)?|blog|news|"
    r"contact(?: us)?|screenshots?|downloads?)\W*$|skip to\b|latest (?:release|version)|new in\b|version \d|v?\d+\.\d"
    r"|get it\b|available (?:on|now|for)\b|download (?:on|for|now|the)\b|how (?:does )?.{1,20} works?\b|loading\b"
    r"|for sale\b|my youtube\b|.*\b(?:see|click|tap|read) (?:here|more)\b)",
    re.IGNORECASE,
)
MAX_PARAGRAPHS = 6
MAX_DESCRIPTION_LENGTH = 4_000


def find_name(site: SiteModel) -> Drafted | None:
    """The name that title, metadata, logo, copyright line and domain agree on best."""
    scores: dict[str, float] = defaultdict(float)
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    quotes: dict[str, list[SourceQuote]] = defaultdict(list)
    for page, written, source, weight in name_candidates(site):
        name = clean_name(written)
        key = bare(name)
        if (
            not key
            or "," in name
            or comparable(name) in GENERIC_NAMES
            or len(name) > 60
            or len(name.split()) > 5
            or is_leftover(name)
        ):
            continue
        if not spellings[key]:
            scores[key] += domain_match(key, site.domain)
        scores[key] += weight
        spellings[key][name] += 1
        quotes[key].append(SourceQuote(quote=source, url=page.url))
    ranked = sorted(scores, key=lambda key: -scores[key])
    if not ranked or scores[ranked[0]] < 3:
        return None
    best = ranked[0]
    if len(ranked) > 1 and scores[ranked[1]] == scores[best] and not domain_match(best, site.domain):
        site.contradiction("name", "its name", [spellings[key].most_common(1)[0][0] for key in ranked[:2]])
        return None
    # Of several spellings, the one used most; JSON-LD and og:site_name come first among equals.
    written = [name for name, _ in spellings[best].most_common()]
    value = next((name for name in written if not name.isupper()), written[0])
    return Drafted(value=value, quotes=[said for said in quotes[best] if value in said.quote][:2])


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
    return found


def is_logo(image: Image) -> bool:
    return bool(re.search(r"logo|brand", f"{image.names} {image.alt} {image.url}", re.IGNORECASE))


def is_root(url: str, home: str) -> bool:
    return url.rstrip("/") == home.rstrip("/")


def clean_name(written: str) -> str:
    name = VERSION.sub("", LEGAL_FORM.sub("", " ".join(written.split()).strip(" -–—|·™®©,")))
    return re.sub(r"[™®]", "", name).strip(" .-–—,") if not name.endswith("!") else name


def domain_match(key: str, domain: str) -> float:
    label = bare(domain.partition(".")[0])
    if key in (label, bare(domain)):
        return 4
    for prefix in ("get", "try", "use", "join", "go", "hello", "my", "the"):
        if label == prefix + key:
            return 4
    for suffix in ("app", "hq", "hr", "ai", "io", "labs", "inc", "software"):
        if label == key + suffix or key == label + suffix:
            return 4
    return 2 if len(key) >= 4 and len(label) >= 4 and (key in label or label in key) else 0


def find_tagline(site: SiteModel) -> Drafted | None:
    """The headline; where it is only the name, the line below it; else the first line, the title or the summary."""
    home = site.home
    shown = [block for block in home.blocks[:HIGHEST_BLOCKS] if is_shown_first(home, block)]
    headline = next((at for at, block in enumerate(shown[:TOP]) if block.tag == "h1"), None)
    if headline is not None and is_headline(shown[headline], site.name):
        return Drafted(value=shown[headline].text, quotes=quote(home, shown[headline].text))
    first = shown[:LINES_AT_TOP] if headline is None else shown[headline + 1 : headline + 3]
    for block in first:
        if block.tag in LINE_TAGS and is_headline(block, site.name) and len(block.text) <= MAX_LINE_BELOW:
            return Drafted(value=block.text, quotes=quote(home, block.text))
    for title in (home.title, home.open_graph.get("og:title", "")):
        for segment in sorted(SEPARATOR.split(title), key=len, reverse=True):
            if is_long_enough(segment) and is_line(segment, site.name):
                return Drafted(value=segment.strip(), quotes=quote(home, title))
    for summary in (home.meta.get("description", ""), home.open_graph.get("og:description", "")):
        line, *more = sentences(summary) or [""]
        if more and is_line(line, site.name) and len(line) <= MAX_LINE_BELOW:
            return Drafted(value=line, quotes=quote(home, summary))
    return None


LINES_AT_TOP, TOP, HIGHEST_BLOCKS = 4, 20, 100  # blocks at the top of the home page, the last with its menu
MAX_LINE_BELOW = 140
LINE_TAGS = ("h2", "h3", "h4", "h5", "h6", "p", "div")


def is_shown_first(home: ReadPage, block: Block) -> bool:
    """Whether a block can be part of what the page says first: no menu, no button and no banner."""
    hidden = {"cookie", "modal", "blog"}.intersection(block.marks)
    if block.place == "footer" or (block.place == "nav" and block.tag != "h1"):
        return False
    return not hidden and block.tag != "button" and not is_all_links(home, block)


def is_all_links(home: ReadPage, block: Block) -> bool:
    """Whether a block is nothing but links, such as two buttons side by side."""
    if block.tag in ("h1", "h2"):
        return False
    rest = block.text
    for link in home.links:
        if link.kind == "a" and link.text and link.path[: len(block.path)] == block.path:
            rest = rest.replace(link.text, "", 1)
    return len(rest.strip()) < len(block.text) / 3


def is_long_enough(text: str) -> bool:
    """Whether a part of a title says something: three words, or as much in a script without blanks."""
    return len(text.split()) >= 3 or (bool(UNSPACED.search(text)) and len(text) >= 8)


def is_headline(block: Block, name: str) -> bool:
    return not (ABOUT_OTHERS - {"filler"}).intersection(block.marks) and not block.lang and is_line(block.text, name)


def is_line(text: str, name: str) -> bool:
    """Whether a text can serve as the tagline."""
    words = text.split()
    few = 1 if UNSPACED.search(text) else 2
    if not few <= len(words) <= 24 or not 8 <= len(text) <= 160 or NO_HEADLINE.match(text):
        return False
    if find_prices(text) or "@" in text:
        return False
    if is_leftover(text) or is_version(text):
        return False
    return not same(text, name) and bare(text) != bare(name) and not is_for_machines(text)


def find_short_description(site: SiteModel, tagline: Drafted | None) -> Drafted | None:
    home = site.home
    candidates = [home.meta.get("description", ""), home.open_graph.get("og:description", "")]
    candidates += [subtitle.text for subtitle in subtitles(home)]
    for node in home.json_ld:
        candidates.append(text_of(node.get("description")))
    fitting = [text for text in candidates if is_sentence(text)]
    whole = [text for text in fitting if not re.search(r"(?:…|\.\.\.)$", text)]
    more = [text for text in whole or fitting if not tagline or not same(text, tagline.value)]
    best = next(iter(more or whole or fitting), None)
    return Drafted(value=best, quotes=quote(home, best)) if best else None


def is_sentence(text: str) -> bool:
    enough = len(text.split()) >= 5 or bool(UNSPACED.search(text))
    return 30 <= len(text) <= 500 and enough and not is_leftover(text) and not is_for_machines(text)


def subtitles(page: ReadPage) -> list[Block]:
    """The text right under the headline."""
    shown = [block for block in page.blocks[:HIGHEST_BLOCKS] if is_shown_first(page, block)]
    at = next((at for at, block in enumerate(shown) if block.tag == "h1"), -1)
    below = shown[at + 1 : at + 5]
    return [block for block in below if block.tag in ("p", "h2", "div") and not ABOUT_OTHERS.intersection(block.marks)]


def find_description(site: SiteModel) -> Drafted | None:
    places = {id(block): at for page in site.pages for at, block in enumerate(page.blocks)}
    for kinds in (("about",), ("home",), ("features",), ("press",)):
        # On a page about the company what comes first may be a portrait; on the others the product comes first.
        begun = kinds != ("about",)
        paragraphs = [
            (page, block)
            for page, block in site.statements(*kinds, skip=SKIPPED)
            if is_paragraph(block)
            and not is_by_person(page, places[id(block)])
            and (begun := begun or (bool(site.name) and bare(site.name) in bare(block.text)))
        ]
        if sum(len(block.text) for _, block in paragraphs) >= 80:
            break
    else:
        return None
    kept: list[tuple[ReadPage, Block]] = []
    length = 0
    for page, block in paragraphs:
        new = all(not same(block.text, other.text) for _, other in kept)
        if new and len(kept) < MAX_PARAGRAPHS and length + len(block.text) <= MAX_DESCRIPTION_LENGTH:
            kept.append((page, block))
            length += len(block.text)
    text = "\n\n".join(block.text for _, block in kept)
    return Drafted(value=text, quotes=[SourceQuote(quote=block.text, url=page.url) for page, block in kept])


SKIPPED = frozenset({"faq", "pricing", "legal", "modal", "adviser", "address"})
CALL_TO_ACTION = re.compile(
    r"^(?:by (?:clicking|signing|subscribing)|subscribe|sign up|enter your|no credit card|©|we use cookies|"
    r"got (?:a|any) |have (?:a|any) |(?:still )?(?:have )?questions|requires |current version|for windows|looking for|"
    r"don['’]t hesitate|contact us|thank you|download|click)",
    re.IGNORECASE,
)


def is_paragraph(block: Block) -> bool:
    long_enough = len(block.text) >= 50 and (len(block.text.split()) >= 8 or bool(UNSPACED.search(block.text)))
    return (
        block.tag in ("p", "div", "td", "section", "article") and block.place == "main" and long_enough
        and bool(re.search(r"[.!?。…:]", block.text)) and not CALL_TO_ACTION.match(block.text)
    )  # fmt: skip


def is_by_person(page: ReadPage, at: int) -> bool:
    """Whether a text is attributed to a person: by a name above it, or right under it as under a review."""
    block = page.blocks[at]
    before = [other for other in page.blocks[max(0, at - 3) : at] if other.tag not in ("h1", "h2")]
    after = [other for other in page.blocks[at + 1 : at + 2] if other.tag not in HEADINGS]
    signed = [other for other in after if other.path[:-1] == block.path[:-1]]
    return any(is_person_name(other.text) for other in (*before, *signed))


def find_seo(site: SiteModel) -> dict[str, Drafted]:
    found: dict[str, Drafted] = {}
    title, meta = site.home.title, site.home.meta.get("description", "")
    if 3 <= len(title) <= 70 and not is_leftover(title) and comparable(title) not in GENERIC_NAMES:
        found["title"] = Drafted(value=title, quotes=quote(site.home, title))
    if 30 <= len(meta) <= 170 and is_sentence(meta):
        found["meta"] = Drafted(value=meta, quotes=quote(site.home, meta))
    return found
