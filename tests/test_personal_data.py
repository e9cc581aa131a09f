"""What is kept of a person, in whatever table: all of it can be taken along, and goes or is anonymous with the account.

Whoever adds a column that leads to a person comes by here, and says in which part of the export it is, or why in none.
"""

import json
from typing import Any
from uuid import UUID

import pytest

from showground.accounts.actions.account import DeleteAccount, delete_account, export_account
from showground.core.calls.models import NoInput
from showground.drafting.actions.drafts import DeleteDraft, delete_draft
from tests.support.app import register
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio

ALICE = "alice@alice.example"

# By table and column: where it is in the export.
EXPORTED: dict[tuple[str, str], str] = {
    ("account", "email"): "account",
    ("access_event", "account_id"): "access_events",
    ("api_key", "account_id"): "api_keys",
    ("session", "account_id"): "sessions",
    ("passkey", "account_id"): "passkeys",
    ("staff_invitation", "email"): "staff_invitations",
    ("staff_invitation", "invited_by"): "staff_invitations",
    ("outbox", "recipient"): "mails",
    ("vote", "account_id"): "opinions.votes",
    ("follow", "account_id"): "opinions.follows",
    ("review", "account_id"): "opinions.reviews",
    ("report", "account_id"): "opinions.reports",
    ("listing_question", "account_id"): "questions.questions",
    ("listing_answer", "account_id"): "questions.answers",
    ("question_report", "account_id"): "questions.reports",
    ("saved_listing", "account_id"): "saved.saved_listings",
    ("collection", "account_id"): "saved.collections",
    ("notification", "account_id"): "notifications",
    ("email_change", "account_id"): "email_changes",
    ("email_change", "email"): "email_changes",
    ("newsletter_subscriber", "email"): "subscriptions.newsletter",
    ("newsletter_request", "email"): "subscriptions.requests",
    ("launch_alert", "email"): "subscriptions.launch_alerts",
    ("saved_search", "account_id"): "subscriptions.saved_searches",
    ("blocked_address", "email"): "blocked_address",
    ("listing_member", "account_id"): "listings.listings",
    ("claim", "account_id"): "listings.claims",
    ("claim", "email"): "listings.claims",
    ("listing_transfer", "account_id"): "listings.transfers",
    ("listing_transfer", "email"): "listings.transfers",
    ("listing_version", "account_id"): "listings.edits",
    ("media_file", "account_id"): "listings.logos",
    ("founder", "account_id"): "person.founder",
    ("draft", "account_id"): "drafts.drafts",
    ("draft_member", "account_id"): "drafts.drafts",
    ("draft_invite", "invited_by"): "drafts.invites_sent",
    ("draft_invite", "accepted_by"): "drafts.invites_received",
    ("draft_invite", "email"): "drafts.invites_received",
    ("purchase", "account_id"): "orders",
    ("purchase", "billing"): "orders",
    ("purchase", "typed_billing"): "orders",
    ("payment", "billing"): "orders",
    ("withdrawal_statement", "account_id"): "withdrawals",
    ("withdrawal_statement", "email"): "withdrawals",
    ("oauth_grant", "account_id"): "apps",
    ("event", "account_id"): "events.events",
    ("webhook", "account_id"): "events.webhooks",
}
NOT_EXPORTED: dict[tuple[str, str], str] = {
    ("discounted_voter", "account_id"): "whoever knew which votes do not count could find a way around it",
    (
        "discounted_voter",
        "by_account_id",
    ): "the site's record of what staff did, nameless afterwards",
    ("claim", "decided_by"): "the site's record of what staff did",
    ("review", "moderated_by"): "the site's record of what staff did",
    ("refund", "requested_by"): "the site's record of what staff did",
    ("report", "settled_by"): "the site's record of what staff did",
    ("listing_question", "moderated_by"): "the site's record of what staff did",
    ("listing_answer", "moderated_by"): "the site's record of what staff did",
    ("question_report", "settled_by"): "the site's record of what staff did",
    ("site_text", "updated_by"): "the site's record of what staff did",
    ("site_text_version", "saved_by"): "the site's record of what staff did",
    ("site_brand", "updated_by"): "the site's record of what staff did",
    ("email_words", "updated_by"): "the site's record of what staff did",
    ("staff_event", "account_id"): "the site's record of what staff did, with others' data in it",
    ("staff_task", "finished_by"): "the site's record of what staff did",
    ("withdrawal_statement", "answered_by"): "the site's record of what staff did",
    ("idempotency_key", "account_id"): "copies of answers, for 24 hours",
    ("last_write", "account_id"): "the number of a transaction; it says nothing of the person",
    ("passkey_challenge", "account_id"): "a random number, for minutes",
    ("sign_in_link", "email"): "a fingerprint, for 15 minutes",
    ("update_mailing", "last_account"): "how far a mailing has come; no relation to the person",
    ("listing", "contact_email"): "a published fact of the product, kept by its owners",
}
# Where the address may still stand afterwards: the books, which the law wants kept, and withdrawals from paid orders.
KEPT = {"purchase", "payment", "invoice", "tax_document", "withdrawal_statement"}

ROWS = """
insert into access_event (kind, account_id, address, at) values ('refused', %(me)s, '192.0.2.1', %(now)s);
insert into passkey (account_id, credential, public_key, sign_count, name, created_at)
    values (%(me)s, 'c', 'k', 0, 'Laptop', %(now)s);
insert into passkey_challenge (hash, account_id, expires_at) values ('h', %(me)s, %(now)s);
insert into last_write (account_id, xid) values (%(me)s, pg_current_xact_id());
insert into sign_in_link (hash, email, next, expires_at) values ('h', %(email)s, '/', %(now)s);
insert into outbox (recipient, template, subject, body_text, body_html, created_at)
    values (upper(%(email)s), 'listing_review', 'Mail works', 'secret-in-a-mail', '', %(now)s);
insert into vote (listing_id, account_id, at) values (%(listing)s, %(me)s, %(now)s);
insert into discounted_voter (listing_id, account_id, why, at, by_account_id)
    values (%(listing)s, %(me)s, 'secret-doubt', %(now)s, %(me)s);
insert into follow (listing_id, account_id, at) values (%(listing)s, %(me)s, %(now)s);
insert into review (listing_id, account_id, stars, body, at, moderated_by)
    values (%(listing)s, %(me)s, 4, 'Bright', %(now)s, %(me)s);
insert into report (listing_id, account_id, reason, body, at, settled_by)
    values (%(listing)s, %(me)s, 'wrong', 'It is blue.', %(now)s, %(me)s);
insert into listing_question (listing_id, account_id, body, state, at, moderated_by)
    values (%(listing)s, %(me)s, 'Is it sold in Austria?', 'visible', %(now)s, %(me)s);
insert into listing_answer (question_id, account_id, body, state, at, moderated_by)
    select id, %(me)s, 'An answer', 'visible', %(now)s, %(me)s from listing_question;
insert into question_report (question_id, account_id, reason, body, at, settled_by)
    select id, %(me)s, 'spam', 'An ad.', %(now)s, %(me)s from listing_question;
insert into saved_listing (account_id, listing_id, at, awaits_launch) values (%(me)s, %(listing)s, %(now)s, true);
insert into collection (account_id, name, description, public, created_at, updated_at)
    values (%(me)s, 'Seaside', '', true, %(now)s, %(now)s);
insert into notification (account_id, kind, listing_id, at) values (%(me)s, 'launch', %(listing)s, %(now)s);
insert into email_change (hash, account_id, email, expires_at) values ('h', %(me)s, 'alice@new.example', %(now)s);
insert into newsletter_subscriber (email, confirmed_at) values (%(email)s, %(now)s);
insert into newsletter_request (hash, email, expires_at) values ('h', %(email)s, %(now)s);
insert into launch_alert (listing_id, email, confirmed_at) values (%(listing)s, %(email)s, %(now)s);
insert into saved_search (account_id, search, every, created_at, checked_at, due_at)
    values (%(me)s, '{"q": "salt"}', 'day', %(now)s, %(now)s, %(now)s);
insert into blocked_address (hash, email, reason, detail, at)
    values (sha256(convert_to(%(email)s, 'UTF8')), %(email)s, 'bounce', 'No such user', %(now)s);
insert into claim (account_id, listing_id, method, email, token, created_at, decided_by)
    values (%(me)s, %(listing)s, 'email', 'hello@foreign.example', 'secret-token', %(now)s, %(me)s);
insert into listing_version (listing_id, account_id, surface, at, before, after, was_live)
    values (%(listing)s, %(me)s, 'web', %(now)s, '{"tagline": "Old"}', '{"tagline": "New"}', true);
insert into listing_transfer (listing_id, account_id, email, token_hash, created_at, expires_at)
    values (%(listing)s, %(me)s, 'heir@heir.example', 'a', %(now)s, %(now)s);
insert into media_file (name, type, content, created_at, listing_id, account_id)
    values ('logo.webp', 'image/webp', 'a picture', %(now)s, %(listing)s, %(me)s);
insert into founder (slug, name, bio, account_id, folded) values ('alice', 'Alice', 'Builds.', %(me)s, 'alice');
insert into interview_question (question, position) values ('Why?', 1);
insert into interview_answer (founder_id, question_id, answer, answered_at)
    select founder.id, interview_question.id, 'Because.', %(now)s from founder, interview_question;
insert into draft_invite (draft_id, email, token_hash, invited_by, mailed_at)
    select id, 'guest@guest.example', 'a', %(me)s, %(now)s from draft where account_id = %(me)s;
insert into draft_invite (draft_id, email, token_hash, invited_by, mailed_at, accepted_by)
    select id, %(email)s, 'b', %(other)s, %(now)s, %(me)s from draft where account_id = %(other)s;
insert into draft_member (draft_id, account_id, role, since)
    select id, %(me)s, 'cofounder', %(now)s from draft where account_id = %(other)s;
insert into webhook (account_id, url, format, about, kinds, reached, created_at)
    values (%(me)s, 'https://alice.example/hook', 'standard', 'mine', '{}', 0, %(now)s);
insert into staff_invitation (email, role, token_hash, invited_by, created_at, expires_at)
    values (%(email)s, 'moderator', 'a', %(other)s, %(now)s, %(now)s),
        ('guest@guest.example', 'moderator', 'b', %(me)s, %(now)s, %(now)s);
insert into site_text (slug, title, body, updated_at, updated_by) values ('x', 'x', 'x', %(now)s, %(me)s)
    on conflict (slug) do nothing;
insert into site_text_version (slug, title, body, placement, saved_at, saved_by, deleted)
    values ('x', 'x', 'x', 'none', %(now)s, %(me)s, false);
insert into site_brand (state, chosen, updated_at, updated_by) values ('draft', '{}', %(now)s, %(me)s);
insert into email_words (kind, subject, body, updated_at, updated_by) values ('x', 'x', 'x', %(now)s, %(me)s);
insert into staff_event (account_id, action, input, at, request_id) values (%(me)s, 'x', '{}', %(now)s, 'x');
insert into staff_task (purchase_id, position, part, reason, opened_at, finished_by)
    select id, 9, 'x', 'x', %(now)s, %(me)s from purchase limit 1;
update purchase set typed_billing = jsonb_build_object('email', %(email)s::text) where status = 'pending';
insert into withdrawal_statement (fingerprint, purchase_id, account_id, sender, stated_order, name, email, body,
    stated_at, answered_at, answered_by)
    select 'a'::bytea, id, %(me)s, 'account', number, 'Alice Arden', %(email)s, 'I withdraw', %(now)s, %(now)s, %(me)s
    from purchase where paid_at is not null;
insert into withdrawal_statement (fingerprint, sender, stated_order, name, email, body, stated_at, answered_at)
    values ('b', 'unknown', 'none', 'Alice Arden', %(email)s, 'I withdraw', %(now)s, %(now)s);
insert into refund (payment_id, purchase_id, amount_cents, reason, state, requested_by, created_at)
    select id, purchase_id, 1, 'staff', 'failed', %(me)s, %(now)s from payment limit 1;
"""


async def fill(market: Market) -> dict[str, str]:
    """Alice in every table; returns the numbers of a paid order, of one that waits and of one that was cancelled."""
    world, me = market.world, market.accounts["alice"]
    async with world.browser("alice") as browser:
        await (await register(world)).sign_in(browser)
        billing = {"name": "Alice Arden", "email": ALICE}
        orders: dict[str, str] = {}
        for name in ("paid", "waiting", "cancelled"):
            orders[name] = (await market.order(market.item("ai_review", "paid")))["number"]
        await market.pay(orders["paid"], **billing)
        for name in ("waiting", "cancelled"):
            number = orders[name]
            await market.open_page(await market.get(number), **billing)
        await browser.post(f"/account/orders/{orders['cancelled']}/cancel", data={})
        for who in ("alice", "bob"):
            sent = {"url": f"https://{who}-draft.example"}
            await world.request("POST", "/drafts", by=who, json=sent, headers={"Idempotency-Key": "once"})
    known = {"me": me, "other": market.accounts["bob"], "listing": market.ids["foreign"], "email": ALICE,
             "now": world.clock()}  # fmt: skip
    async with world.dispatcher.database.transaction() as db:
        for statement in ROWS.split(";\n"):
            if statement.strip():
                await db.execute(statement, known)
    return orders


async def columns_that_lead_to_people(market: Market) -> set[tuple[str, str]]:
    """By foreign key, or by what the column is called."""
    return {
        (table, column)
        for table, column in await market.ask(
            """
            select t.relname, a.attname from pg_constraint c join pg_class t on t.oid = c.conrelid
            join pg_attribute a on a.attrelid = t.oid and a.attnum = any(c.conkey)
            where c.contype = 'f' and c.confrelid = 'account'::regclass
            union
            select table_name, column_name from information_schema.columns join pg_class t on t.relname = table_name
            where table_schema = 'public' and t.relkind = 'r' and not starts_with(table_name, 'procrastinate')
            and data_type <> 'boolean' and column_name ~ '(account|email|recipient|billing|_by)(_id)?$'
            """
        )
    }


async def test_every_column_that_leads_to_a_person_is_in_the_export_or_has_a_reason(market: Market) -> None:
    found = await columns_that_lead_to_people(market)
    assert found == EXPORTED.keys() | NOT_EXPORTED.keys()
    assert not EXPORTED.keys() & NOT_EXPORTED.keys()


async def test_all_of_it_is_taken_along_and_nothing_stays_but_the_books(market: Market) -> None:
    orders = await fill(market)
    dispatcher, alice = market.world.dispatcher, market.person("alice")
    references = await columns_that_lead_to_people(market)
    for table, column in references - {("update_mailing", "last_account"), ("listing", "contact_email")}:
        rows = await market.ask(f"select from {table} where {column} is not null")
        assert rows, f"the test has nothing of Alice's in {table}.{column}"

    told = (await dispatcher.call(export_account, alice, NoInput())).parts
    for path in EXPORTED.values():
        part: Any = told
        for name in path.split("."):
            part = part[name]
        assert part, path
    text = json.dumps(told, default=str)
    for words in ("Bright", "It is blue.", "sold in Austria", "An answer", "An ad.", "hello@foreign.example",
                  "Because.", "alice-draft", "bob-draft", "INV-2026",
                  "Alice Arden", "guest@guest.example", '"New"', "Trellis", "Laptop", "Mail works"):  # fmt: skip
        assert words in text, words
    assert "secret" not in text
    assert "Sandbox" not in text

    await dispatcher.call(delete_account, alice, DeleteAccount(email=ALICE))
    me = market.accounts["alice"]
    for table, column in references:
        kind = await market.ask(f"select pg_typeof({column})::text from {table} limit 1")  # noqa: S608
        if kind == [("bigint",)]:
            assert await market.ask(f"select from {table} where {column} = %s", me) == [], (table, column)
    for (table,) in await market.ask(
        "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
    ):
        rows = await market.ask(f'select t::text from "{table}" t where t::text ilike %s', f"%{ALICE}%")  # noqa: S608
        assert bool(rows) == (table in KEPT), (table, rows)
    kept = {
        number: (status, billing and billing["name"], invoice is not None)
        for number, status, billing, invoice in await market.ask(
            "select p.number, status, billing, i.number from purchase p left join tax_document i on purchase_id = p.id"
        )
    }
    assert kept == {
        orders["paid"]: ("paid", "Alice Arden", True),
        orders["waiting"]: ("cancelled", None, False),
        orders["cancelled"]: ("cancelled", None, False),
    }
    assert await market.ask("select stated_order from withdrawal_statement") == [(orders["paid"],)]
    assert await market.ask("select name, account_id from founder") == [("Alice", None)]
    assert await market.ask("select from interview_answer") == []
    left = (await market.world.get("/listings/foreign")).json()
    assert (left["votes"], left["question_count"]) == (0, 0)
    assert [(q["question"], [a["answer"] for a in q["answers"]]) for q in left["questions"]] == [(None, ["An answer"])]
    assert (await market.world.get("/me", by="bob")).status_code == 200


async def test_a_draft_on_which_others_work_goes_to_the_one_who_joined_first(market: Market) -> None:
    world, dispatcher = market.world, market.world.dispatcher
    drafts: dict[str, str] = {}
    for name in ("shared", "alone"):
        answer = await world.request("POST", "/drafts", by="alice", json={"url": f"https://{name}.example"})
        drafts[name] = answer.json()["id"]
    await world.request("PATCH", f"/drafts/{drafts['shared']}", by="alice", json={"fields": {"tagline": "Ours"}})
    joined = (("bob", "2026-03-05"), ("charlie", "2026-03-04"))
    async with dispatcher.database.transaction() as db:
        for name, since in joined:
            await db.execute(
                "insert into draft_member (draft_id, account_id, role, since) values (%s, %s, 'cofounder', %s)",
                (drafts["shared"], market.accounts[name], since),
            )

    async def owners() -> list[tuple[int, int]]:
        return await market.ask(
            "select draft.account_id, member.account_id from draft join draft_member member on draft_id = draft.id"
            " where role = 'owner'"
        )

    for leaves, heir in (("alice", "charlie"), ("charlie", "bob")):
        person, email = market.person(leaves), f"{leaves}@{leaves}.example"
        await dispatcher.call(delete_account, person, DeleteAccount(email=email))
        assert await owners() == [(market.accounts[heir], market.accounts[heir])]
        seen = (await world.get(f"/drafts/{drafts['shared']}", by=heir)).json()
        assert seen["fields"]["tagline"]["value"] == "Ours"
        guest = {"email": f"after-{leaves}@guest.example"}
        invited = await world.request("POST", f"/drafts/{drafts['shared']}/invites", by=heir, json=guest)
        assert invited.status_code == 201
    await dispatcher.call(delete_draft, market.person("bob"), DeleteDraft(id=UUID(drafts["shared"])))
    assert await market.ask("select from draft") == []
