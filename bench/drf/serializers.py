"""The profile of a listing, with the same facts under the same names as ours."""

from rest_framework import serializers

from bench.drf.models import Founder, Listing, ListingCategory, Milestone, Update

SITE = "http://localhost:8000"
LATEST_UPDATES = 5
STORY = ("title", "story", "why_started", "problem", "journey", "challenges", "achievements", "lessons", "whats_next")


class CategorySerializer(serializers.ModelSerializer):
    slug = serializers.CharField(source="category.slug")
    name = serializers.CharField(source="category.name")

    class Meta:
        model = ListingCategory
        fields = ("slug", "name")


class FounderSerializer(serializers.ModelSerializer):
    url = serializers.SerializerMethodField()

    class Meta:
        model = Founder
        fields = ("slug", "name", "title", "bio", "url")

    def get_url(self, founder):
        return f"{SITE}/founders/{founder.slug}"


class UpdateSerializer(serializers.ModelSerializer):
    class Meta:
        model = Update
        fields = ("id", "title", "body", "posted_at")


class MilestoneSerializer(serializers.ModelSerializer):
    class Meta:
        model = Milestone
        fields = ("id", "date", "title", "description", "url")


class ListingSerializer(serializers.ModelSerializer):
    url = serializers.SerializerMethodField()
    status = serializers.SerializerMethodField()
    category = serializers.SerializerMethodField()
    categories = CategorySerializer(many=True, source="in_categories")
    pricing = serializers.SerializerMethodField()
    founders = FounderSerializer(many=True)
    updates = UpdateSerializer(many=True)
    rating = serializers.SerializerMethodField()
    domain_rating = serializers.SerializerMethodField()
    location = serializers.SerializerMethodField()
    links = serializers.SerializerMethodField()
    story = serializers.SerializerMethodField()
    milestones = MilestoneSerializer(many=True)

    class Meta:
        model = Listing
        fields = (
            "slug", "name", "tagline", "votes", "url", "website", "status", "category", "stage", "pricing_model",
            "country", "logo_url", "launch_week", "headline", "summary", "short_description", "description",
            "features", "usps", "keywords", "tags", "pricing", "categories", "founders", "faqs", "socials", "updates",
            "rating", "domain_rating", "location", "founded_year", "contact_email", "demo_video_url", "attributes",
            "live_at", "followers", "demo", "links", "evidence", "not_found_on_website", "story", "milestones",
        )  # fmt: skip

    def to_representation(self, instance):
        shown = super().to_representation(instance)
        shown["updates"] = shown["updates"][:LATEST_UPDATES]
        for section in ("story", "milestones"):
            if section not in instance.unlocked:
                del shown[section]
        return shown

    def get_url(self, listing):
        return f"{SITE}/listings/{listing.slug}"

    def get_status(self, listing):
        return "live" if listing.status == "live" else "upcoming"

    def get_category(self, listing):
        links = listing.in_categories.all()
        return {"slug": links[0].category.slug, "name": links[0].category.name} if links else None

    def get_pricing(self, listing):
        return {"model": listing.pricing_model, "summary": listing.pricing_summary}

    def get_rating(self, listing):
        if not listing.rating_count:
            return None
        return {"average": round(listing.rating_average, 2), "count": listing.rating_count}

    def get_domain_rating(self, listing):
        trend = [{"date": point.date, "value": point.value} for point in listing.domain_ratings.all()]
        return {"value": trend[-1]["value"], "as_of": trend[-1]["date"], "trend": trend} if trend else None

    def get_location(self, listing):
        return {"country": listing.country, "city": listing.city}

    def get_links(self, listing):
        page, api = f"{SITE}/listings/{listing.slug}", f"{SITE}/api/v1/listings/{listing.slug}"
        return {
            "page": page,
            "website": listing.website,
            "api": api,
            "alternatives": f"{api}/alternatives",
            "badges": f"{api}/badges",
        }

    def get_story(self, listing):
        story = getattr(listing, "story", None)
        return {name: story.sections.get(name) for name in STORY} if story else None
