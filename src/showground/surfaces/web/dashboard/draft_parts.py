"""The parts of a draft as its page shows them: labels, hints and the kind of input each one has."""

from dataclasses import dataclass
from typing import Literal

from showground.drafting import PRICING_MODELS, STAGES
from showground.surfaces.web.formatting import STORY

Shape = Literal["line", "text", "lines", "suggested", "country", "categories"]


@dataclass(frozen=True, slots=True)
class Field:
    """A profile field: its label and its kind of input."""

    name: str
    label: str
    shape: Shape
    most: int = 500
    hint: str = ""
    suggestions: tuple[str, ...] = ()
    type: str = "text"


PER_LINE = "One per line."
FIELDS = (
    Field("name", "Name", "line"),
    Field("tagline", "Tagline", "line", hint="One line that says what it is."),
    Field("categories", "Categories", "categories", hint="The first one is the primary category."),
    Field("short_description", "Short description", "text", hint="Two sentences."),
    Field("description", "Description", "text", 20_000),
    Field("features", "Features", "lines", hint=PER_LINE),
    Field("usps", "Why it's different", "lines", hint=PER_LINE),
    Field("pricing_model", "Pricing model", "suggested", suggestions=PRICING_MODELS),
    Field("pricing_summary", "Pricing summary", "text", hint="Your plans and prices in words."),
    Field("stage", "Stage", "suggested", suggestions=STAGES),
    Field("country", "Country", "country"),
    Field("city", "City", "line"),
    Field("founded_year", "Year founded", "line", 4),
    Field("keywords", "Keywords", "lines", hint=PER_LINE),
    Field("tags", "Tags", "lines", hint=PER_LINE),
    Field("contact_email", "Contact email", "line", type="email"),
    Field("demo_video_url", "Demo video", "line", type="url"),
    Field("logo_url", "Logo", "line", type="url"),
)
BY_NAME = {field.name: field for field in FIELDS}

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
SEO = {"title": "Title", "meta": "Description"}

# Parts made of rows: the columns of a row and the maximum number of rows.
ROWS: dict[str, tuple[tuple[str, ...], int]] = {
    "faqs": (("question", "answer"), 10),
    "founders": (("name", "title", "bio"), 6),
    "milestones": (("date", "title", "description", "url"), 50),
}
# Parts made of named texts.
TEXTS: dict[str, dict[str, str]] = {
    "company_socials": PLATFORMS,
    "founder_socials": PLATFORMS,
    "story": STORY,
    "seo": SEO,
}
COMPETITOR = "competitor_url"
PARTS = (*BY_NAME, *ROWS, *TEXTS, COMPETITOR)

LABELS = {field.name: field.label for field in FIELDS} | {
    "faqs": "FAQ",
    "founders": "Founders",
    "company_socials": "Social links",
    "founder_socials": "Founder's social links",
    "story": "Your story",
    "milestones": "Milestones",
    "seo": "SEO title and description",
    COMPETITOR: "Alternative",
}
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
