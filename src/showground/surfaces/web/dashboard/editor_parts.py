"""The parts of a profile as the editor shows them: labels, hints, limits and the kind of input each one has."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from showground.drafting import PRICING_MODELS, STAGES
from showground.surfaces.web.formatting import STORY

Shape = Literal["line", "text", "lines", "suggested", "country", "categories", "logo", "rows", "texts"]


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
    suggestions: tuple[str, ...] = ()
    type: str = "text"
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
    "website": "Another website",
    "custom": "Other",
}
PER_LINE = "One per line."
COMPETITOR = "competitor_url"
FOUNDER = (
    RowInput("name", "Name", 160),
    RowInput("title", "Role", 160, optional=True),
    RowInput("bio", "Short bio", 3000, "area", optional=True),
)
FAQ = (RowInput("question", "Question", 300), RowInput("answer", "Answer", 1500, "area"))
MILESTONE = (
    RowInput("date", "Date", 10, "date"),
    RowInput("title", "What happened", 200),
    RowInput("description", "Details", 2000, "area", optional=True),
    RowInput("url", "Link", 500, "url", optional=True),
)
# In the order of the page, under the headings of its sections.
GROUPS: tuple[tuple[str, tuple[EditorPart, ...]], ...] = (
    (
        "Basics",
        (
            EditorPart("name", "Name", "line"),
            EditorPart("tagline", "Tagline", "line", hint="One line that says what it is."),
            EditorPart("logo_url", "Logo", "logo"),
            EditorPart("categories", "Categories", "categories", hint="The first one is the primary category."),
            EditorPart("stage", "Stage", "suggested", suggestions=STAGES),
        ),
    ),
    (
        "What it does",
        (
            EditorPart("short_description", "Short description", "text", hint="Two sentences."),
            EditorPart("description", "Description", "text", 20_000),
            EditorPart("features", "Features", "lines", hint=PER_LINE),
            EditorPart("usps", "Why it's different", "lines", hint=PER_LINE),
            EditorPart("demo_video_url", "Demo video", "line", type="url"),
            EditorPart("faqs", "FAQ", "rows", columns=FAQ, max_rows=10, item="question"),
        ),
    ),
    (
        "Pricing",
        (
            EditorPart("pricing_model", "Pricing model", "suggested", suggestions=PRICING_MODELS),
            EditorPart("pricing_summary", "Pricing summary", "text", hint="Your plans and prices in words."),
        ),
    ),
    (
        "Company",
        (
            EditorPart("country", "Country", "country"),
            EditorPart("city", "City", "line"),
            EditorPart("founded_year", "Year founded", "line", 4),
            EditorPart("contact_email", "Contact email", "line", type="email"),
            EditorPart("company_socials", "Social links", "texts", texts=PLATFORMS),
        ),
    ),
    (
        "People and story",
        (
            EditorPart("founders", "Founders", "rows", columns=FOUNDER, max_rows=6, item="founder"),
            EditorPart("founder_socials", "Founder's social links", "texts", texts=PLATFORMS),
            EditorPart("story", "Your story", "texts", 8000, texts=STORY, areas=True),
            EditorPart("milestones", "Milestones", "rows", columns=MILESTONE, max_rows=50, item="milestone"),
        ),
    ),
    (
        "Search and SEO",
        (
            EditorPart("keywords", "Keywords", "lines", hint=PER_LINE),
            EditorPart("tags", "Tags", "lines", hint=PER_LINE),
            EditorPart(
                "seo",
                "SEO title and description",
                "texts",
                170,
                texts={"title": "Title", "meta": "Description"},
                limits={"title": 70},
            ),
            EditorPart(COMPETITOR, "Alternative", "line", 2048, "Website of a product people could choose instead"),
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
    EditorPart("headline", "Custom headline", "line", 200, hint="Shown above your description."),
    EditorPart("summary", "Custom summary", "text", 20_000, hint="Shown instead of the short description."),
)


def _of_listing(part: EditorPart) -> tuple[EditorPart, ...]:
    limits = LISTING_LIMITS.get(part.name, part.limits)
    part = replace(part, most=LISTING_MOST.get(part.name, part.most), limits=limits)
    if part.name == "categories":
        return (replace(part, label="Category", hint="The primary category of your listing.", max_rows=1),)
    return (part, *LISTING_ONLY) if part.name == "short_description" else (part,)


LISTING_GROUPS = tuple(
    (heading, tuple(made for part in parts if part.name != COMPETITOR for made in _of_listing(part)))
    for heading, parts in GROUPS
)
LISTING_PARTS = {part.name: part for _, parts in LISTING_GROUPS for part in parts}

WHY_MISSING = {
    "name": "Add a name before you submit.",
    "categories": "Choose a primary category before you submit.",
    "tagline": "Add a tagline or a short description before you submit.",
}
# What to add, as in "Add a logo to improve your listing."
RECOMMENDED = {
    "name": "a name",
    "tagline": "a tagline",
    "short_description": "a short description",
    "description": "a description",
    "categories": "a category",
    "pricing_model": "a pricing model",
    "pricing_summary": "a pricing summary",
    "stage": "the stage",
    "country": "a country",
    "city": "a city",
    "founded_year": "the year it was founded",
    "features": "features",
    "usps": "what makes it different",
    "keywords": "keywords",
    "tags": "tags",
    "contact_email": "a contact email",
    "demo_video_url": "a demo video",
    "logo_url": "a logo",
    "faqs": "an FAQ",
    "founders": "the founders",
    "company_socials": "social links",
    "story": "your story",
}
