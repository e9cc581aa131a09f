"""The blog's posts."""

from showground.blog.store import NewPost, add_posts

__all__ = ["NewPost", "add_posts"]
