"""The parts of a profile as the editor shows them: labels, hints, limits and the kind of input each one has."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from showground.core.languages import Text
from showground.drafting import PRICING_MODELS, STAGES
from showground.surfaces.web.formatting import STORY

Shape = Literal["line", "text", "lines", "choice", "country", "categories", "logo", "rows", "texts"]


@dataclass(frozen=True, slots=True)
class RowInput:
    """One input of a row."""

    key: str
    label: str
    most: int
    kind: Literal["text", "area", "date", "url"] = "text"
    optional: bool = False


@dataclass(frozen=True, slots=True)
class EditorPart:
    """What has a form of its own: a profile field, a list of rows, or a set of named texts."""

    name: str
    label: str
    shape: Shape
    most: int = 500
    hint: str = ""
    choices: tuple[str, ...] = ()
    type: str = "text"
    digits: bool = False  # a number: phones show a keyboard with digits
    columns: tuple[RowInput, ...] = ()
    max_rows: int = 0
    item: str = ""  # what one row is called
    texts: Mapping[str, str] = field(default_factory=dict[str, str])
    limits: Mapping[str, int] = field(default_factory=dict[str, int])  # of single texts, where they differ from `most`
    areas: bool = False  # whether its texts are long

    @property
    def is_list(self) -> bool:
        return self.shape in ("lines", "categories")


PLATFORMS = {
    "linkedin": "LinkedIn",
    "x": "X",
    "facebook": "Facebook",
    "instagram": "Instagram",
    "tiktok": "TikTok",
    "youtube": "YouTube",
    "threads": "Threads",
    "pinterest": "Pinterest",
    "github": "GitHub",
    "reddit": "Reddit",
    "producthunt": "Product Hunt",
    "medium": "Medium",
    "website": Text("Another website"),
    "custom": Text("Other"),
}
PER_LINE = Text("One per line.")
COMPETITOR = "competitor_url"
FOUNDER = (
    RowInput("name", Text("Name"), 160),
    RowInput("title", Text("Role"), 160, optional=True),
    RowInput("bio", Text("Short bio"), 3000, "area", optional=True),
)
FAQ = (RowInput("question", Text("Question"), 300), RowInput("answer", Text("Answer"), 1500, "area"))
MILESTONE = (
    RowInput("date", Text("Date"), 10, "date"),
    RowInput("title", Text("What happened"), 200),
    RowInput("description", Text("Details"), 2000, "area", optional=True),
    RowInput("url", Text("Link"), 500, "url", optional=True),
)
# In the order of the page, under the headings of its sections.
GROUPS: tuple[tuple[str, tuple[EditorPart, ...]], ...] = (
    (
        Text("Basics"),
        (
            EditorPart("name", Text("Name"), "line"),
            EditorPart("tagline", Text("Tagline"), "line", hint=Text("One line that says what it is.")),
            EditorPart("logo_url", Text("Logo"), "logo"),
            EditorPart(
                "categories",
                Text("Categories"),
                "categories",
                hint=Text("The first one is the primary category. The others are shown if you order extra categories."),
            ),
            EditorPart("stage", Text("Stage"), "choice", choices=STAGES),
        ),
    ),
    (
        Text("What it does"),
        (
            EditorPart("short_description", Text("Short description"), "text", hint=Text("Two sentences.")),
            EditorPart("description", Text("Description"), "text", 20_000),
            EditorPart("features", Text("Features"), "lines", hint=PER_LINE),
            EditorPart("usps", Text("Why it's different"), "lines", hint=PER_LINE),
            EditorPart("demo_video_url", Text("Demo video"), "line", type="url"),
            EditorPart("faqs", Text("FAQ"), "rows", columns=FAQ, max_rows=10, item="question"),
        ),
    ),
    (
        Text("Pricing"),
        (
            EditorPart("pricing_model", Text("Pricing model"), "choice", choices=PRICING_MODELS),
            EditorPart(
                "pricing_summary",
                Text("Pricing summary"),
                "text",
                hint=Text("Your plans and prices in words."),
            ),
        ),
    ),
    (
        Text("Company"),
        (
            EditorPart("country", Text("Country"), "country"),
            EditorPart("city", Text("City"), "line"),
            EditorPart(
                "founded_year", Text("Year founded"), "line", 4, hint=Text("Four digits, such as 2024."), digits=True
            ),
            EditorPart("contact_email", Text("Contact email"), "line", type="email"),
            EditorPart("company_socials", Text("Social links"), "texts", texts=PLATFORMS),
        ),
    ),
    (
        Text("People and story"),
        (
            EditorPart("founders", Text("Founders"), "rows", columns=FOUNDER, max_rows=6, item="founder"),
            EditorPart("founder_socials", Text("Founder's social links"), "texts", texts=PLATFORMS),
            EditorPart("story", Text("Your story"), "texts", 8000, texts=STORY, areas=True),
            EditorPart("milestones", Text("Milestones"), "rows", columns=MILESTONE, max_rows=50, item="milestone"),
        ),
    ),
    (
        Text("Search and SEO"),
        (
            EditorPart("keywords", Text("Keywords"), "lines", hint=PER_LINE),
            EditorPart("tags", Text("Tags"), "lines", hint=PER_LINE),
            EditorPart(
                "seo",
                Text("SEO title and description"),
                "texts",
                170,
                texts={"title": Text("Title"), "meta": Text("Description")},
                limits={"title": 70},
            ),
            EditorPart(
                COMPETITOR,
                Text("Alternative"),
                "line",
                2048,
                Text("Website of a product people could choose instead"),
            ),
        ),
    ),
)
PARTS = {part.name: part for _, parts in GROUPS for part in parts}
LABELS = {part.name: part.label for part in PARTS.values()}
# The profile fields, which a draft has under `fields`.
FIELDS = tuple(part for part in PARTS.values() if part.shape not in ("rows", "texts") and part.name != COMPETITOR)

# A listing has narrower limits, and two texts that drafts don't have. Alternatives have a page of their own.
LISTING_LIMITS = {"seo": {"title": 200}, "story": {"title": 200}}
LISTING_MOST = {
    "tagline": 200,
    "short_description": 300,
    "pricing_model": 40,
    "pricing_summary": 300,
    "city": 120,
    "contact_email": 254,
    "seo": 320,
}
LISTING_ONLY = (
    EditorPart("headline", Text("Custom headline"), "line", 200, hint=Text("Shown above your description.")),
    EditorPart(
        "summary",
        Text("Custom summary"),
        "text",
        20_000,
        hint=Text("Shown instead of the short description."),
    ),
)


def _of_listing(part: EditorPart) -> tuple[EditorPart, ...]:
    limits = LISTING_LIMITS.get(part.name, part.limits)
    part = replace(part, most=LISTING_MOST.get(part.name, part.most), limits=limits)
    if part.name == "categories":
        return (replace(part, label=Text("Category"), hint=Text("The primary category of your listing."), max_rows=1),)
    return (part, *LISTING_ONLY) if part.name == "short_description" else (part,)


LISTING_GROUPS = tuple(
    (heading, tuple(made for part in parts if part.name != COMPETITOR for made in _of_listing(part)))
    for heading, parts in GROUPS
)
LISTING_PARTS = {part.name: part for _, parts in LISTING_GROUPS for part in parts}

NOT_SHOWN = Text("Saved, but not shown to visitors. It is not part of the free plan.")
WHY_MISSING = {
    "name": Text("Add a name before you submit."),
    "categories": Text("Choose a primary category before you submit."),
    "tagline": Text("Add a tagline or a short description before you submit."),
}
# What to add, as in "Add a logo to improve your listing."
RECOMMENDED = {
    "name": Text("a name"),
    "tagline": Text("a tagline"),
    "short_description": Text("a short description"),
    "description": Text("a description"),
    "categories": Text("a category"),
    "pricing_model": Text("a pricing model"),
    "pricing_summary": Text("a pricing summary"),
    "stage": Text("the stage"),
    "country": Text("a country"),
    "city": Text("a city"),
    "founded_year": Text("the year it was founded"),
    "features": "features",
    "usps": Text("what makes it different"),
    "keywords": "keywords",
    "tags": "tags",
    "contact_email": Text("a contact email"),
    "demo_video_url": Text("a demo video"),
    "logo_url": Text("a logo"),
    "faqs": Text("an FAQ"),
    "founders": Text("the founders"),
    "company_socials": Text("social links"),
    "story": Text("your story"),
}
