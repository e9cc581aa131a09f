"""The interface as it was agreed: every operation's route, scope and status, and the bounds of what it takes."""

from dataclasses import dataclass
from typing import Any

SLUG = "^[a-z0-9][a-z0-9-]{0,219}$"
COUNTRY = "^[A-Za-z]{2}$"
READ, WRITE, BUY = "account:read", "listings:write", "orders:write"

Bound = dict[str, Any]


@dataclass(frozen=True)
class Agreed:
    """What was agreed of one operation."""

    route: str
    scope: str = "public"
    status: int = 200
    idempotent: bool = False
    paged: bool = False


def _read(route: str, scope: str = "public", *, paged: bool = False) -> Agreed:
    return Agreed(route, scope, paged=paged)


def _write(route: str, status: int = 200, scope: str = WRITE) -> Agreed:
    return Agreed(route, scope, status, idempotent=True)


OPERATIONS = {
    "get_site": _read("GET /site"),
    "search_listings": _read("GET /listings", paged=True),
    "get_listing": _read("GET /listings/{slug}"),
    "list_alternatives": _read("GET /listings/{slug}/alternatives"),
    "compare_listings": _read("GET /compare"),
    "list_categories": _read("GET /categories"),
    "get_category": _read("GET /categories/{slug}", paged=True),
    "get_launch_week": _read("GET /launches/weeks/{week}"),
    "list_launches": _read("GET /launches", paged=True),
    "get_leaderboard": _read("GET /leaderboards/{board}", paged=True),
    "list_founders": _read("GET /founders", paged=True),
    "get_founder": _read("GET /founders/{slug}"),
    "list_blog_posts": _read("GET /blog", paged=True),
    "get_blog_post": _read("GET /blog/{slug}"),
    "list_awards": _read("GET /awards", paged=True),
    "get_listing_badges": _read("GET /listings/{slug}/badges"),
    "list_interview_questions": _read("GET /interview-questions"),
    "get_me": _read("GET /me", READ),
    "create_draft": _write("POST /drafts", 201),
    "list_drafts": _read("GET /drafts", READ, paged=True),
    "get_draft": _read("GET /drafts/{id}", READ),
    "update_draft": _write("PATCH /drafts/{id}"),
    "invite_cofounder": _write("POST /drafts/{id}/invites", 201),
    "submit_draft": _write("POST /drafts/{id}/submit"),
    "list_my_listings": _read("GET /me/listings", READ, paged=True),
    "get_my_listing": _read("GET /me/listings/{listing_id}", READ),
    "update_listing": _write("PATCH /me/listings/{listing_id}"),
    "post_listing_update": _write("POST /me/listings/{listing_id}/updates", 201),
    "add_milestone": _write("POST /me/listings/{listing_id}/milestones", 201),
    "delete_milestone": _write("DELETE /me/listings/{listing_id}/milestones/{milestone_id}"),
    "update_story": _write("PUT /me/listings/{listing_id}/story"),
    "answer_interview": _write("PUT /me/interview"),
    "choose_free_plan": _write("POST /me/listings/{listing_id}/free"),
    "create_claim": _write("POST /claims", 201),
    "list_claims": _read("GET /claims", READ, paged=True),
    "verify_claim": _write("POST /claims/{claim_id}/verify"),
    "quote_order": Agreed("POST /orders/quote", BUY),
    "checkout_order": _write("POST /orders/checkout", 201, BUY),
    "list_orders": _read("GET /orders", READ, paged=True),
    "get_order": _read("GET /orders/{number}", READ),
    "list_products": _read("GET /products"),
}


def text(most: int | None = None, **more: Any) -> Bound:
    return {"type": "string"} | ({"maxLength": most} if most else {}) | more


def number(least: int | None = None, most: int | None = None, **more: Any) -> Bound:
    found = {"type": "integer", "minimum": least, "maximum": most}
    return {key: value for key, value in found.items() if value is not None} | more


def many(most: int, **more: Any) -> Bound:
    return {"type": "array", "maxItems": most} | more


def choice(*values: str, default: str | None = None, **more: Any) -> Bound:
    return {"type": "string", "enum": list(values)} | ({"default": default} if default else {}) | more


def slug(**more: Any) -> Bound:
    return {"type": "string", "pattern": SLUG} | more


REQUIRED = {"required": True}
PAGES = {"page": number(1, 1000, default=1), "per_page": number(1, 100, default=20)}
PATH_SLUG = {"slug": slug(**REQUIRED)}
PATH_LISTING = {"listing_id": number(1, **REQUIRED)}
PATH_DRAFT = {"id": {"type": "string", "format": "uuid", "required": True}}
COUNTRY_CODE = {"type": "string", "pattern": COUNTRY}
STORY = ("story", "why_started", "problem", "journey", "challenges", "achievements", "lessons", "whats_next")
FAQS = {
    "faqs": many(10),
    "faqs[].question": text(300, **REQUIRED),
    "faqs[].answer": text(1500, **REQUIRED),
}
MILESTONE = {
    "date": {"type": "string", "format": "date", "required": True},
    "title": text(200, **REQUIRED),
    "description": text(2000),
    "url": text(500),
}
DRAFT_TEXTS = (
    "name", "tagline", "short_description", "stage", "pricing_model", "pricing_summary", "country", "city",
    "founded_year", "contact_email", "demo_video_url", "logo_url",
)  # fmt: skip
LISTING_TEXTS = {
    "tagline": 200,
    "short_description": 300,
    "description": 20000,
    "pricing_model": 40,
    "pricing_summary": 300,
    "country": 2,
    "city": 120,
    "demo_video_url": 500,
    "contact_email": 254,
    "headline": 200,
    "summary": 20000,
    "seo_title": 200,
    "seo_description": 320,
}
ORDER = {
    "items": many(20, minItems=1, required=True),
    "items[].product": text(60, **REQUIRED),
    "items[].listing_id": number(1),
    "items[].week": text(10),
    "items[].amount_cents": number(1, 100_000_000),
    "items[].categories": many(10),
    "items[].categories[]": text(),
    "items[].options": {"type": "object", "maxProperties": 20},
    "billing_country": COUNTRY_CODE,
    "vat_number": text(32),
}


def _lists(names: tuple[str, ...], place: str) -> dict[str, Bound]:
    return {f"{place}.{n}": many(20) for n in names} | {f"{place}.{n}[]": text(200) for n in names}


# Operations beyond the contract, which leave its 41 as they are.
EXTENSIONS = {
    "cancel_order": _write("POST /orders/{number}/cancel", scope=BUY),
    "apply_coupon": _write("PUT /orders/{number}/coupon", scope=BUY),
    "list_events": _read("GET /events"),
}
EXTENSION_BOUNDS: dict[str, dict[str, Bound]] = {
    "cancel_order": {"number": text(32, **REQUIRED)},
    "apply_coupon": {"number": text(32, **REQUIRED), "coupon": text(40)},
    "list_events": {
        "after": number(0, 2**53 - 1, default=0),
        "limit": number(1, 100, default=50),
        "detail": choice("full", "brief", default="full"),
    },
}
BOUNDS: dict[str, dict[str, Bound]] = {
    "get_site": {},
    "search_listings": PAGES
    | {
        "q": text(200),
        "category": slug(),
        "stage": slug(),
        "country": COUNTRY_CODE,
        "pricing_model": text(40),
        "domain": text(253),
        "status": choice("live", "upcoming", default="live"),
        "sort": choice("relevance", "newest", "votes", "trending", "most_viewed", "most_followed", default="relevance"),
    },
    "get_listing": PATH_SLUG,
    "list_alternatives": PATH_SLUG,
    "compare_listings": {"a": slug(**REQUIRED), "b": slug(**REQUIRED)},
    "list_categories": {"include_empty": {"type": "boolean", "default": True}},
    "get_category": PATH_SLUG | PAGES,
    "get_launch_week": {"week": text(10, **REQUIRED)},
    "list_launches": PAGES
    | {
        "section": choice(
            "today",
            "this-week",
            "trending",
            "most-voted",
            "recent",
            "most-viewed",
            "most-followed",
            "upcoming",
            default="this-week",
        )
    },
    "get_leaderboard": PAGES | {"week": text(10)},  # an unknown board is 404, so its schema is not held to a choice
    "list_founders": PAGES | {"q": text(120), "country": COUNTRY_CODE},
    "get_founder": PATH_SLUG,
    "list_blog_posts": PAGES | {"q": text(200)},
    "get_blog_post": PATH_SLUG,
    "list_awards": PAGES | {"listing": slug()},
    "get_listing_badges": PATH_SLUG
    | {
        "shape": choice("standard", "outline", "pill", "banner", "square", default="standard"),
        "mode": choice("light", "dark", "auto", default="auto"),
        "size": choice("s", "m", "l", default="m"),
    },
    "list_interview_questions": {},
    "get_me": {},
    "create_draft": {"url": text(2048, **REQUIRED)},
    "list_drafts": PAGES,
    "get_draft": PATH_DRAFT,
    "update_draft": PATH_DRAFT
    | FAQS
    | {f"fields.{name}": text(500) for name in DRAFT_TEXTS}
    | {"fields.description": text(20000)}
    | _lists(("categories", "tags", "features", "usps", "keywords"), "fields")
    | {
        "lock_fields": many(20),
        "regenerate": many(5),
        "restore": many(20),
        "founders": many(6),
        "founders[].name": text(160, **REQUIRED),
        "founders[].title": text(160),
        "founders[].bio": text(3000),
        "milestones": many(50),
        "competitor_url": text(2048),
        "seo.title": text(70),
        "seo.meta": text(170),
    }
    | {f"milestones[].{name}": bound for name, bound in MILESTONE.items()}
    | {f"story.{name}": text(8000) for name in ("title", *STORY)},
    "invite_cofounder": PATH_DRAFT | {"email": text(254, format="email", required=True)},
    "submit_draft": PATH_DRAFT,
    "list_my_listings": PAGES,
    "get_my_listing": PATH_LISTING,
    "update_listing": PATH_LISTING
    | FAQS
    | {f"fields.{name}": text(most) for name, most in LISTING_TEXTS.items()}
    | {"fields.founded_year": number(1800, 2100)}
    | _lists(("features", "usps", "keywords"), "fields"),
    "post_listing_update": PATH_LISTING | {"title": text(200, **REQUIRED), "body": text(5000, **REQUIRED)},
    "add_milestone": PATH_LISTING | MILESTONE,
    "delete_milestone": PATH_LISTING | {"milestone_id": number(1, **REQUIRED)},
    "update_story": PATH_LISTING | {"title": text(200)} | {name: text(8000) for name in STORY},
    "answer_interview": {
        "answers": many(30, **REQUIRED),
        "answers[].question_id": number(1, **REQUIRED),
        "answers[].answer": text(4000, **REQUIRED),
    },
    "choose_free_plan": PATH_LISTING,
    "create_claim": {
        "slug": text(220, **REQUIRED),
        "method": choice("dns", "meta", "file", "email") | REQUIRED,
        "email": text(254, format="email"),
    },
    "list_claims": PAGES,
    "verify_claim": {"claim_id": number(1, **REQUIRED)},
    "quote_order": ORDER,
    "checkout_order": ORDER,
    "list_orders": PAGES,
    "get_order": {"number": text(32, **REQUIRED)},
    "list_products": {},
}
