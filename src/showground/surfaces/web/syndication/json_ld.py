"""schema.org data (JSON-LD) for pages. Unknown values are left out."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from showground.categories import Category, category_text
from showground.core.calls.context import Site
from showground.core.languages import gettext
from showground.listings import Faq, Listing
from showground.surfaces.web.formatting import is_web_address

Data = dict[str, Any]


class Named(Protocol):
    """Anything with a name and a page on this site."""

    @property
    def name(self) -> str: ...
    @property
    def url(self) -> str: ...


def graph(*parts: Data) -> Data:
    return {"@context": "https://schema.org", "@graph": [part for part in parts if part]}


def describe_site(site: Site, purpose: str) -> Data:
    organization = {"@type": "Organization", "@id": f"{site.url}/#organization", "name": site.name, "url": site.url}
    search = {
        "@type": "SearchAction",
        "target": f"{site.url}/listings?q={{words}}",
        "query-input": "required name=words",
    }
    return graph(
        organization,
        {
            "@type": "WebSite",
            "name": site.name,
            "url": site.url,
            "description": purpose,
            "publisher": {"@id": organization["@id"]},
            "potentialAction": search,
        },
    )


def describe_listing(listing: Listing, site: Site) -> Data:
    links = [listing.website, *(listing.socials or {}).values()]
    rating = listing.rating
    product = _known(
        {
            "@type": "SoftwareApplication",
            "@id": f"{listing.url}#product",
            "name": listing.name,
            "description": listing.short_description or listing.tagline,
            "url": listing.url,
            "applicationCategory": listing.category and category_text(listing.category.name),
            "sameAs": [address for address in links if is_web_address(address)],
            "author": [
                {"@type": "Person", "name": founder.name, "url": founder.url} for founder in listing.founders or ()
            ],
            "aggregateRating": rating
            and {
                "@type": "AggregateRating",
                "ratingValue": rating.average,
                "reviewCount": rating.count,
                "bestRating": 5,
                "worstRating": 1,
            },
        }
    )
    place = [(gettext("Categories"), f"{site.url}/categories")]
    if listing.category:
        place.append((category_text(listing.category.name), f"{site.url}/categories/{listing.category.slug}"))
    return graph(product, describe_faqs(listing.faqs or ()), describe_place([*place, (listing.name, listing.url)]))


def describe_category(category: Category, site: Site) -> Data:
    place = [(gettext("Categories"), f"{site.url}/categories")]
    if category.parent:
        place.append((category_text(category.parent.name), f"{site.url}/categories/{category.parent.slug}"))
    faqs = [
        faq.model_copy(update={"question": category_text(faq.question), "answer": category_text(faq.answer)})
        for faq in category.faqs
    ]
    return graph(describe_faqs(faqs), describe_place([*place, (category_text(category.name), category.url)]))


def describe_person(
    person: Named, works_for: Iterable[Named], addresses: Iterable[str], picture_url: str | None = None
) -> Data:
    return graph(
        _known(
            {
                "@type": "Person",
                "name": person.name,
                "url": person.url,
                "image": picture_url,
                "worksFor": [{"@type": "Organization", "name": at.name, "url": at.url} for at in works_for],
                "sameAs": [address for address in addresses if is_web_address(address)],
            }
        )
    )


def describe_faqs(faqs: Sequence[Faq]) -> Data:
    if not faqs:
        return {}
    return {
        "@type": "FAQPage",
        "mainEntity": [
            {
                "@type": "Question",
                "name": faq.question,
                "acceptedAnswer": {"@type": "Answer", "text": faq.answer},
            }
            for faq in faqs
        ],
    }


def describe_place(steps: Sequence[tuple[str, str]]) -> Data:
    """The breadcrumbs from the top to a page."""
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": address}
            for position, (name, address) in enumerate(steps, 1)
        ],
    }


def _known(data: Data) -> Data:
    return {name: value for name, value in data.items() if value}
