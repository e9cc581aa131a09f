"""What a draft is made of, as its page shows it: every part with its words and the form that it is typed into."""

from dataclasses import dataclass
from typing import Literal

from showground.drafting import PRICING_MODELS, STAGES
from showground.surfaces.web.formatting import STORY

Shape = Literal["line", "text", "lines", "suggested", "country", "categories"]


@dataclass(frozen=True, slots=True)
class Field:
    """A profile field: what it is called, and how it is typed."""

    name: str
    label: str
    shape: Shape
    most: int = 500
    hint: str = ""
    suggestions: tuple[str, ...] = ()
    type: str = "text"


PER_LINE = "One on each line."
FIELDS = (
    Field("name", "Name", "line"),
    Field("tagline", "Tagline", "line", hint="What it is, in one line."),
    Field("categories", "Categories", "categories", hint="The first is the primary one."),
    Field("short_description", "Short description", "text", hint="Two sentences."),
    Field("description", "Description", "text", 20_000),
    Field("features", "What it does", "lines", hint=PER_LINE),
    Field("usps", "What sets it apart", "lines", hint=PER_LINE),
    Field("pricing_model", "How it is paid for", "suggested", suggestions=PRICING_MODELS),
    Field("pricing_summary", "Prices", "text", hint="The plans in words."),
    Field("stage", "Stage", "suggested", suggestions=STAGES),
    Field("country", "Country", "country"),
    Field("city", "City", "line"),
    Field("founded_year", "Year founded", "line", 4),
    Field("keywords", "Words to find it by", "lines", hint=PER_LINE),
    Field("tags", "Tags", "lines", hint=PER_LINE),
    Field("contact_email", "Contact address", "line", type="email"),
    Field("demo_video_url", "Video", "line", type="url"),
    Field("logo_url", "Logo", "line", hint="The address of a picture.", type="url"),
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
    "custom": "Anywhere else",
}
SEO = {"title": "Title", "meta": "Description"}

# Parts that consist of rows, with the fields of a row and how many rows there may be.
ROWS: dict[str, tuple[tuple[str, ...], int]] = {
    "faqs": (("question", "answer"), 10),
    "founders": (("name", "title", "bio"), 6),
    "milestones": (("date", "title", "description", "url"), 50),
}
# Parts that consist of named texts.
TEXTS: dict[str, dict[str, str]] = {
    "company_socials": PLATFORMS,
    "founder_socials": PLATFORMS,
    "story": STORY,
    "seo": SEO,
}
COMPETITOR = "competitor_url"
PARTS = (*BY_NAME, *ROWS, *TEXTS, COMPETITOR)

LABELS = {field.name: field.label for field in FIELDS} | {
    "faqs": "Questions and answers",
    "founders": "Founders",
    "company_socials": "Social pages",
    "founder_socials": "Pages of the first founder",
    "story": "Your story",
    "milestones": "Milestones",
    "seo": "What search engines show",
    COMPETITOR: "An alternative to it",
}
WHY_MISSING = {
    "name": "You cannot submit without it.",
    "categories": "You cannot submit without a primary one.",
    "tagline": "You cannot submit without it or a short description.",
}
