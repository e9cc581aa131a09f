"""Drafts of real sites: how they are served, fetched and compared with labels."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench.real_sites.checkouts import fetch
from bench.real_sites.comparison import Comparison, Score, compare
from bench.real_sites.drafts import Outcome
from bench.real_sites.labels import Label, load_labels
from bench.real_sites.matching import matches, prices_in
from bench.real_sites.results import total
from bench.real_sites.server import answer_from
from showground.extraction.proposal import Drafted, DraftedFaq, DraftedFounder, Proposal, SourceQuote
from tests.drafting.labelled import categories

pytestmark = pytest.mark.anyio
HOME = "https://acme.example/"


def label(**changes: Any) -> Label:
    start: dict[str, Any] = {
        "repository": "acme/site", "commit": "0" * 40, "folder": "docs", "domain": "acme.example", "language": "en",
        "builder": "by hand", "kind": "app", "half": "tune",
    }  # fmt: skip
    return Label.model_validate(start | changes)


def drafted(value: Any, quote: str = "") -> Drafted:
    return Drafted(value=value, quotes=[SourceQuote(quote=quote or str(value), url=HOME)])


def count(made: Comparison, field: str) -> tuple[int, ...]:
    score = made.scores[field]
    return score.stated, score.right, score.wrong, score.missed, score.invented, score.traps


def test_each_way_to_be_false_is_counted_by_itself() -> None:
    stated = {"name": ["Acme"], "city": ["Berlin"], "founded_year": [2019], "features": ["Fast sync", "Offline notes"]}
    proposal = Proposal(
        fields={
            "name": drafted("ACME"),
            "city": drafted("Lyon", "Our customer Dupont in Lyon"),
            "country": drafted("FR"),
            "features": drafted(["Fast sync of everything", "Free pizza"]),
        }
    )
    made = compare(label(stated=stated, traps={"city": ["Lyon"]}), proposal)
    assert count(made, "name") == (1, 1, 0, 0, 0, 0)
    assert count(made, "city") == (1, 0, 1, 1, 0, 1)
    assert count(made, "country") == (0, 0, 0, 0, 1, 0)
    assert count(made, "founded_year") == (1, 0, 0, 1, 0, 0)
    assert count(made, "features") == (2, 1, 1, 1, 0, 0)
    false = {(fault.field, fault.kind, fault.value, fault.trap) for fault in made.faults if fault.kind != "missed"}
    assert false == {
        ("city", "wrong", "Lyon", True),
        ("country", "invented", "FR", False),
        ("features", "wrong", "Free pizza", False),
    }
    (trap,) = [fault for fault in made.faults if fault.trap]
    assert (trap.quote, trap.page) == ("Our customer Dupont in Lyon", HOME)


def test_a_trap_in_an_absent_field_is_invented() -> None:
    proposal = Proposal(fields={"contact_email": drafted("Theme@author.example")})
    made = compare(label(traps={"contact_email": ["theme@author.example"]}), proposal)
    assert count(made, "contact_email") == (0, 0, 0, 0, 1, 1)


def test_an_allowed_value_counts_neither_way() -> None:
    fields = {"country": drafted("DE"), "features": drafted(["Fast sync", "Dark mode"]), "name": drafted("Acme Inc.")}
    allowed = {"country": ["DE"], "features": ["Dark mode"], "name": ["Acme Inc."], "faqs": "*"}
    marked = label(stated={"features": ["Fast sync"], "name": ["Acme"]}, allowed=allowed)
    faq = DraftedFaq(question="Why?", answer="So.", quotes=[SourceQuote(quote="Why?", url=HOME)])
    made = compare(marked, Proposal(fields=fields, faqs=[faq]))
    assert count(made, "faqs") == (0, 0, 0, 0, 0, 0)
    assert count(made, "name") == (1, 1, 0, 0, 0, 0)
    assert count(made, "country") == (0, 0, 0, 0, 0, 0)
    assert count(made, "features") == (1, 1, 0, 0, 0, 0)


def test_any_value_is_right_where_the_label_leaves_it_open_unless_it_is_a_trap() -> None:
    marked = label(stated={"description": "*"}, traps={"description": ["I love it, says Bob"]})
    assert count(compare(marked, Proposal()), "description") == (1, 0, 0, 1, 0, 0)
    good = Proposal(fields={"description": drafted("Notes for teams.")})
    assert count(compare(marked, good), "description") == (1, 1, 0, 0, 0, 0)
    bad = Proposal(fields={"description": drafted("Notes. I love it, says Bob.")})
    assert count(compare(marked, bad), "description") == (1, 0, 1, 1, 0, 1)


def test_prices_are_the_amounts_of_the_summary() -> None:
    marked = label(stated={"prices": ["$9/month", "90 USD per year", "Free"]}, traps={"prices": ["$3"]})
    proposal = Proposal(fields={"pricing_summary": drafted("Free; Pro: $9.00/month, up to 10 users; €90; $3 less")})
    made = compare(marked, proposal)
    assert count(made, "prices") == (2, 1, 2, 1, 0, 1)


def test_profiles_are_counted_by_platform() -> None:
    stated = {"socials": {"twitter": ["https://twitter.com/Acme/"], "github": ["https://github.com/acme/notes"]}}
    proposal = Proposal(
        company_socials={
            "x": drafted("https://x.com/acme"),
            "github": drafted("https://github.com/theme-maker"),
            "youtube": drafted("https://youtube.com/@acme"),
        }
    )
    assert count(compare(label(stated=stated), proposal), "socials") == (2, 1, 1, 1, 1, 0)


def test_people_and_questions() -> None:
    said = [SourceQuote(quote="Ada", url=HOME)]
    proposal = Proposal(
        founders=[DraftedFounder(name="Ada Smith", quotes=said), DraftedFounder(name="Bob", quotes=said)],
        faqs=[DraftedFaq(question="Is it free", answer="Yes", quotes=said)],
    )
    made = compare(label(stated={"founders": ["Ada Smith"], "faqs": ["Is it free?", "Why?"]}), proposal)
    assert count(made, "founders") == (1, 1, 1, 0, 0, 0)
    assert count(made, "faqs") == (2, 1, 0, 1, 0, 0)


def test_nothing_may_be_drafted_from_a_parked_domain() -> None:
    proposal = Proposal(
        fields={"name": drafted("Acme"), "categories": drafted(["Databases"]), "stage": drafted("idea")}
    )
    made = compare(label(problem="parked"), proposal)
    assert {fault.field for fault in made.faults if fault.kind == "invented"} == {"name", "categories", "stage"}


@pytest.mark.parametrize(
    ("proposed", "first", "among"),
    [
        (["Databases", "Testing"], True, True),
        (["Testing", "Databases"], False, True),
        (["Testing", "Games", "Climate", "Databases"], False, False),
        ([], False, False),
    ],
)
def test_a_category_is_right_among_the_first_three(proposed: list[str], first: bool, among: bool) -> None:
    fields = {"categories": drafted(proposed)} if proposed else {}
    made = compare(label(category=["Databases", "Backups"]), Proposal(fields=fields))
    assert (made.category_first, made.category_among) == (first, among)


@pytest.mark.parametrize(
    ("field", "value", "stated", "same"),
    [
        ("tagline", "Notes that last!", "Acme: notes that last", True),
        ("tagline", "Acme", "Acme is the best place for all your notes", False),
        ("features", "API", "A REST API for all", True),
        ("features", "art", "Start in seconds", False),
        ("features", "速い", "とても速い同期", True),
        ("logo", "https://acme.example/img/logo.svg?v=3", "/img/logo.svg", True),
        ("logo", "https://acme.example/img/logo.svg", "https://cdn.example/img/logo.svg", False),
        ("contact_email", "Hi@acme.example", "hi@acme.example", True),
        ("city", "Zurich", "Zürich", True),
        ("founded_year", "2019", "2014", False),
        ("video", "https://www.youtube.com/embed/abcdefghijk", "https://youtu.be/abcdefghijk", True),
        ("socials", "https://www.linkedin.com/company/acme/", "https://linkedin.com/company/acme?x=1", True),
        ("socials", "https://de.linkedin.com/company/acme", "https://www.linkedin.com/company/Acme", True),
        ("socials", "https://facebook.com/profile.php?id=1", "https://facebook.com/profile.php?id=2", False),
        ("socials", "https://github.com/acme", "https://github.com/acme/notes", True),
        ("prices", "$9", "€9", False),
        ("prices", "$9", "9", True),
    ],
)
def test_matching(field: str, value: str, stated: str, same: bool) -> None:
    assert matches(field, value, stated) == same


def test_only_amounts_with_a_currency_are_prices() -> None:
    assert prices_in("10 users, R$ 29,90, 1.299 €, US$5, users 10, try 3 days, 9元起, $0") == [
        "R$29.9", "€1299", "$5", "¥9",
    ]  # fmt: skip


def test_ten_thousands_of_yen_are_counted_in_yen() -> None:
    assert prices_in("月額 3 万円, 初期費用15万円, 1.5万元, 2만원") == ["¥30000", "¥150000", "¥15000", "₩20000"]


def test_totals() -> None:
    marked = label(stated={"name": ["Acme"], "city": ["Berlin"], "video": ["https://vimeo.com/123456"]})
    proposal = Proposal(fields={"name": drafted("Acme"), "country": drafted("FR")})
    found = total([Outcome(marked, compare(marked, proposal)), Outcome(marked, error="timed out")])
    assert (found.sites, found.failed, found.sites_with_false_values) == (2, 1, 1)
    # The video is missed as well, but is not among the hard facts.
    assert found.hard_facts == Score(stated=2, found=1, right=1, invented=1)
    assert (found.hard_facts.precision, found.hard_facts.recall, found.hard_facts.missed) == (0.5, 0.5, 1)


def test_files_are_answered_as_static_hosts_do(tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "docs").mkdir(parents=True)
    for name in ("index.html", "about.html", "docs/index.html", "404.html", "logo.svg", "style.css", "a b.png"):
        (site / name).write_text(name)
    (tmp_path / "secret.html").write_text("outside")
    answers = {path: answer_from(site, path) for path in ("/", "/about", "/docs/", "/docs/?page=2", "/a%20b.png")}
    assert [answer.body for answer in answers.values()] == [
        b"index.html", b"about.html", b"docs/index.html", b"docs/index.html", b"a b.png",
    ]  # fmt: skip
    assert answer_from(site, "/docs").headers == {"Location": "/docs/"}
    assert answer_from(site, "/style.css").type == "text/css; charset=utf-8"
    assert answer_from(site, "/logo.svg").type == "image/svg+xml"
    for path in ("/nothing", "/../secret.html", "/..%2fsecret"):
        missing = answer_from(site, path)
        assert (missing.status, missing.body) == (404, b"404.html")
    assert [answer_from(site, path).status for path in ("/" + "x" * 300, "/%00")] == [404, 404]


def test_a_site_is_fetched_at_its_commit(tmp_path: Path) -> None:
    source = tmp_path / "acme" / "site"
    (source / "docs").mkdir(parents=True)
    git = ["git", "-C", str(source), "-c", "user.name=A", "-c", "user.email=a@acme.example"]
    subprocess.run([*git, "init", "--quiet"], check=True)
    for text in ("old", "new"):
        (source / "docs/index.html").write_text(text)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "--quiet", "-m", text], check=True)
    first = subprocess.run([*git, "rev-parse", "HEAD~1"], check=True, capture_output=True, text=True).stdout.strip()
    checkouts = tmp_path / "checkouts"
    wanted = [label(commit=first), label(commit="1" * 40, domain="gone.example")]
    (failed,) = fetch(wanted, checkouts, f"file://{tmp_path}")
    assert failed.startswith("gone.example: ")
    assert (checkouts / "acme.example/index.html").read_text() == "old"
    assert [path.name for path in checkouts.iterdir()] == ["acme.example"]


def test_every_label_is_usable() -> None:
    labels, broken = load_labels()
    assert broken == []
    names = {category.name for category in categories()}
    for each in labels:
        assert set(each.category) <= names, each.domain


def test_a_broken_label_is_named(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(label().model_dump_json())
    (tmp_path / "bad.json").write_text('{"domain": "bad.example"}')
    labels, broken = load_labels(tmp_path)
    assert [each.domain for each in labels] == ["acme.example"]
    assert len(broken) == 1
    assert broken[0].startswith("bad.json: repository: ")
