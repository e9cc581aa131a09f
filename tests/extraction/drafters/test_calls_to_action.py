"""What a page asks its readers to do is neither a slogan, nor a feature, nor a question that it answers."""

import pytest

from showground.extraction.drafters.extractive.calls_to_action import is_call, is_closing_question
from showground.extraction.reading.addresses import kind_of
from tests.extraction.drafters.small_pages import TEXT, draft, page, value
from tests.extraction.drafters.test_told_by_structure import FEATURES, cards

SLOGAN = "Shared lists for small crews"
CALLS = [
    "Follow us on Instagram and TikTok", "Watch the trailer", "Wishlist today on Steam", "Get exclusive content!",
    "Join our community on Discord!", "Jetzt Termin vereinbaren", "Folgen Sie uns", "Suivez-nous", "Síguenos en redes",
    "Fale conosco", "Seguici su Instagram", "Offerte aanvragen", "Zadzwoń do nas", "Подписывайтесь на нас",
    "Hemen teklif al", "تواصل معنا", "צרו קשר עכשיו", "お問い合わせはこちら", "联系我们", "문의하기",
]  # fmt: skip
NO_CALLS = [
    "Ship faster", "Get paid on time", "Get notified of price drops", "Share lists on every device", "Wishlist sharing",
    "Book more clients", "Jetzt wird gespart", "一括ダウンロード", "Play together online", "Newsletter editor",
]  # fmt: skip
CLOSING = [
    "Any questions?", "Still have a question?", "Didn't find what you were looking for?", "Noch Fragen offen?",
    "Keine Antwort auf deine Frage gefunden?", "Vous avez d’autres questions ?", "¿Tienes más preguntas?",
    "Ficou com alguma dúvida?", "Hai altre domande?", "Heeft u nog vragen?", "Masz inne pytania?", "Остались вопросы?",
    "Başka sorunuz mu var?", "هل لديك أسئلة", "שאלות?", "还有其他问题？",
]  # fmt: skip


@pytest.mark.parametrize("line", CALLS)
def test_a_call_is_no_tagline_and_no_feature(line: str) -> None:
    top = f"<main><h2>{line}</h2><h2>{SLOGAN}</h2><p>{TEXT}</p></main>"
    assert value(draft(page(top)), "tagline") == SLOGAN
    body = f"<main><h1>{SLOGAN}</h1><section><h2>Features</h2>{cards(*FEATURES, line)}</section></main>"
    assert value(draft(page(body)), "features") == FEATURES


@pytest.mark.parametrize("line", NO_CALLS)
def test_slogans_and_features_may_be_imperatives(line: str) -> None:
    assert not is_call(line)


def test_only_short_lines_are_calls() -> None:
    assert not is_call("Find us where the lists of your whole crew already are, on every phone")


@pytest.mark.parametrize("question", CLOSING)
def test_what_follows_the_questions_is_none(question: str) -> None:
    asked = cards("Does it work offline?", "Can I cancel?")
    body = f"<main><h1>{SLOGAN}</h1><section><h2>FAQ</h2>{asked}{cards(question)}</section></main>"
    assert [faq.question for faq in draft(page(body)).faqs] == ["Does it work offline?", "Can I cancel?"]


def test_questions_about_the_product_are_not_the_pages_own() -> None:
    for question in ("Do you have a mobile app?", "Haben Sie Parkplätze?", "¿Tienen envíos?", "Was kostet das?"):
        assert not is_closing_question(question)


def test_a_last_question_drawn_otherwise_leads_to_a_form() -> None:
    asked = "".join(f"<li><h3>{one}</h3><p>{TEXT}</p></li>" for one in ("Is it free?", "Is it safe?", "Is it quick?"))
    asked += f"<li><h3>Is it yours?</h3><p>{TEXT}</p></li>"
    body = f"<section><h2>FAQ</h2><ul>{asked}</ul><h3>Shall we call you?</h3><p>{TEXT}</p></section>"
    questions = ["Is it free?", "Is it safe?", "Is it quick?", "Is it yours?"]
    assert [faq.question for faq in draft(page(f"<main><h1>{SLOGAN}</h1>{body}</main>")).faqs] == questions


def test_the_title_of_a_page_is_no_question() -> None:
    asked = cards("Does it work offline?", "Can I cancel?", "Is it free?", "Contact us")
    body = f"<main><h1>{SLOGAN}</h1><section><h2>FAQ</h2>{asked}</section></main>"
    assert len(draft(page(body)).faqs) == 3


@pytest.mark.parametrize(
    "line",
    ["Preparing your lists...", "About the game", "Company - 会社概要", "Tarnbrook Office --:-- Ghent",
     "Welcome to Tarn", "Mon–Fri 9:00 – 18:00", "Tarnbrook Autumn Edition"],
)  # fmt: skip
def test_lines_of_scripts_sections_and_clocks_are_no_taglines(line: str) -> None:
    assert value(draft(page(f"<main><h2>{line}</h2><p>{SLOGAN}</p></main>")), "tagline") == SLOGAN


def test_headings_that_are_links_are_a_menu() -> None:
    tiles = "".join(f'<a href="/{name}"><h1>{name} of the crew</h1></a>' for name in ("Diary", "Pictures", "Letters"))
    assert value(draft(page(f"<main>{tiles}<p>{SLOGAN}</p></main>")), "tagline") == SLOGAN
    alone = f'<main><a href="/product"><h1>{SLOGAN}</h1></a><p>{TEXT}</p></main>'
    assert value(draft(page(alone)), "tagline") == SLOGAN


def test_a_bar_with_the_telephone_number_says_nothing_of_the_product() -> None:
    bar = "<header><p>We come to your place</p><p>+44 20 7946 0958</p></header>"
    assert value(draft(page(f"{bar}<main><p>{SLOGAN}</p><p>{TEXT}</p></main>")), "tagline") == SLOGAN


def test_an_offer_among_cards_is_no_feature() -> None:
    for offer in ("Limited-time offer!", "¡Oferta Especial Limitada!", "Offre spéciale", "期間限定キャンペーン"):
        body = f"<main><h1>{SLOGAN}</h1><section><h2>Features</h2>{cards(*FEATURES, offer)}</section></main>"
        assert value(draft(page(body)), "features") == FEATURES


@pytest.mark.parametrize(
    "heading", ["Wat wij doen", "Was wir für Sie tun", "Cosa facciamo", "Co robimy", "Nos services"]
)
def test_what_a_firm_does_are_its_features(heading: str) -> None:
    reasons = f"<section><h2>Why Tarnbrook</h2>{cards('Local', 'Punctual', 'Friendly')}</section>"
    body = f"<main><h1>{SLOGAN}</h1>{reasons}<section><h2>{heading}</h2>{cards(*FEATURES)}</section></main>"
    assert value(draft(page(body)), "features") == FEATURES


def test_cards_after_the_reasons_are_features_unless_they_are_a_family_of_products() -> None:
    reasons = f"<section><h2>Why Tarnbrook</h2>{cards('Local', 'Punctual', 'Friendly')}</section>"
    body = f"<main><h1>{SLOGAN}</h1>{reasons}<section><h2>%s</h2>{cards(*FEATURES)}</section></main>"
    assert value(draft(page(body % "On the road")), "features") == ["Local", "Punctual", "Friendly", *FEATURES]
    family = f"<section><h2>The family</h2>{cards('Tarnbrook', 'Tarnlake', 'Tarnhill')}</section>"
    found = value(draft(page(f"<main><h1>{SLOGAN}</h1>{reasons}{family}</main>")), "features")
    assert found == ["Local", "Punctual", "Friendly"]


def test_a_name_that_is_only_in_the_text_and_the_domain() -> None:
    found = draft(page("<main><p>The race is on! Slide down the dunes of Tarn Brook with friends.</p></main>"))
    assert value(found, "name") == "Tarnbrook"  # the title says so
    bare = page("<main><p>The race is on! Slide down the dunes of Tarn Brook with friends.</p></main>")
    bare.title = ""
    assert value(draft(bare), "name") == "Tarn Brook"


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/leistungen.html", "features"), ("/servizi", "features"), ("/hizmetler.html", "features"), ("/sss.html", "faq"),
     ("/veelgestelde-vragen/", "faq"), ("/uslugi", "features")],
)  # fmt: skip
def test_pages_of_services_and_questions_are_known_in_other_languages(path: str, kind: str) -> None:
    assert kind_of(f"https://tarnbrook.test{path}") == kind
