"""A visitor asks, the maker answers and adopts the answer into the FAQ: in a real browser, without script."""

import re
from collections.abc import Generator
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import find_faults
from tests.browser.conftest import Visitor
from tests.support.command import free_port, running_warm, showground
from tests.support.postgres import fresh_database

pytestmark = pytest.mark.slow

FOUNDER, STAFF = "founder@demo.example", "staff@demo.example"
QUESTION = "Does it read letters from the tax office <b>too</b>?"


@dataclass
class Hall:
    """A site of this module's own, and the people who sign in to it."""

    visitor: Visitor
    settings: dict[str, str]

    def sign_in(self, email: str, *, script: bool = False) -> Page:
        link = showground("sign-in-link", email, **self.settings).stdout.split()[-1]
        page = self.visitor.open(urlsplit(link).path, java_script_enabled=script)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(re.compile("^(?!.*/sign-in/)"))
        return page


@pytest.fixture
def hall(postgres: str, demo_today: str, chromium: Browser) -> Generator[Hall]:
    port = free_port()
    with fresh_database(postgres, demo_today) as database:
        settings = {"database_url": database, "rate_limits": "off", "site_url": f"http://localhost:{port}"}
        assert showground("account", "create", "asker@asker.example", **settings).returncode == 0
        with running_warm("serve", port=port, **settings) as server:
            assert server.get("/readyz").status_code == 200
            visitor = Visitor(chromium, settings["site_url"])
            yield Hall(visitor, settings)
            visitor.close()
            assert visitor.complaints == []


def test_from_question_to_answer_to_faq(hall: Hall) -> None:
    asker = hall.sign_in("asker@asker.example")
    asker.goto("/listings/plainhand")
    asker.get_by_role("link", name="Ask a question").click()
    asker.get_by_label("Your question").fill(QUESTION)
    asker.get_by_role("button", name="Ask question").click()
    expect(asker.get_by_role("heading", level=1, name=QUESTION)).to_be_visible()
    expect(asker.get_by_text("email you when they do")).to_be_visible()
    expect(asker.get_by_label("Your answer")).to_have_count(0)  # only makers answer
    address = urlsplit(asker.url).path

    maker = hall.sign_in(FOUNDER)
    maker.goto("/listings/plainhand/questions")
    asked = maker.get_by_role("article").filter(has_text="tax office")
    asked.get_by_role("link", name="Answer this question").click()
    maker.get_by_label("Your answer").fill("Yes.\n\nTax letters are what most people send us.")
    maker.get_by_role("button", name="Post answer").click()
    expect(maker.get_by_text("Tax letters are what most people send us.")).to_be_visible()
    maker.get_by_role("button", name=re.compile("Add the answer to .* to the FAQ")).click()
    expect(maker.get_by_text("In the FAQ", exact=True)).to_be_visible()

    asker.goto(address)
    answer = asker.locator(".answer")
    expect(answer.get_by_text("Maker", exact=True)).to_be_visible()
    expect(answer.get_by_text("Demo Founder")).to_be_visible()

    reader = hall.visitor.open("/listings/plainhand", java_script_enabled=False)
    faq = reader.get_by_role("region", name="FAQ")
    expect(faq.get_by_text(QUESTION)).to_be_visible()
    source = faq.get_by_label(f"Source: {QUESTION}")
    source.click()
    expect(faq.get_by_text("Stated by the maker").last).to_be_visible()
    faq.get_by_role("link", name="In answer to a question").last.click()
    expect(reader.get_by_role("heading", level=1, name=QUESTION)).to_be_visible()

    asker.get_by_role("button", name=re.compile("Delete your question")).click()
    expect(asker.get_by_role("heading", name="This question was removed")).to_be_visible()
    hall.visitor.expected.add(404)
    reader.goto("/listings/plainhand/questions/999999")
    expect(reader.get_by_role("heading", level=1)).to_be_visible()


def test_the_forms_of_makers_askers_and_staff_serve_everybody(hall: Hall) -> None:
    maker = hall.sign_in(FOUNDER, script=True)
    maker.goto("/listings/plainhand/questions/10")
    expect(maker.get_by_label("Your answer")).to_be_visible()
    assert find_faults(maker) == []
    asker = hall.sign_in("asker@asker.example", script=True)
    asker.goto("/listings/plainhand/reviews")
    asker.get_by_label("4 stars").check()
    asker.get_by_label("What should others know?").fill("It explained my pension letter.")
    asker.get_by_role("button", name="Post review").click()
    maker.goto("/listings/plainhand/reviews")
    maker.locator("details.fold summary").first.click()
    maker.get_by_label("Your reply").first.fill("Thank you.")
    maker.get_by_role("button", name="Save reply").first.click()
    expect(maker.get_by_text("Plainhand replied")).to_be_visible()
    assert find_faults(maker) == []

    staff = hall.sign_in(STAFF, script=True)
    staff.goto("/admin/settings")
    staff.get_by_label(re.compile("Hold the first question")).check()
    staff.get_by_role("button", name="Save questions").click()
    expect(staff.get_by_label(re.compile("Hold the first question"))).to_be_checked()

    asker.goto("/listings/plainhand/questions")
    assert find_faults(asker) == []
    asker.get_by_label("Your question").fill("Is it free for charities?")
    asker.get_by_role("button", name="Ask question").click()
    expect(asker.get_by_text("Only you can see this question")).to_be_visible()
    assert find_faults(asker) == []

    staff.goto("/admin/visitor-questions?state=held")
    assert find_faults(staff) == []
    staff.get_by_role("button", name=re.compile("^Approve")).click()
    expect(staff.get_by_text("No questions are waiting for approval.")).to_be_visible()
    reader = hall.visitor.open("/listings/plainhand/questions")
    expect(reader.get_by_role("link", name="Is it free for charities?", exact=True)).to_be_visible()
