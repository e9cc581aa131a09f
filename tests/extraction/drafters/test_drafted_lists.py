"""Features and questions are found by their structure, whatever the tags."""

from datetime import UTC, datetime

from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import Proposal
from showground.extraction.reading.markup import read_markup
from showground.extraction.verifier import verify

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)
TEXT = "It saves an hour every day and nobody has to think about it again."


def draft(body: str, lang: str = "en", url: str = "https://site.test/") -> Proposal:
    head = "<head><title>Tarnbrook</title></head>"
    page = read_markup(url, f'<html lang="{lang}">{head}<body><main>{body}</main></body></html>', NOW)
    page.kind = "home"
    return verify(extract([page], []), [page], [])


def features(body: str, lang: str = "en") -> list[str]:
    found = draft(body, lang).fields.get("features")
    return found.value if found else []


def cards(*titles: str, tag: str = "h3") -> str:
    return "".join(f"<div><{tag}>{title}</{tag}><p>{TEXT}</p></div>" for title in titles)


def test_features_are_the_union_of_the_sections_with_cards() -> None:
    page = (
        f"<h1>Tarnbrook</h1><section><h2>Calmer mornings</h2>{cards('Night mode', 'Shared lists', 'Quiet hours')}"
        f"</section><section><h2>Features</h2>{cards('Widgets', 'Offline maps')}</section>"
    )
    assert set(features(page)) == {"Night mode", "Shared lists", "Quiet hours", "Widgets", "Offline maps"}


def test_cards_of_other_sections_are_no_features() -> None:
    others = "".join(
        f"<section><h2>{heading}</h2>{cards('Small shops', 'Large farms', 'Schools')}</section>"
        for heading in ("Who it is for", "Use cases", "Branchen", "Для кого", "How Tarnbrook works", "Our customers")
    )
    assert features(f"<h1>Tarnbrook</h1>{others}") == []


def test_numbered_steps_and_statistics_are_no_features() -> None:
    steps = "".join(
        f"<div><div>{at}</div><h3>{title}</h3><p>{TEXT}</p></div>"
        for at, title in enumerate(("Open the box", "Plug it in", "Wait for the light"), start=1)
    )
    figures = cards("30+ years", "4,000 users", "99.9% uptime")
    assert features(f"<h1>Tarnbrook</h1><h2>In your hands</h2>{steps}<h2>Proven</h2>{figures}") == []


def test_a_long_catalogue_is_no_list_of_features() -> None:
    assert features(f"<h1>Tarnbrook</h1><h2>Our teas</h2>{cards(*(f'Tea from hill {at}' for at in range(20)))}") == []


def test_large_headings_one_below_the_other_are_features() -> None:
    rows = "".join(
        f"<section><div><h2>{title}</h2><p>{TEXT}</p></div></section>"
        for title in ("Learn from every trip", "Shared routes", "Spoken turns")
    )
    assert features(f"<h1>Tarnbrook</h1>{rows}") == ["Learn from every trip", "Shared routes", "Spoken turns"]


def test_features_from_a_list_under_a_sentence_and_from_a_table() -> None:
    listed = "<p>The app has these features:</p><ul><li>See who is on duty</li><li>Swap a shift by text</li></ul>"
    assert features(listed) == ["See who is on duty", "Swap a shift by text"]
    rows = "".join(f"<tr><td>{name}</td><td>✅</td></tr>" for name in ("Stereo export", "Batch mode"))
    table = f"<table><thead><tr><th>Feature</th><th>Pro</th></tr></thead><tbody>{rows}</tbody></table>"
    assert features(table) == ["Stereo export", "Batch mode"]


def test_features_in_other_languages() -> None:
    for lang, heading in (("ja", "主な機能"), ("tr", "Özellikler"), ("ru", "Возможности"), ("pl", "Funkcje")):
        items = "<li>Alpha Beta</li><li>Gamma Delta</li>"
        assert features(f"<h2>{heading}</h2><ul>{items}</ul>", lang) == ["Alpha Beta", "Gamma Delta"], lang


def test_questions_lose_the_sign_of_their_panel() -> None:
    panels = "".join(
        f"<div><button>{question} {sign}</button><div>Evet, {answer} olarak mümkündür.</div></div>"
        for question, sign, answer in (("Nasıl başlarım?", "▾", "hemen"), ("İade var mı?", "+", "her zaman"))
    )
    faqs = draft(f"<h2>Sık sorulan sorular</h2>{panels}", "tr").faqs
    assert [faq.question for faq in faqs] == ["Nasıl başlarım?", "İade var mı?"]
    assert all(faq.answer.startswith("Evet") for faq in faqs)


def test_a_title_among_questions_of_the_same_form_is_one() -> None:
    pairs = "".join(
        f"<div><h3>{title}</h3><p>{TEXT}</p></div>"
        for title in ("Can I cancel at any time?", "Refunds and returns", "Where is my data kept?")
    )
    asked = [faq.question for faq in draft(f"<h2>Frequently asked questions</h2>{pairs}").faqs]
    assert asked == ["Can I cancel at any time?", "Refunds and returns", "Where is my data kept?"]


def test_structured_questions_do_not_repeat_the_visible_ones() -> None:
    data = (
        '{"@context":"https://schema.org","@type":"FAQPage","mainEntity":[{"@type":"Question","name":'
        '"Does Tarnbrook work without a network?","acceptedAnswer":{"@type":"Answer","text":"Yes, it does."}}]}'
    )
    shown = f"<h2>FAQ</h2><h3>Does it work without a network?</h3><p>{TEXT}</p>"
    script = f'<script type="application/ld+json">{data}</script>'
    assert [faq.question for faq in draft(shown + script).faqs] == ["Does it work without a network?"]
