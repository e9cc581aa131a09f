"""Blog posts: Markdown with a preview, questions and answers, and a publication time."""

from datetime import UTC, datetime
from typing import Any

from starlette.responses import Response

from showground.blog import StaffPost
from showground.blog.actions.posts import ReadPost, delete_post, list_all_posts, read_post, write_post
from showground.core import text_folding
from showground.core.languages import Text
from showground.surfaces.web.admin.common import button, field_refused, find_picture, read_rows, with_blanks
from showground.surfaces.web.edited_values import EditedValues
from showground.surfaces.web.forms import NO_RESULT, Form, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit

TEXTS = ("title", "slug", "summary", "body", "author", "published_at")


@for_staff
async def show_posts(visit: Visit) -> Response:
    found = await visit.ask(list_all_posts, visit.parse_page(list_all_posts))
    return visit.show(
        "admin/posts.html", private=True, posts=found.items, pager=make_pager(visit, found), now=visit.now
    )


@for_staff
async def show_new_post(visit: Visit) -> Response:
    author = visit.person.name if visit.person else ""
    given: dict[str, Any] = dict.fromkeys(TEXTS, "")
    return _show(visit, given | {"author": author, "published_at": _minute(visit.now), "faqs": []}, new=True)


@for_staff
async def add_post(visit: Visit) -> Response:
    given = _read(await visit.form())
    given["slug"] = given["slug"] or text_folding.slugify(given["title"])
    return await _save(visit, given, None)


@for_staff
async def show_post(visit: Visit) -> Response:
    post = await visit.ask(read_post, visit.parse(read_post, visit.path_params))
    given = post.model_dump() | {"published_at": _minute(post.published_at)}
    return _show(visit, given, new=False, version=await visit.version(_edited(post.slug), post))


@for_staff
async def save_post(visit: Visit) -> Response:
    post = await visit.ask(read_post, visit.parse(read_post, visit.path_params))
    return await _save(visit, _read(await visit.form()) | {"slug": post.slug}, post)


def _edited(slug: str) -> EditedValues[ReadPost, StaffPost]:
    return EditedValues(read_post, ReadPost(slug=slug), lambda post: post.model_dump(include={*TEXTS, "faqs"}))


async def _save(visit: Visit, given: dict[str, Any], post: StaffPost | None) -> Response:
    """Save a new post, or the stored one."""
    form, new = await visit.form(), post is None
    edited = _edited(post.slug) if post else None
    at = _read_time(given["published_at"])
    result: FormResult[Any] = NO_RESULT
    preview = form.get("do") == "preview"
    if not preview and at is None:
        result = field_refused("published_at", Text("Enter a date and time."))
    elif not preview and (picture := find_picture(given["body"])):
        result = picture
    elif not preview and at is not None:
        result = await visit.submit(write_post, edited, **given | {"published_at": at.isoformat(), "new": new})
        if result.answer:
            return visit.go("/admin/posts")
    version = await visit.version(edited, post, result) if post and edited else ""
    return _show(visit, given, new=new, result=result, preview=preview, version=version)


def _read(form: Form) -> dict[str, Any]:
    texts = {name: form.get(name, "").strip().replace("\r\n", "\n") for name in TEXTS}
    return {**texts, "faqs": read_rows(form, question="faq_question", answer="faq_answer")}


def _show(
    visit: Visit,
    given: dict[str, Any],
    *,
    new: bool,
    result: FormResult[Any] = NO_RESULT,
    preview: bool = False,
    version: str = "",
) -> Response:
    rows = with_blanks(given["faqs"], "question", "answer")
    at = _read_time(given["published_at"])
    return visit.show(
        "admin/post.html",
        status=result.status,
        private=True,
        given=given | {"rows": rows},
        new=new,
        preview=preview,
        version=version,
        to_come=at is not None and at > visit.now,
        result=result,
    )


def _minute(at: datetime) -> str:
    """Formatted for an `<input type="datetime-local">`."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M}"


def _read_time(text: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at.replace(tzinfo=UTC) if at.tzinfo is None else at


drop_post = button(delete_post, "/admin/posts")
