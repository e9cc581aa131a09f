"""The blog: the list of posts, and each post."""

from starlette.responses import Response

from showground.blog.operations.get_blog_post import get_blog_post
from showground.blog.operations.list_blog_posts import ListBlogPosts, list_blog_posts
from showground.surfaces.web.lists import narrow_down
from showground.surfaces.web.syndication.json_ld import describe_faqs, describe_place, graph
from showground.surfaces.web.visit import Visit

FIELDS = ("q", "page")
FEW = 4


async def show_posts(visit: Visit) -> Response:
    narrowed = await narrow_down(visit, list_blog_posts, FIELDS)
    return narrowed.show(visit, "posts.html")


async def show_post(visit: Visit) -> Response:
    post = await visit.ask(get_blog_post, visit.parse(get_blog_post, {"slug": visit.path_params["slug"]}))
    article = {
        "@type": "BlogPosting",
        "headline": post.title,
        "description": post.summary,
        "author": {"@type": "Person", "name": post.author},
        "datePublished": post.published_at.isoformat(),
        "mainEntityOfPage": post.url,
        "publisher": {"@type": "Organization", "name": visit.site.name, "url": visit.site.url},
    }
    newest = await visit.ask(list_blog_posts, ListBlogPosts(per_page=FEW + 1))
    way = [("Blog", f"{visit.site.url}/blog"), (post.title, post.url)]
    return visit.show(
        "post.html",
        post=post,
        others=[other for other in newest.items if other.slug != post.slug][:FEW],
        structured=graph(article, describe_faqs(post.faqs), describe_place(way)),
    )
