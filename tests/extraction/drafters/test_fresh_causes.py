"""What real sites showed to be taken for features, taglines, names and categories, and is something else."""

import pytest

from tests.extraction.drafters.small_pages import TEXT, draft, page, value

CARDS = "".join(
    f"<div><h3>{title}</h3><p>{TEXT}</p></div>" for title in ("Shared lists", "Offline maps", "Quick notes")
)


def cards(*titles: str) -> str:
    return "".join(f"<div><h3>{title}</h3><p>{TEXT}</p></div>" for title in titles)


def test_numbers_before_features_are_left_out() -> None:
    items = "".join(
        f"<li><b>{at}</b> {text}</li>" for at, text in enumerate(("Shared lists", "Offline maps", "Notes"), 1)
    )
    site = page(f"<h1>Tarnbrook</h1><h2>Features</h2><ul>{items}</ul>")
    assert value(draft(site), "features") == ["Shared lists", "Offline maps", "Notes"]


def test_numbers_that_do_not_count_stay() -> None:
    site = page(
        "<h1>Tarnbrook</h1><h2>Features</h2><ul><li>24 hours of power</li><li>3 ports</li><li>12 volts</li></ul>"
    )
    assert value(draft(site), "features") == ["24 hours of power", "3 ports", "12 volts"]


def test_persons_of_a_story_are_no_features() -> None:
    people = "".join(
        f"<h3>{name}</h3><p>{name.split()[0].title()} is a carpenter who never leaves the old mill.</p>"
        for name in ("MIRA OAKES", "Tomas Vell", "Ilse Brandow")
    )
    site = page(f"<h1>Tarnbrook</h1><div class=features>{CARDS}{people}</div>")
    assert value(draft(site), "features") == ["Shared lists", "Offline maps", "Quick notes"]


@pytest.mark.parametrize(
    "titles",
    [
        ("Packages", "Services", "Subscriptions"),
        ("Pacchetti", "Servizi", "Abbonamenti"),
        ("Leistungen", "Pakete", "Abos"),
        ("Sign up", "Create your account", "Choose a plan"),
        ("Harrow X Quern", "Pellet x Quern", "Tarnbrook × Quern Pay"),
        ("$4.5M in new revenue", "€300k saved by one team", "Twelve shops to #1 in the country"),
    ],
)
def test_menus_steps_and_results_are_no_features(titles: tuple[str, ...]) -> None:
    assert value(draft(page(f"<h1>Tarnbrook</h1><h2>More</h2>{cards(*titles)}")), "features") is None


@pytest.mark.parametrize("heading", ["Works with", "Integrations", "Our partners", "Supported models"])
def test_names_of_others_are_no_features(heading: str) -> None:
    others = cards("Harrow Voice", "Pellucid Two", "Quern Cloud")
    site = page(f"<h1>Tarnbrook</h1><h2>Features</h2>{CARDS}<h2>{heading}</h2>{others}")
    assert value(draft(site), "features") == ["Shared lists", "Offline maps", "Quick notes"]


@pytest.mark.parametrize(
    "line",
    [
        "BETA v1.2: all services are free for now",
        "Attention: we are closed on Monday morning",
        "No station selected",
        "Bisher keine Datei ausgewählt",
        "A game in the making! Join us on Discord and tell your friends.",
    ],
)
def test_notices_and_states_are_no_taglines(line: str) -> None:
    site = page(f"<div>{line}</div><h1>Tarnbrook</h1><p>Lists for crews on the road.</p>")
    assert value(draft(site), "tagline") == "Lists for crews on the road."
    assert value(draft(page(f"<p>{line}</p>")), "tagline") is None


def test_what_explains_a_label_is_no_tagline() -> None:
    site = page(
        "<section><div>Photo tools</div><div>Crop, turn and shrink pictures in your browser.</div></section>",
        title="Tarnbrook — Free tools for everybody",
    )
    assert value(draft(site), "tagline") == "Free tools for everybody"


def test_the_headline_is_the_name_if_it_is_the_address() -> None:
    site = page(
        "<h1>Old Mill Films</h1><p>Films of your shop for a good price.</p>",
        title="Home",
        host="oldmillfilms.github.io",
    )
    assert value(draft(site), "name") == "Old Mill Films"
    other = page("<h1>Films of your shop</h1><p>For a good price.</p>", title="Home", host="janeroe.github.io")
    assert value(draft(other), "name") is None


@pytest.mark.parametrize("address", ["utente@tarnbrook.test", "usuario@tarnbrook.test", "tu.correo@tarnbrook.test"])
def test_the_address_of_a_made_up_user_is_no_contact(address: str) -> None:
    site = page(f"<h1>Tarnbrook</h1><p>{address}</p><footer>Write to info@tarnbrook.test</footer>")
    assert value(draft(site), "contact_email") == "info@tarnbrook.test"


def test_what_is_left_of_a_template_is_not_told() -> None:
    told = "Tarnbrook keeps the lists of crews on the road, in one place that works without a network."
    left = "Replace the link above with your own store address after the release of the app."
    drafted = value(draft(page(f"<h1>Tarnbrook</h1><p>{told}</p><p>{left}</p>")), "description")
    assert drafted == told


def test_a_footer_with_all_sections_is_no_footer() -> None:
    site = page(
        f"<nav><a href=/>Tarnbrook</a></nav><div id=footer><h2>Lists for crews</h2><h2>Features</h2>{CARDS}</div>"
    )
    assert value(draft(site), "features") == ["Shared lists", "Offline maps", "Quick notes"]


def test_a_category_beside_the_best_needs_two_words() -> None:
    site = page(
        "<h1>Train like a fighter</h1><p>A gym app with workouts, yoga and martial arts for athletes.</p>",
        title="Tarnbrook: train in your gym",
    )
    assert value(draft(site), "categories")[0] == "Fitness and Movement"
    assert "Rail and Cycling" not in value(draft(site), "categories")


def test_numbers_of_people_and_what_is_beside_them_are_no_features() -> None:
    counted = (
        "<h3>400+</h3><p>happy guests</p>",
        "<h3>Many towns</h3><p>and more of them</p>",
        "<h3>Trust</h3><p>a lot</p>",
    )
    site = page(f"<h1>Tarnbrook</h1><div class=features>{''.join(f'<div>{card}</div>' for card in counted)}</div>")
    assert value(draft(site), "features") is None
    site = page(
        "<h1>骨の習慣</h1><h2>なぜ今なのか</h2><h3>約1,590万人</h3><p>骨粗しょう症の人の数です。</p>", lang="ja"
    )
    assert value(draft(site), "features") is None


def test_articles_with_a_reading_time_are_no_features() -> None:
    posts = "".join(
        f"<div><h3>{title}</h3><p>{TEXT}</p><p>4 dk okuma · 29 Temmuz 2026</p></div>"
        for title in ("Three ways to plan", "What crews need", "Lists in winter")
    )
    assert value(draft(page(f"<h1>Tarnbrook</h1><h2>Notes</h2>{posts}")), "features") is None


def test_badges_and_terms_of_plans_are_no_features() -> None:
    plan = "<div class=pricing><h3>Two hours</h3><p>120 €</p><ul>{}</ul></div>"
    lists = ("Basic cleaning", "Most popular", "Valid for 12 months", "Windows", "Kitchen")
    site = page(f"<h1>Tarnbrook</h1>{plan.format(''.join(f'<li>{item}</li>' for item in lists))}")
    assert value(draft(site), "features") == ["Basic cleaning", "Windows", "Kitchen"]


def test_a_welcome_by_name_is_no_tagline_whatever_letter_the_name_begins_with() -> None:
    site = page(
        "<h1>Willkommen bei AL Print</h1><p>Drucke aus Kunststoff nach Maß.</p>",
        title="AL Print",
        lang="de",
        host="alprint.test",
    )
    assert value(draft(site), "tagline") == "Drucke aus Kunststoff nach Maß."


def test_what_is_free_to_count_is_no_tagline() -> None:
    site = page("<div>Tarnbrook</div><p>3 free scans</p>", title="Tarnbrook — Know every plant at once")
    assert value(draft(site), "tagline") == "Know every plant at once"


def test_the_name_is_what_the_page_shows_first_and_its_title_begins_with() -> None:
    site = page(
        "<div>Tarnbrook</div><h2>Know every plant</h2>", title="Tarnbrook — Know every plant", host="jroe.github.io"
    )
    assert value(draft(site), "name") == "Tarnbrook"


def test_provinces_and_states_are_no_part_of_a_town() -> None:
    site = page("<h1>Tarnbrook</h1><p>Tarnbrook is based in Cambridge MA, United States.</p>")
    assert value(draft(site), "city") == "Cambridge"
    site = page("<h1>Tarnbrook</h1><p>Tarnbrook is based in Henan, China.</p>")
    assert value(draft(site), "city") is None


def test_profiles_of_the_program_that_made_the_page_are_not_the_company_s() -> None:
    links = "<footer><a href=https://twitter.com/pagewright>x</a><a href=https://instagram.com/tarnbrook>i</a></footer>"
    site = page(f"<h1>Tarnbrook</h1>{links}", head="<meta name=generator content='Pagewright v4'>")
    assert list(draft(site).company_socials) == ["instagram"]


def test_numbers_and_their_sources_are_not_told_of_the_product() -> None:
    told = "Tarnbrook keeps the lists of crews on the road, in one place that works without a network."
    fine = "111.263 ₺ is the fine for a workshop that keeps no lists of its crews, in this year."
    source = "Kaynak: statistics of the ministry of work, on workshops and their lists, in this year."
    drafted = value(draft(page(f"<h1>Tarnbrook</h1><p>{told}</p><p>{fine}</p><p>{source}</p>")), "description")
    assert drafted == told


@pytest.mark.parametrize("line", ["THE NEW WAY THAT TAKES CARE OF", "Lists, maps, notes,"])
def test_half_a_line_is_no_tagline(line: str) -> None:
    site = page(f"<div><p>{line}</p><p>YOUR CREWS.</p><p>Tarnbrook keeps the lists of a crew together.</p></div>")
    assert value(draft(site), "tagline") is None


@pytest.mark.parametrize("line", ["Introducing Tarnbrook", "Voici Tarnbrook", "Meet the Tarnbrook"])
def test_presenting_the_product_is_no_tagline(line: str) -> None:
    site = page(f"<h1>{line}</h1><p>Lists for crews on the road.</p>")
    assert value(draft(site), "tagline") != line


@pytest.mark.parametrize(
    "title",
    [
        "About me",
        "À propos de moi",
        "MAY 2024 RELEASE",
        "Power outlet required",
        "Steckdose erforderlich",
        "Lists for crews",
    ],
)
def test_pages_versions_requirements_and_the_headline_are_no_features(title: str) -> None:
    site = page(f"<h1>Lists for crews</h1><h2>Features</h2>{CARDS}<div><h3>{title}</h3><p>{TEXT}</p></div>")
    assert value(draft(site), "features") == ["Shared lists", "Offline maps", "Quick notes"]


@pytest.mark.parametrize("title", ["No account required", "Keine Installation erforderlich", "Account not required"])
def test_what_nobody_needs_is_a_feature(title: str) -> None:
    site = page(f"<h1>Tarnbrook</h1><h2>Features</h2>{CARDS}<div><h3>{title}</h3><p>{TEXT}</p></div>")
    assert title in value(draft(site), "features")
