"""Blog posts, the site's own pages and its announcement."""

from showground.blog.errors import NoSuchPage
from showground.blog.models import Announcement, SiteText
from showground.blog.page_addresses import SHIPPED, WELL_KNOWN
from showground.blog.queries.posts import NewPost, add_posts, delete_unchanged, list_existing
from showground.blog.queries.site_pages import list_own_pages, list_unwritten
from showground.blog.queries.staff_posts import StaffPost
from showground.blog.rules import reading_minutes

__all__ = [
    "SHIPPED",
    "WELL_KNOWN",
    "Announcement",
    "NewPost",
    "NoSuchPage",
    "SiteText",
    "StaffPost",
    "add_posts",
    "delete_unchanged",
    "list_existing",
    "list_own_pages",
    "list_unwritten",
    "reading_minutes",
]
