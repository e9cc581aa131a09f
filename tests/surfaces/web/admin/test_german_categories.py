"""On a German site, staff edit the words of the shipped categories that visitors read."""

import pytest

from showground.categories import category_text
from showground.core.languages import in_language
from tests.support.copies import Template, copied
from tests.support.german import GERMAN
from tests.surfaces.web.admin.conftest import staff_of, value

pytestmark = pytest.mark.anyio

FORM = "/admin/categories/of/ai"
STORED = "select name, description, attributes, faqs from category where slug = 'ai'"


def german(words: str) -> str:
    with in_language(GERMAN):
        return category_text(words)


async def test_the_form_has_the_words_of_the_page_and_keeps_those_that_nobody_changed(
    postgres: str, demo_with_cast: Template
) -> None:
    async with copied(postgres, demo_with_cast, languages=("de",)) as world, staff_of(world) as staff:
        [(name, description, attributes, faqs)] = await staff.ask(STORED)
        assert german(name) != name
        page = await staff.see(FORM)
        assert (value(page, "name"), value(page, "attribute_label")) == (german(name), german(attributes[0]["label"]))
        assert german(description) in page.text
        assert german(faqs[0]["answer"]) in page.text
        questions = [german(faqs[0]["question"]), "Wer prüft das?"]
        await staff.send(
            FORM,
            name=german(name),
            description="Alles mit einem Modell.",
            parent="",
            keywords="",
            attribute_key=[each["key"] for each in attributes],
            attribute_label=[german(each["label"]) for each in attributes],
            attribute_kind=[each["kind"] for each in attributes],
            faq_question=questions,
            faq_answer=[german(faqs[0]["answer"]).replace("\n", "\r\n"), "Wir."],
        )
        stored = (name, "Alles mit einem Modell.", attributes, [faqs[0], {"question": questions[1], "answer": "Wir."}])
        assert await staff.ask(STORED) == [stored]
        shown = (await world.client.get("/categories/ai")).text
        assert german(name) in shown
        assert "Alles mit einem Modell." in shown


async def test_what_was_typed_stays_in_a_form_that_is_refused(postgres: str, demo_with_cast: Template) -> None:
    async with copied(postgres, demo_with_cast, languages=("de",)) as world, staff_of(world) as staff:
        page = await staff.send(FORM, 400, name="Kluge Dinge", description="", parent="ai", keywords="")
        assert value(page, "name") == "Kluge Dinge"
