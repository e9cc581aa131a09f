"""Every form of the site is sent with text that would be markup: it appears as text, and what was typed stays."""

import re
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx2
import pytest

from showground import launches, people, questions
from showground.core.brand import DARK, LIGHT
from showground.launches.actions.reports import SendReport, send_report
from showground.listings import new_listings
from showground.surfaces.web.routes import FORMS
from tests.support.coupons import add_coupon
from tests.support.shop_world import Market
from tests.support.world import NOW, World
from tests.surfaces.web.admin.conftest import Staff, staff_of
from tests.surfaces.web.admin.test_hostile_text import HOSTILE, seen
from tests.surfaces.web.conftest import full_listing
from tests.surfaces.web.test_validity import kind_of as page_kind_of

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

SHORT = '"><i onx=1>'
# What a field must be to be taken; every other text is the hostile one.
FITTING = {
    "url": "https://quince.example/",
    "website": "https://quince.example/",
    "demo_video_url": "https://quince.example/",
    "email": "quince@quince.example",
    "contact_email": "quince@quince.example",
    "competitor_url": "https://quince.example/",
    "logo_url": "https://quince.example/",
    "country": "AT",
    "founded_year": "2020",
    "date": "2026-03-01",
    "published_at": "2026-03-01T09:00",
    "price": "12",
    "monthly_cents": "120",
    "csv": "domain,date,rating\nquince.example,2026-02-01,31\n",
    "attribute_key": "salt",
    "code": "salt",
}
LINK = "https://quince.example/"
SHIPPED = {"light": LIGHT, "dark": DARK, "email": LIGHT}
COLOURS = {
    f"{theme}_{name}": getattr(palette, name)
    for theme, palette in SHIPPED.items()
    for name in ("paper", "raised", "ink", "muted", "accent")
}
COUPON = {"percent": "10", "amount": "", "first_day": "", "last_day": "", "max_uses": ""}
FITTING_IN: dict[str, dict[str, str]] = {
    "/admin/announcement": {"body": SHORT, "begins_at": "", "ends_at": ""},
    "/admin/listings/policy": {"words": SHORT, "domains": "salt.example"},
    "/admin/books/exports": {"first": "2026-03-01", "last": "2026-03-31"},
    "/admin/brand": {
        "order_prefix": "SALT",
        "crawler": "SaltBot",
        "sender": "quince@quince.example",
        "font_text": "",
        "font_heading": "",
        "reply_to": "quince@quince.example",
        "navigation": "Home | /",
        "footer_links": "Home | /",
        "social_links": f"Quince | {LINK}",
        "footer_text": SHORT,  # braces are refused there
        "name": SHORT,
        **COLOURS,
    },
    "/admin/emails/{email}": {"subject": SHORT, "body": f"{{url}} {SHORT}", "do": "save"},
    "/admin/texts/new": {"slug": "brine", "do": "save"},
    "/admin/categories/new": {"slug": "salt"},
    "/admin/categories/of/{slug}": {"name": SHORT, "parent": ""},
    "/admin/posts/new": {"slug": "brine"},
    "/admin/questions": {"question": SHORT},
    "/admin/coupons/new": COUPON,
    "/admin/products/new": {"weekly_limit": ""},
    "/admin/products/of/{code}": {"weekly_limit": ""},
    "/admin/seller": {
        "vat_number": "ATU12345675",
        "registrations": "",
        "currency": "EUR",
        "exchange_rates": "",
        "rates": "",
        "invoice_prefix": "SALT",
        "credit_note_prefix": "BRINE",
        "books_years": "10",
    },
    "/admin/coupons/of/{code}": COUPON,
    "/admin/settings": {"first_week": "1", "last_week": "9", "places": "5"},
    "/admin/listings/{listing_id:int}/slug": {"slug": "salt-works"},
    "/dashboard/claims": {"slug": "quince"},
    "/dashboard/listings/{listing_id:int}/alternatives": {"slug": "quince"},
}
# Not sent: `launch-alert` is on a page of a kind that is walked once, and has a test of its own. The others end the
# session or the account, need a device, a provider, an app or a secret, and bear no text.
NOT_SENT = re.compile(
    r"/sign-(in|out)|/payments/|/account/(passkeys|sessions|data|apps|language)|.*/clicks|/(unsubscribe|claims|invites)/{token}"
    r"|/sandbox|.*/(withdraw|republish|free|reread|leave|owner|remove|cancel|retry|revert|seen|grant|refuse|handle)$"
    r"|.*/(delete|vote|follow|unsuspend|revoke|up|show|hide|check|settle|faq)$|/admin/(orders|jobs|edits|claims|payments)/"
    r"|/(newsletter/(confirm|subscription)|alerts|account/email)/{token}|/mail/reports|/account/alerts|/me/notifications"
    r"|.*/(save|unblock|block|sign-out|merge|role|approve|publish|retire|transfer|launch-alert)$|/admin/newsletter/test|/account/webhooks/"
    r"|/admin/listings(/new)?$|/(transfers|staff-invitations)/{token}|/admin/announcement/remove|/admin/replies/{reply_id:int}$|.*/week$|/admin/listings/{listing_id:int}/edit/"
    r"|/admin/brand/(publish|discard)$|.*/(reset|down|done|undo|import|on-sale|test-email)$|/admin/categories/start/"
    r"|/admin/settings/questions$|.*/versions/|.*/(pictures?|logo$)|/account/mail|/admin/revenue/|.*/(submit|founder)$|/oauth/"
)
START = (
    "/",
    "/dashboard",
    "/account",
    "/admin",
    "/submit",
    "/listings/quince/report",
    "/listings/quince/reviews",
    "/listings/quince/questions",
    "/listings/free",
    "/listings/quince/collect",
    "/newsletter",
    "/me",
    "/account/email",
    "/collections/1",
    "/admin/votes/free",
)
MAX_OF_A_KIND = 1
# These may be refused although all fits: the walk itself suspends and renames what they are about.
ROOM = "/dashboard/listings/{listing_id:int}"
IN_THE_WAY = {"/dashboard/claims", f"{ROOM}/launch", f"{ROOM}/alternatives"}


@dataclass
class Form:
    """A form as a browser finds it."""

    action: str
    fields: dict[str, list[tuple[str, str]]] = field(default_factory=dict[str, list[tuple[str, str]]])
    """By name: the kinds and values of those that bear it, such as `text`, `area`, `hidden`, `choice`."""

    def fill(self, text: str, fitting: dict[str, str]) -> dict[str, Any]:
        """Every field with this text, but for those that must be something else."""
        sent: dict[str, Any] = {}
        for name, found in self.fields.items():
            kind, value = found[0]
            if kind == "text":
                most = int(value or 1000)
                plain = LINK if name.startswith("social.") and fitting else text if most >= len(text) else SHORT
                sent[name] = fitting.get(name, plain)
            elif value or kind == "hidden":
                sent[name] = fitting.get(name, value)
        return sent

    def typed(self) -> set[str]:
        return {name for name, found in self.fields.items() if found[0][0] == "text"}


class Forms(HTMLParser):
    """The forms of a page that are posted."""

    def __init__(self, html: str, address: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.values: set[str] = set()
        self._address = address
        self._open: Form | None = None
        self._choice = ""
        self._text: list[str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            posts = at.get("method") == "post"
            self._open = Form(at.get("action") or self._address) if posts else None
            if self._open:
                self.found.append(self._open)
        if tag == "input" and at.get("type") not in ("checkbox", "radio", "file"):
            self.values.add(at.get("value", ""))
        if tag == "textarea":
            self._text = []
        if self._open and (at.get("name") or tag == "option"):
            self._read_field(tag, at, self._open)

    def _read_field(self, tag: str, at: dict[str, str], form: Form) -> None:
        if tag in ("input", "textarea"):
            kind = at.get("type", "text") if tag == "input" else "text"
            if kind in ("checkbox", "radio"):
                self._note(at["name"], "choice", at.get("value", "on"))
            elif kind == "hidden":
                self._note(at["name"], "hidden", at.get("value", ""))
            elif kind != "file":
                self._note(at["name"], "text", at.get("maxlength", ""))
        elif tag == "select":
            self._choice = at["name"]
        elif tag == "option" and self._choice and at.get("value") and self._choice not in form.fields:
            self._note(self._choice, "choice", at["value"])
        elif tag == "button" and at.get("value") in ("save", "pay"):
            self._note(at["name"], "choice", at["value"])

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._text is not None:
            self.values.add("".join(self._text))
            self._text = None
        elif tag == "form":
            self._open, self._choice = None, ""

    def _note(self, name: str, kind: str, value: str) -> None:
        assert self._open
        self._open.fields.setdefault(name, []).append((kind, value))


def look(text: str, where: str) -> None:
    """The same as `seen`, and quicker: a sign that would begin an element never stands there as it was typed."""
    assert not re.search(r"<(script>alert|img src=x|i onx)", text), where


def form_kind_of(path: str) -> str:
    for declared, _ in FORMS:
        if re.fullmatch(re.sub(r"{\w+:int}", r"\\d+", re.sub(r"{\w+}", "[^/]+", declared)), path):
            return declared
    return path


async def set_the_stage(market: Market, staff: Staff) -> list[str]:
    """Charlie is staff and owns whatever there is, which says the hostile text; addresses that no page leads to."""
    world, charlie = market.world, market.accounts["charlie"]
    async with world.dispatcher.database.transaction() as db:
        await new_listings.add_listings(db, [full_listing("quince", HOSTILE, "https://quince.example/")])
        await people.add_founders(
            db, [people.NewFounder(slug="ada-moreno", name=HOSTILE, bio=HOSTILE, account=charlie)]
        )
        await db.execute("update account set name = %s where name = 'Charlie'", (HOSTILE,))
        await db.execute(
            "insert into listing_member (listing_id, account_id, role, since)"
            " select listing.id, %s, 'owner', now() from listing where slug <> 'quince'"
            " on conflict (listing_id, account_id) do update set role = 'owner'",
            (charlie,),
        )
        await db.execute(
            "insert into passkey (account_id, credential, public_key, sign_count, name, created_at)"
            " values (%s, 'x', 'y', 0, %s, now())",
            (charlie, HOSTILE),
        )
        await launches.add_votes(db, [launches.Cast(market.ids["free"], market.accounts["bob"], NOW)])
        await launches.add_reviews(
            db, [launches.NewReview(market.ids["free"], market.accounts["bob"], 4, HOSTILE, NOW)]
        )
        await db.execute(
            "insert into collection (account_id, name, description, public, created_at, updated_at)"
            " values (%(me)s, %(text)s, %(text)s, true, now(), now())",
            {"me": charlie, "text": HOSTILE},
        )
        new = questions.NewQuestion(market.ids["free"], market.accounts["bob"], HOSTILE, NOW)
        (question,) = await questions.add_questions(db, [new])
    told = SendReport(slug="quince", reason="spam", body=HOSTILE)
    await world.dispatcher.call(send_report, market.person("bob"), told)
    post = {"title": HOSTILE, "slug": "hostile", "summary": HOSTILE, "body": HOSTILE, "author": HOSTILE, "do": "save"}
    await staff.send("/admin/posts/new", **post, published_at="2026-03-10T09:00")
    await staff.send("/admin/questions", question=HOSTILE)
    await add_coupon(market, note=HOSTILE)
    draft = await world.request("POST", "/drafts", by="charlie", json={"url": "https://kelp.example"})
    await staff.do("update draft set status = 'ready'")
    await staff.send(
        "/admin/products/new", name=HOSTILE, code="hostile", description=HOSTILE, price="5", on_sale="true"
    )
    order = await market.order(
        {"product": "hostile"}, market.item("done_for_you", slug="paid", options={"notes": HOSTILE}), by="charlie"
    )
    paid = await market.order(market.item("done_for_you", slug="free", options={"notes": HOSTILE}))
    await market.pay(paid["number"], name=HOSTILE[:160], address=HOSTILE, city=HOSTILE)
    asked = await ask_for_access(world)
    seen((await staff.browser.get(asked)).text, asked)
    allowed = await staff.browser.post(asked, data={"answer": "allow", "allowed": ["account:read"]})
    assert allowed.status_code == 303, allowed.text
    own = f"/listings/{market.ids['paid']}"
    update = await world.request("POST", f"/me{own}/updates", by="charlie", json={"title": HOSTILE, "body": HOSTILE})
    pages = [f"/dashboard{own}/launch", f"/dashboard{own}/updates/{update.json()['id']}"]
    pages.append(f"/listings/free/questions/{question}")
    pages.append(f"{urlsplit(market.shop.receipt_url(world.dispatcher.site, paid['number'])).path}/withdrawal")
    return [f"/dashboard/drafts/{draft.json()['id']}", order["checkout_url"], *pages]


async def ask_for_access(world: World) -> str:
    """Where an app with a hostile name asks the person."""
    back = "http://127.0.0.1:9/back"
    asked = {"client_name": HOSTILE, "redirect_uris": [back], "token_endpoint_auth_method": "none"}
    client = (await world.client.post("/oauth/register", json=asked)).json()
    query = {
        "client_id": client["client_id"],
        "response_type": "code",
        "redirect_uri": back,
        "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
        "state": SHORT,
    }
    return f"/oauth/authorize?{urlencode(query)}"


async def walk(browser: httpx2.AsyncClient, start: list[str]) -> AsyncGenerator[tuple[str, httpx2.Response]]:
    """Each page that can be reached, a few of each kind, with its address."""
    waiting, known, walked = list(start), set(start), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        kind = page_kind_of(urlsplit(address).path)
        if walked.setdefault(kind, 0) >= MAX_OF_A_KIND or "/feeds/" in address:
            continue
        answer = await browser.get(address)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        walked[kind] += 1
        yield address, answer
        for found in re.findall(r'href="(/[^"#]*)', answer.text):
            link = found.replace("&amp;", "&")
            if link not in known:
                known.add(link)
                waiting.append(link)


async def test_what_is_typed_into_any_form_appears_as_text_and_stays(market: Market) -> None:
    sent: dict[str, set[int]] = {}
    lost: list[str] = []
    async with staff_of(market.world) as staff:
        browser = staff.browser
        start = [*START, *await set_the_stage(market, staff)]
        async for address, answer in walk(browser, start):
            seen(answer.text, address)
            for form in Forms(answer.text, address).found:
                kind = form_kind_of(urlsplit(form.action).path)
                if NOT_SENT.match(kind) or len(sent.setdefault(kind, set())) > 2 or not form.typed():
                    continue
                for fitting in ({}, FITTING | FITTING_IN.get(kind, {})):
                    given = form.fill(HOSTILE, fitting)
                    told = await browser.post(form.action, data=given)
                    sent[kind].add(told.status_code)
                    assert told.status_code in (200, 303, 400, 404, 412), (form.action, told.status_code)
                    if told.status_code in (400, 412):  # 412: the form before has saved other values
                        look(told.text, form.action)
                        stays = Forms(told.text, address).values
                        gone = [name for name in form.typed() if given[name] and given[name].strip() not in stays]
                        lost += [f"{form.action}: {name}" for name in gone if f'name="{name}"' in told.text]
        assert lost == []
        async for address, answer in walk(browser, start):
            look(answer.text, address)
        async with market.world.browser() as stranger:
            async for address, answer in walk(stranger, ["/", "/founders/ada-moreno", "/listings/quince"]):
                look(answer.text, address)
    declared = {kind for kind, _ in FORMS if not NOT_SENT.match(kind)}
    never = {kind for kind in declared if not sent.get(kind)}
    assert never == set()
    refused = {kind for kind, statuses in sent.items() if statuses and statuses <= {400, 404}}
    assert refused <= IN_THE_WAY
