"""Moderation: first questions of new accounts are held if staff wish, posts are hidden, and reports reach staff."""

import pytest

from showground.core.calls.errors import InsufficientScope
from showground.core.calls.models import NoInput
from showground.questions.actions.moderation import (
    ListAllQuestions,
    ModerateAnswer,
    ModerateQuestion,
    ReportQuestion,
    SetQuestionPolicy,
    SettleQuestionReport,
    list_all_questions,
    list_question_reports,
    moderate_answer,
    moderate_question,
    report_question,
    set_question_policy,
    settle_question_report,
)
from showground.questions.errors import NoSuchListingAnswer, NoSuchListingQuestion, NoSuchQuestionReport
from showground.questions.rules import is_held
from tests.questions.conftest import Forum

pytestmark = pytest.mark.anyio


async def hold_first(forum: Forum) -> None:
    await forum.world.dispatcher.call(set_question_policy, forum.staff("bob"), SetQuestionPolicy(hold_first=True))


async def moderate(forum: Forum, question: int, *, hidden: bool) -> str:
    asked = ModerateQuestion(question_id=question, hidden=hidden)
    return (await forum.world.dispatcher.call(moderate_question, forum.staff("bob"), asked)).state


async def report(forum: Forum, question: int, answer: int | None = None, body: str = "It is an ad.") -> int:
    asked = ReportQuestion(slug="tidewater", question_id=question, answer_id=answer, reason="spam", body=body)
    return (await forum.world.dispatcher.call(report_question, forum.person("charlie"), asked)).id


@pytest.mark.parametrize(
    ("hold", "new", "shown", "held"),
    [
        (True, True, False, True),
        (True, True, True, False),
        (True, False, False, False),
        (False, True, False, False),
    ],
)
def test_what_is_held(hold: bool, new: bool, shown: bool, held: bool) -> None:
    assert is_held(hold_first=hold, new_account=new, shown_before=shown) is held


async def test_a_first_question_waits_and_is_public_once_approved(forum: Forum) -> None:
    await hold_first(forum)
    asked = await forum.ask_about()
    assert asked.state == "held"
    assert (await forum.profile())["questions"] == []
    assert (await forum.read()).items == []
    assert (await forum.read("alice")).items == []  # its makers neither
    (own,) = (await forum.read("charlie")).items
    assert (own.held, own.own) == (True, True)
    assert await forum.mails() == []
    with pytest.raises(NoSuchListingQuestion):
        await forum.answer(asked.id)
    second = await forum.ask_about("And offline?")
    assert second.state == "held"
    queue = await forum.world.dispatcher.call(list_all_questions, forum.staff("bob"), ListAllQuestions(state="held"))
    assert [(item.id, item.author) for item in queue.items] == [(second.id, "Charlie"), (asked.id, "Charlie")]
    assert await moderate(forum, asked.id, hidden=False) == "visible"
    assert [(to, template) for to, template, _ in await forum.mails()] == [
        ("alice@alice.example", "question_asked"),
        ("bob@bob.example", "question_asked"),
    ]
    assert (await forum.profile())["question_count"] == 1
    assert (await forum.ask_about("And on a phone?")).state == "visible"  # they are known now


async def test_only_accounts_younger_than_a_week_wait(forum: Forum) -> None:
    await hold_first(forum)
    forum.world.clock.move(days=7, seconds=1)
    assert (await forum.ask_about()).state == "visible"


async def test_held_questions_are_deleted_after_90_days(forum: Forum) -> None:
    from showground.questions.jobs import forget_old_questions  # noqa: PLC0415 - jobs are imported by workers only

    await hold_first(forum)
    await forum.ask_about()
    forum.world.clock.move(days=89)
    await forum.run(forget_old_questions)
    assert await forum.ask("select count(*) from listing_question") == [(1,)]
    forum.world.clock.move(days=2)
    await forum.run(forget_old_questions)
    assert await forum.ask("select count(*) from listing_question") == [(0,)]


async def test_a_hidden_question_is_gone_or_a_tombstone(forum: Forum) -> None:
    asked = await forum.ask_about("Buy cheap watches?")
    assert await moderate(forum, asked.id, hidden=True) == "hidden"
    assert (await forum.profile())["questions"] == []
    assert (await forum.read("charlie")).items == []
    assert await moderate(forum, asked.id, hidden=False) == "visible"
    await forum.answer(asked.id, "No.")
    await moderate(forum, asked.id, hidden=True)
    (left,) = (await forum.profile())["questions"]
    assert (left["question"], [a["answer"] for a in left["answers"]]) == (None, ["No."])
    async with forum.world.browser() as browser:
        page = await browser.get(f"/listings/tidewater/questions/{asked.id}")
        assert "This question was removed" in page.text
        assert "watches" not in page.text
    assert len(await forum.mails()) == 3  # the question to both makers, the answer to the asker; none for showing again


async def test_what_the_author_removed_stays_removed(forum: Forum) -> None:
    asked = await forum.ask_about()
    await forum.answer(asked.id)
    await forum.do("update listing_question set state = 'removed', body = '', account_id = null")
    with pytest.raises(NoSuchListingQuestion):
        await moderate(forum, asked.id, hidden=False)
    with pytest.raises(NoSuchListingQuestion):
        await moderate(forum, 999, hidden=True)


async def test_a_hidden_answer_leaves_the_faq_without_its_mark(forum: Forum) -> None:
    asked = await forum.ask_about()
    answer = await forum.answer(asked.id)
    await forum.adopt(answer.id)
    dispatcher, staff = forum.world.dispatcher, forum.staff("bob")
    hidden = await dispatcher.call(moderate_answer, staff, ModerateAnswer(answer_id=answer.id, hidden=True))
    assert hidden.state == "hidden"
    profile = await forum.profile()
    assert profile["questions"][0]["answers"] == []
    assert profile["faqs"][0]["stated_by_maker"] is None
    with pytest.raises(NoSuchListingAnswer):
        await forum.adopt(answer.id)
    await dispatcher.call(moderate_answer, staff, ModerateAnswer(answer_id=answer.id, hidden=False))
    assert len((await forum.profile())["questions"][0]["answers"]) == 1


async def test_reports_reach_staff_once_each(forum: Forum) -> None:
    asked = await forum.ask_about()
    answer = await forum.answer(asked.id)
    dispatcher, staff = forum.world.dispatcher, forum.staff("bob")
    first = await report(forum, asked.id)
    assert await report(forum, asked.id, body="It is rude, too.") == first
    about_answer = await report(forum, asked.id, answer.id)
    found = (await dispatcher.call(list_question_reports, staff, NoInput())).items
    assert [(r.id, r.body, r.reporter, r.question_body, r.answer_body) for r in found] == [
        (first, "It is rude, too.", "Charlie", "Can I self-host it?", None),
        (about_answer, "It is an ad.", "Charlie", "Can I self-host it?", "Yes, with one container."),
    ]
    listed = await dispatcher.call(list_all_questions, staff, ListAllQuestions(slug="tidewater"))
    assert [(q.reports, len(q.answers)) for q in listed.items] == [(2, 1)]
    await dispatcher.call(settle_question_report, staff, SettleQuestionReport(report_id=first))
    with pytest.raises(NoSuchQuestionReport):
        await dispatcher.call(settle_question_report, staff, SettleQuestionReport(report_id=first))
    left = (await dispatcher.call(list_question_reports, staff, NoInput())).items
    assert [r.id for r in left] == [about_answer]


async def test_what_nobody_sees_cannot_be_reported(forum: Forum) -> None:
    asked = await forum.ask_about()
    answer = await forum.answer(asked.id)
    other = await forum.ask_about("And offline?")
    await forum.add("inkwell")
    with pytest.raises(NoSuchListingQuestion):
        await report(forum, other.id, answer.id)  # an answer to another question
    await moderate(forum, other.id, hidden=True)
    with pytest.raises(NoSuchListingQuestion):
        await report(forum, other.id)
    foreign = ReportQuestion(slug="inkwell", question_id=asked.id, reason="spam", body="Not here.")
    with pytest.raises(NoSuchListingQuestion):
        await forum.world.dispatcher.call(report_question, forum.person("charlie"), foreign)


async def test_only_staff_moderate(forum: Forum) -> None:
    asked = await forum.ask_about()
    answer = await forum.answer(asked.id)
    person, dispatcher = forum.person("alice"), forum.world.dispatcher
    for call in (
        dispatcher.call(moderate_question, person, ModerateQuestion(question_id=asked.id, hidden=True)),
        dispatcher.call(moderate_answer, person, ModerateAnswer(answer_id=answer.id, hidden=True)),
        dispatcher.call(list_all_questions, person, ListAllQuestions()),
        dispatcher.call(list_question_reports, person, NoInput()),
        dispatcher.call(set_question_policy, person, SetQuestionPolicy(hold_first=True)),
    ):
        with pytest.raises(InsufficientScope):
            await call
