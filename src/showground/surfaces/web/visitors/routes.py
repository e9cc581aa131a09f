"""Routes of the public pages, feeds, sitemaps and images."""

from showground.surfaces.web.sessions import Show
from showground.surfaces.web.syndication import dump, feeds, robots, share_images, sitemaps
from showground.surfaces.web.visit import by_path
from showground.surfaces.web.visitors import collections, newsletter
from showground.surfaces.web.visitors.awards import show_awards
from showground.surfaces.web.visitors.badges import show_badge
from showground.surfaces.web.visitors.blog import show_post, show_posts
from showground.surfaces.web.visitors.brand_files import show_brand_file
from showground.surfaces.web.visitors.categories import show_categories, show_category
from showground.surfaces.web.visitors.clicks import count_click
from showground.surfaces.web.visitors.comparison import show_comparison
from showground.surfaces.web.visitors.email_links import confirm_claim, show_claim, show_stop, stop
from showground.surfaces.web.visitors.founders import show_founder, show_founders
from showground.surfaces.web.visitors.home import show_front
from showground.surfaces.web.visitors.leaderboards import show_board, show_boards
from showground.surfaces.web.visitors.listing import show_alternatives, show_badges, show_listing
from showground.surfaces.web.visitors.media import show_media
from showground.surfaces.web.visitors.pricing import show_advertise, show_pricing
from showground.surfaces.web.visitors.questions import (
    drop_answer,
    drop_question,
    post_answer,
    post_question,
    show_question,
    show_questions,
    take_into_faq,
)
from showground.surfaces.web.visitors.reviews import (
    drop_review,
    post_reply,
    post_report,
    post_review,
    show_report,
    show_reviews,
)
from showground.surfaces.web.visitors.search import lead_to_listings, show_listings
from showground.surfaces.web.visitors.site_pages import (
    post_contact,
    show_agents,
    show_contact,
    show_crawler,
    show_feeds,
    show_own_page,
    show_rules,
    show_terms,
    show_text,
)
from showground.surfaces.web.visitors.updates import show_listing_updates, show_updates
from showground.surfaces.web.visitors.votes import do_what_was_meant, take_follow, take_save, take_vote
from showground.surfaces.web.visitors.weeks import show_week, show_weeks

FEEDS: tuple[tuple[str, Show], ...] = (
    ("/feeds/launches", feeds.feed_launches),
    ("/feeds/weeks", feeds.feed_weeks),
    ("/feeds/updates", feeds.feed_updates),
    ("/feeds/blog", feeds.feed_blog),
    ("/feeds/newsletter", feeds.feed_newsletter),
    ("/feeds/collections/{collection_id:int}", feeds.feed_collection),
    ("/feeds/categories/{slug}", feeds.feed_category),
    ("/feeds/listings/{slug}", feeds.feed_listing),
)
VISITORS_PAGES: tuple[tuple[str, Show], ...] = (
    ("/", show_front),
    ("/launches", show_weeks),
    ("/launches/{week}", show_week),
    ("/listings", show_listings),
    ("/search", lead_to_listings),
    ("/listings/{slug}", show_listing),
    ("/listings/{slug}/updates", show_listing_updates),
    ("/listings/{slug}/alternatives", show_alternatives),
    ("/listings/{slug}/badges", show_badges),
    ("/listings/{slug}/reviews", show_reviews),
    ("/listings/{slug}/questions", show_questions),
    ("/listings/{slug}/questions/{question}", show_question),
    ("/listings/{slug}/report", show_report),
    ("/meant", do_what_was_meant),
    ("/categories", show_categories),
    ("/categories/{slug}", show_category),
    ("/compare", show_comparison),
    ("/leaderboards", show_boards),
    ("/leaderboards/{board}", show_board),
    ("/updates", show_updates),
    ("/founders", show_founders),
    ("/founders/{slug}", show_founder),
    ("/blog", show_posts),
    ("/blog/{slug}", show_post),
    ("/awards", show_awards),
    ("/listings/{slug}/collect", collections.show_collect),
    ("/collections/{collection_id:int}", collections.show_collection),
    ("/newsletter", newsletter.show_newsletter),
    ("/newsletter/{week}", newsletter.show_edition),
    ("/pricing", by_path(show_pricing)),
    ("/advertise", by_path(show_advertise)),
    ("/rules", show_rules),
    ("/privacy", show_text),
    ("/terms", show_terms),
    ("/abuse", show_text),
    ("/imprint", show_text),
    ("/about", show_text),
    ("/contact", show_contact),
    ("/pages/{slug}", show_own_page),
    ("/brand/{name}", show_brand_file),
    ("/media/{name}", show_media),
    ("/agents", show_agents),
    ("/crawler", show_crawler),
    ("/feeds", show_feeds),
    *((f"{path}.{form}", by_path(show)) for path, show in FEEDS for form in feeds.FORMS),
    ("/dump/latest.json", dump.describe_dump),
    ("/dump/latest.ndjson.gz", dump.lead_to_newest),
    ("/dump/latest.ndjson.gz.sha256", dump.show_checksum),
    ("/dump/{dump_id:int}.ndjson.gz", dump.send_dump),
    ("/sitemap.xml", by_path(sitemaps.map_all)),
    ("/sitemaps/pages.xml", by_path(sitemaps.map_pages)),
    ("/sitemaps/categories.xml", by_path(sitemaps.map_categories)),
    ("/sitemaps/listings.xml", sitemaps.map_listings),
    ("/sitemaps/weeks.xml", by_path(sitemaps.map_weeks)),
    ("/sitemaps/founders.xml", sitemaps.map_founders),
    ("/sitemaps/blog.xml", by_path(sitemaps.map_blog)),
    ("/robots.txt", by_path(robots.show_robots)),
    ("/llms.txt", by_path(robots.show_llms)),
    ("/{key}.txt", robots.show_index_now_key),
    ("/opensearch.xml", by_path(robots.show_opensearch)),
    ("/oembed", robots.show_oembed),
    ("/pictures/listings/{slug}.png", by_path(share_images.draw_listing)),
    ("/pictures/weeks/{week}.png", by_path(share_images.draw_week)),
    ("/badges/{slug}/{name}.svg", show_badge),
)
# Opened from an email.
EMAIL_LINK_PAGES: tuple[tuple[str, Show], ...] = (
    ("/unsubscribe/{token}", show_stop),
    ("/newsletter/confirm/{token}", newsletter.show_request),
    ("/newsletter/subscription/{token}", newsletter.show_subscription),
    ("/alerts/{token}", newsletter.show_alert),
    ("/claims/{token}", show_claim),
)
BUSY_FORMS: tuple[tuple[str, Show], ...] = (  # of a launch day: their routes are matched before all others
    ("/listings/{slug}/vote", take_vote),
    ("/listings/{slug}/follow", take_follow),
)
VISITORS_FORMS: tuple[tuple[str, Show], ...] = (
    ("/listings/{slug}/save", take_save),
    ("/listings/{slug}/collect", collections.post_collect),
    ("/collections/{collection_id:int}", collections.save_collection),
    ("/collections/{collection_id:int}/remove", collections.remove_listing),
    ("/collections/{collection_id:int}/delete", collections.drop_collection),
    ("/newsletter", newsletter.post_subscription),
    ("/newsletter/confirm/{token}", newsletter.confirm),
    ("/newsletter/subscription/{token}", newsletter.stop_subscription),
    ("/newsletter/subscription/{token}/categories", newsletter.save_subscription),
    ("/alerts/{token}", newsletter.stop_alert),
    ("/mail/reports", newsletter.take_mail_report),
    ("/listings/{slug}/launch-alert", newsletter.post_launch_alert),
    ("/listings/{slug}/clicks", count_click),
    ("/listings/{slug}/reviews", post_review),
    ("/listings/{slug}/reviews/delete", drop_review),
    ("/listings/{slug}/reviews/{review}/reply", post_reply),
    ("/listings/{slug}/questions", post_question),
    ("/listings/{slug}/questions/{question}/delete", drop_question),
    ("/listings/{slug}/questions/{question}/answers", post_answer),
    ("/listings/{slug}/questions/{question}/answers/{answer}/delete", drop_answer),
    ("/listings/{slug}/questions/{question}/answers/{answer}/faq", take_into_faq),
    ("/listings/{slug}/report", post_report),
    ("/contact", post_contact),
)
EMAIL_LINK_FORMS: tuple[tuple[str, Show], ...] = (
    ("/unsubscribe/{token}", stop),
    ("/claims/{token}", confirm_claim),
)
