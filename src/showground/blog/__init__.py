"""Blog posts."""

from showground.blog.queries.posts import NewPost, add_posts

__all__ = ["NewPost", "add_posts"]
