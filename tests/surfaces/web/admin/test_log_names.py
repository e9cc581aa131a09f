"""The audit log, failed jobs and the outbox speak the reader's language."""

from collections.abc import Iterator
from datetime import UTC, datetime
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest

from showground.core.calls.declare import STAFF_SCOPES, Action
from showground.core.languages import in_language, translated
from showground.core.mail.email_kinds import list_kinds
from showground.surfaces.web.admin.field_names import FIELDS, field_name, record_value
from showground.surfaces.web.admin.log_names import ACTIONS, EMAILS, action_name, email_name
from showground.surfaces.web.formatting import value_of
from showground.surfaces.web.names import NAMES
from tests.support.copies import Template, copied
from tests.support.german import GERMAN
from tests.support.shop_world import open_market
from tests.surfaces.web.admin.conftest import staff_of

pytestmark = pytest.mark.anyio


def list_logged() -> Iterator[Action[Any, Any]]:
    """What staff do on their pages, and what the log has of commands."""
    for name in ("showground.surfaces.web.admin", "showground.accounts.actions"):
        for module in iter_modules(import_module(name).__path__, f"{name}."):
            for found in vars(import_module(module.name)).values():
                if not isinstance(found, Action) or found.scope not in STAFF_SCOPES or found.read_only:
                    continue
                if found.log_commands or "admin" in name:
                    yield found


def test_everything_in_the_log_has_a_name() -> None:
    logged = {action.name: action for action in list_logged()}
    assert len(logged) > 70
    assert set(logged) - set(ACTIONS) == set()
    fields = {field for action in logged.values() for field in action.input.model_fields}
    assert fields - set(FIELDS) - set(NAMES) == set()


def test_emails_with_several_texts_have_one_name_in_the_outbox() -> None:
    templates = [kind.template for kind in list_kinds()]
    assert {name for name in templates if templates.count(name) > 1} == set(EMAILS)
    assert email_name("sign_in_link") == "Sign-in link"
    assert email_name("gone_since_then") == "Gone since then"


def test_links_of_the_brand_are_shown_as_words_and_addresses() -> None:
    links = [{"words": "Imprint", "address": "/imprint"}, {"words": "Shop", "address": "https://shop.example/"}]
    assert value_of(links) == "Imprint /imprint, Shop https://shop.example/"


def test_names_in_german() -> None:
    with in_language(GERMAN):
        assert action_name("suspend_listing") == "Eintrag sperren oder wiederherstellen"
        assert field_name("listing_id") == "Eintrag"
        assert field_name("tagline") == "Slogan"
        assert email_name("sign_in_link") == "Anmeldelink"
        at = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
        assert [record_value(value) for value in (at, "live", "fjord", 1200)] == [
            "4. März 2026, 09:30 UTC", "Live", "fjord", "1.200"
        ]  # fmt: skip
        assert email_name("claim_decided") == "Über Anspruch entschieden"


async def test_a_new_price_leaves_the_shipped_words_of_a_german_product(postgres: str, with_cast: Template) -> None:
    async with copied(postgres, with_cast, languages=("de",)) as world, staff_of(world) as staff:
        await open_market(world)
        [(name, description)] = await staff.ask("select name, description from product where code = 'skip_queue'")
        with in_language(GERMAN):
            words = {"name": translated(name), "description": translated(description)}
        assert words["name"] == "Warteschlange überspringen"
        page = await staff.see("/admin/products/of/skip_queue")
        assert all(text in page.html for text in words.values())
        await staff.send("/admin/products/of/skip_queue", **words, price="25.00", supply="electronic", weekly_limit="")
        stored = await staff.ask("select name, description, price_cents from product where code = 'skip_queue'")
        assert stored == [(name, description, 2500)]


async def test_the_log_and_failed_jobs_of_a_german_site(postgres: str, with_cast: Template) -> None:
    async with copied(postgres, with_cast, languages=("de",)) as world, staff_of(world) as staff:
        await staff.send("/admin/settings", first_week="2", last_week="4", places="7")
        page = await staff.see("/admin/log")
        assert "Kostenlosen Tarif festlegen" in page.text
        assert "Plätze pro Woche 7" in page.text
        assert "Set free plan" not in page.text
        assert "Set free plan" not in (await staff.see("/admin")).text
        await staff.do(
            "insert into procrastinate_jobs (queue_name, task_name, args, status, attempts)"
            " values ('deliver_mail', 'deliver_mail', '{\"mail_id\": 7}', 'failed', 9)"
        )
        # Names of jobs are not translated: staff search the log for them.
        page = await staff.see("/admin/jobs")
        assert "<code>deliver_mail</code>" in page.html
        assert "<code>mail_id=7</code>" in page.html
        assert "Deliver mail" not in page.html
