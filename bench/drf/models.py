"""Our tables, as Django sees them; it manages none of them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Category(models.Model):
    slug = models.TextField()
    name = models.TextField()

    class Meta:
        managed = False
        db_table = "category"


class Listing(models.Model):
    slug = models.TextField(unique=True)
    website = models.TextField()
    status = models.TextField()
    unlocked = ArrayField(models.TextField())
    launch_week = models.DateField(null=True)
    live_at = models.DateTimeField(null=True)
    demo = models.BooleanField()
    name = models.TextField()
    tagline = models.TextField(null=True)
    short_description = models.TextField(null=True)
    description = models.TextField(null=True)
    headline = models.TextField(null=True)
    summary = models.TextField(null=True)
    stage = models.TextField(null=True)
    pricing_model = models.TextField(null=True)
    pricing_summary = models.TextField(null=True)
    country = models.TextField(null=True)
    city = models.TextField(null=True)
    founded_year = models.IntegerField(null=True)
    contact_email = models.TextField(null=True)
    demo_video_url = models.TextField(null=True)
    logo_url = models.TextField(null=True)
    features = ArrayField(models.TextField(), null=True)
    usps = ArrayField(models.TextField(), null=True)
    keywords = ArrayField(models.TextField(), null=True)
    tags = ArrayField(models.TextField(), null=True)
    socials = models.JSONField(null=True)
    faqs = models.JSONField(null=True)
    attributes = models.JSONField()
    evidence = models.JSONField()
    not_found_on_website = ArrayField(models.TextField())
    votes = models.IntegerField()
    followers = models.IntegerField()
    rating_average = models.FloatField(null=True)
    rating_count = models.IntegerField()

    class Meta:
        managed = False
        db_table = "listing"


class ListingCategory(models.Model):
    listing = models.ForeignKey(Listing, models.CASCADE, related_name="in_categories", primary_key=True)
    category = models.ForeignKey(Category, models.CASCADE)
    position = models.IntegerField()

    class Meta:
        managed = False
        db_table = "listing_category"
        ordering = ("position",)


class Founder(models.Model):
    listing = models.ForeignKey(Listing, models.CASCADE, related_name="founders", primary_key=True)
    position = models.IntegerField()
    slug = models.TextField(db_column="founder_slug")
    name = models.TextField()
    title = models.TextField(null=True)
    bio = models.TextField(null=True)

    class Meta:
        managed = False
        db_table = "listing_founder"
        ordering = ("position",)


class Update(models.Model):
    listing = models.ForeignKey(Listing, models.CASCADE, related_name="updates")
    title = models.TextField()
    body = models.TextField()
    posted_at = models.DateTimeField()

    class Meta:
        managed = False
        db_table = "listing_update"
        ordering = ("-posted_at", "-id")


class Milestone(models.Model):
    listing = models.ForeignKey(Listing, models.CASCADE, related_name="milestones")
    date = models.DateField()
    title = models.TextField()
    description = models.TextField(null=True)
    url = models.TextField(null=True)

    class Meta:
        managed = False
        db_table = "listing_milestone"
        ordering = ("-date", "-id")


class Story(models.Model):
    listing = models.OneToOneField(Listing, models.CASCADE, related_name="story", primary_key=True)
    sections = models.JSONField()

    class Meta:
        managed = False
        db_table = "listing_story"


class DomainRating(models.Model):
    listing = models.ForeignKey(Listing, models.CASCADE, related_name="domain_ratings", primary_key=True)
    date = models.DateField()
    value = models.IntegerField(db_column="rating")

    class Meta:
        managed = False
        db_table = "listing_domain_rating"
        ordering = ("date",)
