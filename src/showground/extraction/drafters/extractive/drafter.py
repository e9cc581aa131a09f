"""Drafts every field from the pages of a site, by rules."""

from collections.abc import Sequence

from showground.extraction.company_location import find_location
from showground.extraction.company_origin import find_founded_year
from showground.extraction.contact_email import find_contact_email
from showground.extraction.drafters.extractive.attributes import find_attributes
from showground.extraction.drafters.extractive.categories import find_categories, find_keywords, find_tags
from showground.extraction.drafters.extractive.descriptions import find_description, find_seo, find_short_description
from showground.extraction.drafters.extractive.faqs import find_faqs
from showground.extraction.drafters.extractive.features import find_features, find_usps
from showground.extraction.drafters.extractive.links import (
    find_company_socials,
    find_demo_video,
    find_logo,
)
from showground.extraction.drafters.extractive.names import find_name
from showground.extraction.drafters.extractive.story import find_milestones, find_stage, find_story
from showground.extraction.drafters.extractive.tagline import find_tagline
from showground.extraction.founders import find_founder_socials, find_founders
from showground.extraction.pricing.draft_pricing import find_pricing
from showground.extraction.proposal import CategoryChoice, Drafted, Proposal, attributes_of
from showground.extraction.reading.pages import ReadPage
from showground.extraction.site_model import prepare
from showground.extraction.subjects import Subjects
from showground.extraction.template_pages import without_template_pages


def extract(pages: Sequence[ReadPage], categories: Sequence[CategoryChoice]) -> Proposal:
    site = prepare(pages)
    name = find_name(site)
    site.name = name.value if name else ""
    site.pages = without_template_pages(site.pages, site.name)
    proposal = propose(Subjects(site), name, categories)
    proposal.problems = site.problems
    return proposal


def propose(subjects: Subjects, name: Drafted | None, categories: Sequence[CategoryChoice]) -> Proposal:
    site = subjects.site
    chosen, matches = find_categories(site, categories)
    model, summary = find_pricing(subjects)
    city, country = find_location(subjects)
    founders = find_founders(subjects)
    tagline = find_tagline(site)
    features, usps = find_features(site), find_usps(site)
    fields = {
        "name": name,
        "tagline": tagline,
        "short_description": find_short_description(site, tagline),
        "description": find_description(subjects),
        "stage": find_stage(site),
        "categories": chosen,
        "tags": find_tags(matches),
        "pricing_model": model,
        "pricing_summary": summary,
        "country": country,
        "city": city,
        "founded_year": find_founded_year(subjects),
        "features": features,
        "usps": usps if not features or not usps or usps.value != features.value else None,
        "keywords": find_keywords(site, matches),
        "contact_email": find_contact_email(subjects),
        "demo_video_url": find_demo_video(site),
        "logo_url": find_logo(site),
    }
    return Proposal(
        fields={field: drafted for field, drafted in fields.items() if drafted},
        faqs=find_faqs(site),
        founders=founders,
        company_socials=find_company_socials(site),
        founder_socials=find_founder_socials(site, founders),
        story=find_story(site),
        milestones=find_milestones(site),
        attributes=find_attributes(subjects, attributes_of(chosen, categories)),
        seo=find_seo(site),
    )
