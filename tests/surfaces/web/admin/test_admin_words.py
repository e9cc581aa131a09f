"""Staff write: the blog, the interview, and the site's own texts."""

import pytest

from tests.surfaces.web.admin.conftest import Staff, value

pytestmark = pytest.mark.anyio

POST = {
    "title": "Salt & <tides>",
    "slug": "",
    "summary": "What the sea says.",
    "body": "## Low water\n\nA <b>bold</b> word.",
    "author": "Charlie",
    "published_at": "2026-03-12T09:00",
    "faq_question": ["Why?", "", ""],
    "faq_answer": ["Because.", "", ""],
    "do": "save",
}


async def test_a_post_appears_when_its_hour_has_come(staff: Staff) -> None:
    preview = await staff.send("/admin/posts/new", 200, **POST | {"do": "preview"})
    assert "Preview, not saved" in preview.text
    assert value(preview, "title") == POST["title"]
    assert await staff.ask("select from post") == []
    page = await staff.send("/admin/posts/new", **POST)
    assert "Scheduled" in page.text
    assert (await staff.world.get("/blog/salt-tides")).status_code == 404
    assert (await staff.world.client.get("/blog/salt-tides")).status_code == 404
    staff.world.clock.move(days=1)
    post = (await staff.world.get("/blog/salt-tides")).json()
    assert (post["title"], post["faqs"]) == (POST["title"], [{"question": "Why?", "answer": "Because."}])
    shown = (await staff.world.client.get("/blog/salt-tides")).text
    assert "<h2>Low water</h2>" in shown
    assert "<b>bold</b>" not in shown
    edited = POST | {"title": "Salt", "published_at": "2026-03-12T08:00", "slug": "another"}
    await staff.send("/admin/posts/of/salt-tides", **edited)
    assert (await staff.world.get("/blog/salt-tides")).json()["title"] == "Salt"
    assert (await staff.world.get("/blog?q=salt")).json()["total"] == 1
    for wrong in ({"title": ""}, {"published_at": "soon"}, {"summary": "x" * 501}):
        page = await staff.send("/admin/posts/of/salt-tides", 400, **edited | wrong)
        assert page.all("p"), wrong
    page = await staff.send("/admin/posts/new", 400, **POST | {"slug": "salt-tides"})
    assert "Another post has this slug. Choose a different one." in page.text
    page = await staff.send("/admin/posts/of/salt-tides/delete")
    assert "No posts yet." in page.text
    assert (await staff.world.get("/blog/salt-tides")).status_code == 404
    assert [action for _, action, _ in await staff.log()] == ["write_post", "write_post", "delete_post"]


async def test_the_interview_is_written(staff: Staff) -> None:
    for question in ("Why <so>?", "What next?"):
        await staff.send("/admin/questions", question=question)
    page = await staff.send("/admin/questions", 400, question="What next?")
    assert "The interview already has this question." in page.text
    [(first,), (second,)] = await staff.ask("select id from interview_question order by position")
    await staff.send(f"/admin/questions/{second}/up")
    await staff.send("/admin/questions", question_id=str(first), question="Why at all?")
    asked = (await staff.world.get("/interview-questions")).json()["items"]
    assert [(one["id"], one["question"]) for one in asked] == [(second, "What next?"), (first, "Why at all?")]
    page = await staff.send("/admin/questions", 400, question_id=str(first), question=" " * 2)
    await staff.send("/admin/questions", 404, question_id="999", question="Who?")
    await staff.send(f"/admin/questions/{second}/remove")
    await staff.send(f"/admin/questions/{second}/remove", 404)
    assert len((await staff.world.get("/interview-questions")).json()["items"]) == 1


async def test_a_text_is_written(staff: Staff) -> None:
    assert "Default text" in (await staff.see("/admin/texts")).text
    given = {"title": "Privacy here", "body": "## Cookies\n\nOne.", "do": "save"}
    page = await staff.send("/admin/texts/privacy", 200, **given | {"do": "preview"})
    assert "Preview, not saved" in page.text
    await staff.send("/admin/texts/privacy", **given)
    shown = (await staff.world.client.get("/privacy")).text
    assert "<h2>Cookies</h2>" in shown
    assert "Privacy here" in shown
    await staff.send("/admin/texts/privacy", 400, **given | {"title": ""})
    await staff.send("/admin/texts/nothing", 404, **given)
