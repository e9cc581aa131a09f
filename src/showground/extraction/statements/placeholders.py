"""Recognises sample content of templates, page builders and themes: lorem ipsum, John Doe, 123 Main Street."""

import re
from functools import lru_cache

from showground.extraction.statements.text_folding import comparable, name_key

LATIN_WORDS = frozenset(
    re.findall(
        r"\w+",
        "lorem ipsum dolor amet consectetur consectetuer adipiscing adipisicing elit eiusmod tempor incididunt labore "
        "dolore aliqua enim veniam quis nostrud exercitation ullamco laboris aliquip commodo consequat duis aute irure "
        "reprehenderit voluptate velit cillum fugiat nulla pariatur excepteur sint occaecat cupidatat proident sunt "
        "culpa deserunt mollit laborum voluptatem accusantium doloremque laudantium totam aperiam eaque ipsa quae "
        "quam vitae proin feugiat nisl pretium fusce volutpat pharetra ultricies curabitur aliquam "
        "vestibulum sed maecenas praesent suspendisse vivamus pellentesque tincidunt bibendum egestas nunc faucibus",
    )
)
STOCK_PEOPLE = frozenset(
    comparable(name)
    for name in [
        "John Doe",
        "Jane Doe",
        "John Smith",
        "Jane Smith",
        "Joe Bloggs",
        "Max Mustermann",
        "Erika Mustermann",
        "Juan Pérez",
        "Jean Dupont",
        "Your Name",
        "First Last",
        "Full Name",
        "Name Surname",
        "Team Member",
        "Walter White",
        "Sarah Jhonson",
        "Sarah Johnson",
        "William Anderson",
        "Amanda Jepson",
        "Saul Goodman",
        "Sara Wilsson",
        "Jena Karlis",
        "Matt Brandon",
        "John Larson",
        "Leslie Alexander",
        "Michael Foster",
        "Dries Vincent",
        "Lindsay Walton",
        "Courtney Henry",
        "Tom Cook",
        "Whitney Francis",
        "Leonard Krasner",
        "Floyd Miles",
        "Emily Selman",
        "Kristin Watson",
        "Emma Dorsey",
        "Jane Cooper",
        "Cody Fisher",
        "Esther Howard",
        "Jenny Wilson",
        "Cameron Williamson",
        "Guy Hawkins",
        "Robert Fox",
        "Jacob Jones",
        "Devon Lane",
        "Wade Warren",
        "Ralph Edwards",
        "Darlene Robertson",
        "Annette Black",
        "Theresa Webb",
        "Savannah Nguyen",
        "Marvin McKinney",
        "Dianne Russell",
        "Eleanor Pena",
        "Bessie Cooper",
        "Arlene McCoy",
        "Darrell Steward",
        "Ronald Richards",
        "Kathryn Murphy",
        "Jerome Bell",
        "Brooklyn Simmons",
        "Albert Flores",
        "Mark Zuckerberg",
        "Elon Musk",
        "Steve Jobs",
        "Neil Sims",
        "Bonnie Green",
        "Jese Leos",
        "Thomas Lean",
        "Roberta Casas",
        "Michael Gough",
        "Lana Byrd",
        "Helene Engels",
        "Robert Brown",
        "Sofia McGuire",
    ]
)
STOCK_ADDRESSES = re.compile(
    r"\b(?:123 (?:main|street|anywhere|example|fake|your|demo)|1234 (?:street|main|example)|adam street|535022"
    # `123, Western Road`: templates use number 123 with any street
    r"|123,? (?:\w+ ){1,2}(?:street|road|avenue|lane|drive|boulevard|st|rd|ave|blvd)"
    r"|terry (?:a\. )?franc\w+|any ?city|anytown|your (?:address|street|city|company)|musterstra(?:ß|ss)e|12345 "
    r"musterstadt"
    r"|street address|123 rue|calle falsa|123-456|555-01|address line|company address|lorem)\b",
    re.IGNORECASE,
)
STOCK_MAIL_DOMAINS = re.compile(
    # Not the mail providers mail.ru, email.cz and the like.
    r"@(?!mail\.(?:ru|ua|by|kz|ee|bg|de)$|email\.(?:cz|de|it|su)$)(?:(?:www\.)?(?:example|domain|yourdomain|your-?domain|your-?company|your-?site|your-?website|company|mysite"
    r"|my-?company|site|email|mail|test|sample|placeholder|mycompany|website|companyname|business|acmecorp|work"
    r"|reallygreatsite|sentry|esempio|ejemplo|exemplo|exemple|beispiel|przyklad|ornek|voorbeeld)\.\w+"
    r"|.*\.(?:png|jpe?g|gif|svg|webp|test\.|local|invalid)$|.*\bsentry\.|.*wixpress\.com)",
    re.IGNORECASE,
)
STOCK_MAIL_NAMES = re.compile(r"^(?:you|your\.?name|your\.?email|name|user|username|email|someone|jane|john|jane\.?doe|"
                        r"john\.?doe|utente|usuari[oa]|usuário|utilisateur|benutzer|nutzer|gebruiker|uzytkownik|kullanici"
                        r"|"
    r"(?:tu|tuo|tua|seu|sua|votre|dein|deine|ihre?|uw|twoj)[._-]?(?:e?mail|correo|nome?|name|nombre|adresse)"
    r"|nome?|nombre|"
    r"mario\.?rossi|jean\.?dupont|juan\.?perez|joao\.?silva|jan\.?kowalski|"
    r"firstname|max\.mustermann|test|noreply|no-reply|donotreply|do-not-reply)@", re.IGNORECASE)  # fmt: skip
STOCK_HANDLES = frozenset(
    re.findall(
        r"\S+",
        "wix wordpress wordpressdotcom squarespace webflow tailwindcss tailwindlabs shadcn vercel nextjs getbootstrap "
        "twbs username yourusername yourhandle yourcompany yourpage yourprofile yourbrand companyname example company "
        "profile envato themeforest themefisher framer canva godaddy weebly shopify ghost tryghost carrd elementor "
        "elegantthemes divi mobirise bootstrapmade html5up astrodotbuild gatsbyjs figma home feed login signup share "
        "user handle "
        "account page user-name your-company your-handle wixcom automattic facebook twitter instagram linkedin youtube "
        "github tiktok reddit pinterest medium x producthunt threads test demo unicornplatform softr typedream",
    )
)
TEMPLATE_PHRASES = re.compile(
    r"just another wordpress site|my wordpress (?:blog|site)|a next\.js app|generated by create next app"
    r"|web site created using create-react-app|vite \+ react|react app$|^vite app$|description goes here"
    r"|your (?:tagline|headline|title|subtitle|description|text|content) (?:goes )?here|add (?:a|your) (?:title"
    r"|description|text|subtitle)|click (?:here )?to edit|i'?m a paragraph|this is a (?:sample|placeholder"
    r"|template)|sample (?:text|page)|placeholder text|insert (?:your )?text|\byour company(?: name)?\b"
    r"|\[(?:company|product|your)[^\]]*\]|\{\{[^{}]*+\}\}|<%|\bundefined\b|\bnan\b|\bcompany name\b|edit this text"
    r"|built with (?:webflow|wix|framer)|\bcloneable\b[^.]{0,40}\b(?:webflow|framer)"
    r"|\bwebflow (?:native|cloneable|template)"
    r"|hello world!?$|edit (?:the )?(?:<code>)?(?:src|app|pages)/"
    r"|save to test hmr|click on the vite|get started by editing|replace (?:it|this|the \w+ (?:above|below)) with"
    r"|\b(?:your|the) app store (?:url|link) (?:here|after)\b"
    r"|startup template|landing page template|bootstrap template|use this (?:space|section|area) to"
    r"|this is (?:a great|the) (?:space|place) to (?:tell|add)"
    # Texts of the best-known free templates.
    r"|each demo built with|talented designers making|free bootstrap themes?|(?:build better|making) websites (?:using"
    r"|with) (?:the )?bootstrap|themes? (?:are|is) updated regularly|keep them bug free|\bfeaturette heading\b"
    r"|with supporting text below as a natural|quick example text to build on|^(?:first |second "
    r"|third )?featured title$"
    r"|fully responsive (?:site|html5?) template|(?:site|html5?|website|web) templates? (?:by|from|designed by)\b"
    r"|paragraph where you can write|here at flowbite|placeholder content for (?:this|the)|your awesome (?:product|app)"
    r"|write a (?:short |few )?(?:sentences?|paragraph|lines?) about (?:your|this)|describe your (?:product"
    r"|service) here"
    r"|sed ut perspiciatis|neque porro quisquam|your (?:product|brand|business|service) name here"
    r"|it['’]?s nice to meet you$|we['’]?ve got what you need!$|edit this (?:section|block|paragraph)",
    re.IGNORECASE,
)
GENERIC_NAMES = frozenset(
    re.findall(
        r"[^,\s][^,]*",
        "home,homepage,home page,welcome,my site,my website,site,website,untitled,index,wordpress,wix,squarespace,"
        "webflow,"
        "vite app,react app,next.js,create next app,your company,company,company name,your brand,brand,logo,site title,"
        "landing page,startup,document,new page,blank page,main,start,startseite,accueil,inicio,início,app,blog,shop,"
        "product,default,landing,saas template,template,your logo,company logo,site name,title,page,home 1,framer,"
        "vercel",
    )
)


MAX_VERSION_WORDS = 10


def is_latin_filler(text: str) -> bool:
    """Whether a text is lorem ipsum, at least in part."""
    words = re.findall(r"[a-z]+", text.lower())
    return "lorem ipsum" in text.lower() or len({word for word in words if word in LATIN_WORDS}) >= 3


# Brackets to fill in. In the middle of a sentence, they may be what it is about: `"Hi [Name]" is dead`.
TO_FILL_IN = re.compile(r"\[(?:placeholder|(?:your |company |full )?name|insert [^\]]{1,40})\]", re.IGNORECASE)


@lru_cache(maxsize=4096)  # each text is asked about by several rules
def is_leftover(text: str) -> bool:
    """Whether a text is sample text of a template."""
    if is_latin_filler(text) or TEMPLATE_PHRASES.search(comparable(text)):
        return True
    bracket = TO_FILL_IN.search(text)
    return bracket is not None and len(bracket[0]) * 2 >= len(text.strip())


def is_stock_person(name: str) -> bool:
    return comparable(name) in STOCK_PEOPLE


def is_stock_mail(address: str) -> bool:
    return bool(STOCK_MAIL_DOMAINS.search(address) or STOCK_MAIL_NAMES.search(address))


# `your_telegram`, `yourchannel`, `username_here`
YOUR_HANDLE = re.compile(
    r"(?:your|my|insert|dein|deine|votre|tu|tuo|seu|jouw|twoj)[_.-][\w.-]+$|your(?:name|handle|user(?:name)?|channel|company|brand|page|telegram|profile)\w*$"
    r"|\w+[_-]here$"
)


def is_stock_handle(handle: str, name: str) -> bool:
    """Whether a profile belongs to the maker of the template, unless the company itself has that name."""
    given = handle.lower().strip("@")
    return (given in STOCK_HANDLES or bool(YOUR_HANDLE.match(given))) and name_key(handle) != name_key(name)


VERSION = re.compile(
    r"\bv?\d+\.\d+(?:\.\d+)*\b.{0,20}\b(?:released?|out|available|here|update|beta|changelog|launched|ist da"
    r"|erschienen|disponible)\b|\b(?:version|release|build|v|latest|current|stable|update"
    r"|aktuelle version)\b.{0,12}\bv?\d+(?:\.\d+)+|^\W*v?\d+(?:\.\d+)+\W*$"
    r"|^\W*v\d+\b|^\W*(?:versión|versão|versione|versie|wersja|версия|sürüm|バージョン|版本|버전|نسخه|نسخة|الإصدار|גרסה)\s?\d",
    re.IGNORECASE,
)


def is_version(text: str) -> bool:
    """Whether a line only announces a version of the product."""
    return len(text.split()) <= MAX_VERSION_WORDS and bool(VERSION.search(text))
