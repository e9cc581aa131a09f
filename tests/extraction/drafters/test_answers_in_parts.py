"""Questions whose answers have several lines or lists, questions in Japanese, and more questions than a draft holds."""

from showground.extraction.drafters.extractive.faqs import find_faqs
from showground.extraction.site_model import prepare
from tests.extraction.drafters.small_pages import draft, page

LIST = "<ul><li>Credit cards (three kinds)</li><li>Bank transfers</li></ul>"


def questions(body: str, path: str = "/faq", kind: str = "faq", lang: str = "en") -> list[str]:
    return [faq.question for faq in draft(page(f"<main>{body}</main>", path, kind, lang)).faqs]


def test_answers_of_several_lines_and_lists_in_the_element_of_the_question() -> None:
    body = (
        "<div><div>How do credits work?</div><div>Each list uses one credit.<br><br>Free credits<br>Packs:</div></div>"
        f"<div><div>What may I pay with?</div><div>Payments are processed by a bank, which takes:{LIST}</div></div>"
        "<div><div>Can I get a refund?</div><div>Yes, within two weeks of the payment.</div></div>"
    )
    assert questions(f"<h1>Questions</h1>{body}") == [
        "How do credits work?", "What may I pay with?", "Can I get a refund?",
    ]  # fmt: skip


def test_an_answer_never_takes_the_title_of_the_next_part() -> None:
    body = "<div><div>Is there an app?</div></div><div><div>Payments</div><div>We take all kinds of cards.</div></div>"
    assert questions(f"<h1>Questions</h1>{body}") == []


def test_questions_that_end_like_sentences_in_japanese() -> None:
    body = "<h2>よくある質問</h2><div><p>Q 無料で使えますか。</p><p>A はい、登録した人は全員無料で使えます。</p></div>"
    assert questions(f"<h1>タルンブルック</h1>{body}", "/press", "press", "ja") == ["Q 無料で使えますか。"]


def test_more_questions_are_proposed_than_a_draft_holds() -> None:
    asked = "".join(
        f"<h3>May I use list {number}?</h3><p>Yes, you may use list {number} too.</p>" for number in range(12)
    )
    site = prepare([page(f"<main><h1>Questions</h1>{asked}</main>", "/faq", "faq")])
    assert len(find_faqs(site)) == 12
    assert len(questions(f"<h1>Questions</h1>{asked}")) == 10
