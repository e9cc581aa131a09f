"""Features and questions are found by their structure, whatever the tags."""

from datetime import UTC, datetime

from showground.extraction.drafters.extractive.drafter import extract
from showground.extraction.proposal import Proposal
from showground.extraction.reading.markup import read_markup
from showground.extraction.reading.pages import ReadPage
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


def test_cards_after_the_features_are_about_something_else() -> None:
    named = f"<section><h2>Features</h2>{cards('Widgets', 'Offline maps', 'Shared lists')}</section>"
    after = f"<section><h2>About</h2>{cards('Made in Wales', 'Owned by its staff', 'Small on purpose')}</section>"
    why = f"<section><h2>Why Tarnbrook</h2>{cards('You forget', 'They ask', 'Nobody knows')}</section>"
    assert features(f"<h1>Tarnbrook</h1>{why}{named}{after}") == ["Widgets", "Offline maps", "Shared lists"]


def test_a_label_above_the_heading_names_the_section() -> None:
    for label, wanted in (("Funktionen", ["Ampel", "Kalender"]), ("So läuft es", [])):
        items = cards("Ampel", "Kalender")
        page = f"<h1>Tarnbrook</h1><section><div><p>{label}</p><h2>Alles im Blick</h2></div>{items}</section>"
        assert features(page, "de") == wanted, label


def test_cards_of_people_articles_and_other_sites_are_no_features() -> None:
    people = cards("Maren Holt", "Idris Vaughan", "Petra Lindqvist")
    articles = "".join(
        f"<div><h3>{title}</h3><p>{TEXT}</p><span>3 May 2026</span></div>" for title in ("Spring", "Rain", "Wool")
    )
    profiles = "".join(
        f"<div><h3>{title}</h3><p>{TEXT}</p><a href='https://{title.lower()}.example/tarnbrook'>Open</a></div>"
        for title in ("Gitforge", "Chatroom", "Patrons")
    )
    for row in (people, articles, profiles):
        assert features(f"<h1>Tarnbrook</h1><section><h2>More of it</h2>{row}</section>") == []
    words = cards("Global Storage", "Instant Backup", "Secure Sharing")
    page = f"<h1>Tarnbrook</h1><section><h2>More of it</h2><p>We keep storage safe.</p>{words}</section>"
    assert features(page) == ["Global Storage", "Instant Backup", "Secure Sharing"]


def test_cards_without_headings_in_rows_of_two() -> None:
    def row(*titles: str) -> str:
        return "<div>" + "".join(f"<div><div>{title}</div><p>{TEXT}</p></div>" for title in titles) + "</div>"

    rows = row("Arches", "Backdrops") + row("Bouquets", "Centrepieces")
    wanted = ["Arches", "Backdrops", "Bouquets", "Centrepieces"]
    assert features(f"<h1>Tarnbrook</h1><section><h2>What we offer</h2>{rows}</section>") == wanted


def test_cards_without_headings_in_a_script_without_blanks() -> None:
    items = "".join(
        f"<div><div>{title}</div><div>毎日の作業をまとめて見ることができて、すぐに使えます。</div></div>"
        for title in ("予定表", "検索", "共有")
    )
    assert features(f"<h1>Tarnbrook</h1><div class=features>{items}</div>", "ja") == ["予定表", "検索", "共有"]


def test_a_section_ends_with_the_element_around_it() -> None:
    first = f"<section><h2>Our services</h2>{cards('Wash', 'Polish', 'Wax', tag='h4')}</section>"
    second = f"<section><h3>Call us for an estimate today</h3>{cards('Monday', 'Tuesday', tag='h4')}</section>"
    assert features(f"<h1>Tarnbrook</h1>{first}{second}") == ["Wash", "Polish", "Wax"]


def test_large_headings_that_are_sentences_are_no_features() -> None:
    rows = "".join(
        f"<section><div><h2>{title}</h2><p>{TEXT}</p></div></section>"
        for title in (
            "Nobody should have to count sheep.",
            "Your flock, your rules!",
            "Built by people who walk the hills.",
        )
    )
    assert features(f"<h1>Tarnbrook</h1>{rows}") == []


def faqs_of(**bodies: str) -> list[str]:
    """The questions of a site with one page of each kind."""
    pages: list[ReadPage] = []
    for kind, body in bodies.items():
        html = f"<html lang=en><head><title>Tarnbrook</title></head><body><main>{body}</main></body></html>"
        page = read_markup(f"https://site.test/{'' if kind == 'home' else kind}", html, NOW)
        page.kind = kind
        pages.append(page)
    return [faq.question for faq in verify(extract(pages, []), pages, []).faqs]


def test_the_questions_of_the_home_page_come_first() -> None:
    home = f"<h1>Tarnbrook</h1><h2>FAQ</h2><h3>Is it free?</h3><p>{TEXT}</p><h3>Does it work offline?</h3><p>{TEXT}</p>"
    help_page = f"<h1>Help</h1><h3>How do I reset the lamp?</h3><p>{TEXT}</p>"
    assert faqs_of(home=home, faq=help_page) == ["Is it free?", "Does it work offline?", "How do I reset the lamp?"]


def test_a_row_of_questions_is_a_faq_unless_it_teases_on_the_home_page() -> None:
    row = cards("Is there a setup fee?", "Who is charged for it?", "How long is the contract?")
    body = f"<h1>Pricing</h1><section><h2>Good to know</h2>{row}</section>"
    wanted = ["Is there a setup fee?", "Who is charged for it?", "How long is the contract?"]
    assert faqs_of(home="<h1>Tarnbrook</h1>", pricing=body) == wanted
    assert faqs_of(home=body) == []


def test_titles_outside_the_list_of_questions_are_none() -> None:
    ways = cards("Bug reports", "Community chat")
    asked = "".join(f"<section>{cards(q)}</section>" for q in ("Where is my key?", "Can I cancel?", "Refund policy"))
    found = faqs_of(home="<h1>Tarnbrook</h1>", faq=f"<h1>A question for us?</h1>{ways}<ul><li>{asked}</li></ul>")
    assert found == ["Where is my key?", "Can I cancel?", "Refund policy"]
