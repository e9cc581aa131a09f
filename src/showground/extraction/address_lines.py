"""Finds the lines of pages that contain postal addresses."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from showground.extraction.page_sections import HEADINGS
from showground.extraction.reading.pages import Block, ReadPage
from showground.extraction.statements.addresses import address_place
from showground.extraction.statements.placeholders import STOCK_ADDRESSES
from showground.extraction.statements.places import Located

ADDRESS_LABEL = re.compile(
    r"(?:(?:our|postal|mailing|business|company|registered|office|legal|street) )*(?:address|location|office)"
    r"|adresse(?: postale| du siège(?: social)?)?|siège(?: social)?|anschrift|(?:geschäfts|post|firmen)adresse|standort"
    r"|(?:firmen|haupt)?sitz|büro|bureau|dirección|ubicación|domicilio(?: social| fiscal)?|oficina|endereço|localização"
    r"|indirizzo|sede(?: legale| operativa)?|adres|siedziba|kantoor|ofis|(?:юр(?:\.|идический)? |фактический "
    r"|почтовый )?адрес"
    r"|(?:we are |we['’]re )?(?:based|located) in|ansässig in|basée?s? à|con sede en|com sede em"
    r"|所在地|住所|本社|地址|公司地址|주소|본사|ที่อยู่|العنوان|الموقع|המען|כתובת",
    re.IGNORECASE,
)
LABEL_END = re.compile(r"\s*[:：]\s*|\s+[·•|–—-]\s+")
IMPRINT = re.compile(
    r"impressum|imprint|legal-?notice|mentions-?l[eé]gales|aviso-?legal|note-?legali|tokusho|company-?(?:info|profile)"
    r"|特定商取引|会社概要|公司简介|회사 ?소개",
    re.IGNORECASE,
)
# `Website by ...`, in a footer.
SITE_BY_OTHERS = re.compile(
    r"\b(?:site|website|web ?design|designed|powered|hosted|hosting|developed|webdesign|umsetzung|réalisation"
    r"|hébergé\w*)"
    r"\b.{0,20}\b(?:by|with|on|at|von|par|por|da|bei)\b",
    re.IGNORECASE,
)
# Hosting companies, whose addresses are in many imprints.
HOSTS = re.compile(
    r"\b(?:GitHub|Vercel|Netlify|Cloudflare|Amazon Web Services|AWS|OVH(?:cloud)?|Hetzner|IONOS|1&1|Strato|Infomaniak"
    r"|Gandi|o2switch|Hostinger|GoDaddy|Google (?:LLC|Ireland|Cloud)|Microsoft|DigitalOcean|Scaleway|Render|Heroku"
    r"|Firebase|Wix(?:\.com)?|Squarespace|Shopify|Webflow|WordPress|Automattic)\b"
)
# Addresses of somebody who only forwards letters: `c/o Postdienst GmbH`.
CARE_OF = re.compile(r"\bc/o\b|\bz\. ?hd\. v\.", re.IGNORECASE)
# Supervisory authorities, data protection officers and arbitration, in or above an address.
AUTHORITIES = re.compile(
    r"\b(?:data protection (?:officer|authority|commissioner)|supervisory|ombuds\w+|arbitration"
    r"|datenschutzbeauftragt\w+|aufsichtsbehörde"
    r"|schlichtungsstelle\w*|délégué\w* à la protection|médiateur|autorité de contrôle|delegado de protección"
    r"|autoridad de control|encarregado (?:de|pelo) \w+|autoridade nacional|garante per la"
    r"|responsabile della protezione|functionaris voor gegevens\w+|autoriteit persoonsgegevens"
    r"|dataskyddsombud\w*|tillsyn\w*|tilsyn\w*"
    r"|datatilsyn\w*|personvernombud\w*|tietosuoja(?:valtuutet|vastaav)\w*|inspektor\w* ochrony danych"
    r"|urz[ąę]d\w* ochrony"
    r"|úřad pro ochranu|роскомнадзор\w*|kişisel verileri koruma kurumu)\b|\b(?:CNIL|AEPD|IMY|BfDI|UODO|NAIH|ANSPDCP)\b"
    r"|個人情報保護委員会|개인정보 ?보호 ?(?:위원회|책임자)",
    re.IGNORECASE,
)
# A line above the address of whoever made the website.
MADE_THE_SITE = re.compile(
    r"\b(?:(?:web ?)?design|built|ontwerp|bouw|gestaltung|umsetzung|realisierung|réalisation|conception|création|diseño"
    r"|desarrollo|realizzazione|realizacja|wykonanie|разработка|создание|tasarım|utveckling|produktion)\b.{0,30}"
    r"\b(?:this |deze |dieser |ce |de este |di questo )?(?:web)?(?:site|seite|sitio|sito|strony|сайта|sajt\w*)\b",
    re.IGNORECASE,
)
# Headings above the company's own address.
OWN_ADDRESS = re.compile(
    r"\b(?:contact|kontakt|contacto|contato|contatti|contactez|get in touch|(?:find|visit|reach|meet) us|address"
    r"|location"
    r"|where (?:we are|to find)|our (?:office|studio|shop|store)|headquarters|adresse|anschrift|standort|imprint"
    r"|impressum"
    r"|nous trouver|dónde estamos|ubicación|onde estamos|dove siamo|adres|iletişim|контакты|адрес)\b"
    r"|お問い合わせ|所在地|アクセス|会社概要|联系|聯繫|地址|연락처|위치|오시는 길|ติดต่อ|ที่อยู่|اتصل|تواصل|العنوان|צור קשר"
    r"|כתובת",
    re.IGNORECASE,
)
MAX_LINE_LENGTH, MAX_LINES = 200, 6
MAX_HEADING_WORDS = 5
MAX_LINES_ABOVE = 3  # lines of an address above its town


def first_address(lines: Sequence[Block], language: str | None, labelled: bool) -> tuple[Located, int] | None:
    """The address that begins with the first of these lines, and the number of its lines."""
    for count in range(1, min(len(lines), MAX_LINES) + 1):
        place = address_place([line.text for line in lines[:count]], language, labelled=labelled)
        if place is None:
            continue
        # The country may be on a line of its own.
        whole = address_place([line.text for line in lines[: count + 1]], language, labelled=labelled)
        if whole and whole.country and whole.city == place.city and not place.country and count < len(lines):
            return whole, count + 1
        return place, count
    return None


def address_lines(page: ReadPage) -> Iterator[tuple[Block, list[Block], bool]]:
    """Short lines in places where addresses are, with the lines that follow, and whether they are marked as one."""
    likely = [
        is_in_frame(block) or "address" in block.marks or page.kind == "contact" or is_imprint(page) or below_contact
        for block, below_contact in zip(page.blocks, below_contact_headings(page), strict=True)
    ]
    for at, block in enumerate(page.blocks):
        if not likely[at] or len(block.text) > MAX_LINE_LENGTH or block.lang or is_heading(block):
            continue
        if is_somebody_elses(page, at):
            continue
        following: list[Block] = []
        for near in range(at + 1, min(at + MAX_LINES, len(page.blocks))):
            other = page.blocks[near]
            beside = other.path[: len(block.path) - 1] == block.path[:-1]
            if not likely[near] or not beside or len(other.text) > MAX_LINE_LENGTH or is_heading(other):
                break
            following.append(other)
        yield block, [block, *following], "address" in block.marks


def is_in_frame(block: Block) -> bool:
    """Whether a line is in the footer, or in the header with a digit, unlike language codes there."""
    return block.place == "footer" or (block.place in ("header", "nav") and re.search(r"\d", block.text) is not None)


def below_contact_headings(page: ReadPage) -> Iterator[bool]:
    """For each block: whether it is on the home page, below a heading such as `Get in touch`."""
    is_below = False
    for block in page.blocks:
        if block.tag in HEADINGS:
            is_below = len(block.text.split()) <= MAX_HEADING_WORDS and bool(OWN_ADDRESS.search(block.text))
        yield is_below and page.kind == "home"


def is_somebody_elses(page: ReadPage, at: int) -> bool:
    """Whether a line belongs to an address of a forwarder, a web designer or an authority, or to a sample address."""
    around = page.blocks[at].path[:-1]
    lines = [line for line in page.blocks[max(0, at - MAX_LINES_ABOVE) : at + 1] if line.path[: len(around)] == around]
    return any(
        pattern.search(line.text)
        for line in lines
        for pattern in (CARE_OF, STOCK_ADDRESSES, MADE_THE_SITE, AUTHORITIES)
    )


def is_heading(block: Block) -> bool:
    """Whether a block is a heading. One with a digit may be a line of an address in large type."""
    return block.tag in HEADINGS and not re.search(r"\d", block.text)


def labelled_lines(page: ReadPage) -> Iterator[tuple[Block, list[Block], bool]]:
    """Lines after a label such as `Address:`, in the same element or in the next ones."""
    for at, block in enumerate(page.blocks):
        if block.lang or len(block.text) > MAX_LINE_LENGTH:
            continue
        label, *rest = LABEL_END.split(block.text, maxsplit=1)
        if not ADDRESS_LABEL.fullmatch(label.strip(" .*•·-–—📍")):
            continue
        if rest and rest[0].strip():
            yield block, [block.model_copy(update={"text": rest[0].strip()})], True
        else:
            yield block, page.blocks[at + 1 : at + 1 + MAX_LINES], True


def is_imprint(page: ReadPage) -> bool:
    """Whether a page is an imprint (legal notice)."""
    return _is_imprint(page.url, page.title)


@lru_cache(maxsize=256)  # called for every line of a page
def _is_imprint(url: str, title: str) -> bool:
    return bool(IMPRINT.search(unquote(urlsplit(url).path)) or IMPRINT.search(title))
