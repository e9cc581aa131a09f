"""Finds the names of the product and its maker."""

import re

from showground.extraction.site_model import SiteModel
from showground.extraction.statements import parties
from showground.extraction.statements.names import base_name, is_plain
from showground.extraction.statements.placeholders import is_stock_handle
from showground.extraction.statements.text_folding import comparable, name_key

COPYRIGHT = re.compile(
    r"(?:©|\(c\)|copyright)\s*(?:(?:©|\(c\)|copyright)\s*)?(?:(?:19|20)\d\d(?:\s*[-–]\s*(?:(?:19|20)\d\d|present"
    r"|heute))?,?\s*)?(?:by\s+)?"
    r"(?P<name>[^.|•·©,–—]{2,60})",
    re.IGNORECASE,
)
AFTER_HOLDER = re.compile(
    r"\s*\b(?:all rights|alle rechte|tous droits|todos|made|built|theme|design|powered)\b.*", re.IGNORECASE
)
MAKER = (
    r"(?:product|project|brand|service|trademark|venture|part|app|tool|produkt|projekt|marke|produit|projet|marque"
    r"|producto|proyecto|marca|produto|prodotto|progetto) (?:of|by|von|der|de|di|da)"
    r"|(?:made|built|developed|created|operated|run|owned|maintained|published|brought to you|offered|provided) by"
    r"|(?:entwickelt|betrieben|angeboten) von|(?:développé|édité|exploité)e? par|(?:desarrollado|creado) por"
)
# `Developer: Acme (Seoul)`, in press kits.
DEVELOPER = re.compile(
    r"^[-–•\s]*(?:developer|developed by|entwickler|développeur|desarrollador|desenvolvedor)\s*:\s*"
    r"(?P<name>[^(),:;|]{2,40})",
    re.IGNORECASE,
)


def own_names(site: SiteModel) -> list[str]:
    """The names of the product and its maker, from the domain, title, copyright line and statements about the maker."""
    label = site.domain.partition(".")[0]
    found = [site.name, site.home.open_graph.get("og:site_name", ""), label, *re.split(r"[-_]", label)]
    found += first_in_title(site)
    found += makers(site)
    clean = dict.fromkeys(re.sub(r"[™®©]", "", name).strip(" .,-–—|") for name in found)
    return [
        name
        for name in clean
        if len(name_key(name)) > 2
        and len(name.split()) <= 5
        # `Outfitted` looks like a plain word, unless it is the name of the site.
        and is_name(name, or_adverb=name_key(name) != name_key(site.name))
    ]


def first_in_title(site: SiteModel) -> list[str]:
    """The beginning of the title, unless the name comes later in it."""
    title = site.home.title
    title_start = re.split(r"\s+[|–—·•:-]\s+|:\s|,", title)[0]
    if site.name and name_key(site.name) in name_key(title) and name_key(site.name) not in name_key(title_start):
        return []
    first = re.match(r"[^\W\d_][\w-]+", title)
    is_name_like = first and comparable(first[0]) not in parties.PLAIN_WORDS and len(title.split()) < 12
    return [title_start, *([first[0]] if first and is_name_like else [])]


def makers(site: SiteModel) -> list[str]:
    found: list[str] = []
    for block in site.home.blocks:
        if block.place == "footer" and (line := COPYRIGHT.search(block.text)):
            found.append(AFTER_HOLDER.sub("", line["name"]).strip())
            break
    if site.name:
        made_by = re.compile(
            rf"\b{re.escape(site.name)} (?:is |ist |est |es |é |è )?(?:an? |ein |une? |un "
            rf"|uma? )?(?:\w+ )?(?:{MAKER})\s+(?P<maker>{parties.PROPER_NAME})"
        )
        for page in site.own_pages():
            found += [match["maker"] for block in page.blocks for match in made_by.finditer(block.text)]
    for page in site.own_pages("press", "home", "about"):
        found += [line["name"].strip() for block in page.blocks if (line := DEVELOPER.match(block.text))]
    names = [base_name(name) for name in found]
    return [name for name in names if not is_stock_handle(name_key(name), site.name)]


def is_name(text: str, *, or_adverb: bool = True) -> bool:
    """Whether a text may be a name: not plain words, a year or an address."""
    if is_plain(text, or_adverb=or_adverb) or not re.search(r"[^\W\d_]", text):
        return False
    return not re.match(r"https?\b|www\.", text, re.IGNORECASE)
