"""The trained model that tells rows of features from others by their form, with the weights that are shipped."""

from showground.extraction.drafters.extractive.feature_rows import rows_of
from showground.extraction.drafters.extractive.features import features_by_rules, find_features
from showground.extraction.drafters.extractive.row_model import describe, get_weights, without_unlikely
from showground.extraction.reading.pages import ReadPage
from showground.extraction.site_model import prepare
from tests.extraction.drafters.small_pages import draft, page, value

TITLES = ("Shared lists", "Weekly plan", "Works offline", "Fast search")
CARD = "<div><h3>{}</h3><p>The whole crew sees it within a second, wherever they work.</p></div>"
CARDS = "".join(CARD.format(title) for title in TITLES)
INTRO = "<section><h1>Job lists for crews</h1><p>Tarnbrook keeps the jobs of a crew in one place.</p></section>"
# What customers tell on their own sites, far below, under a heading that mentions services.
PARAGRAPHS = "".join(
    f"<p>The crew of house {number} has a longer story to tell about its year.</p>" for number in range(60)
)
TOLD = (
    "We had three tools, and none of them knew the others.",
    "After 7 months, they pulled the plug on the first one!",
    "42% more jobs on the busiest day, with fewer people.",
)
STORY = "<section><h2>What our services did for crews</h2><ul>{}</ul></section>"
LINKS = "".join(f'<li><a href="https://crew{at}.test/">{text}</a></li>' for at, text in enumerate(TOLD))


def home(body: str) -> ReadPage:
    return page(f"<main>{INTRO}{body}</main>")


def test_cards_with_texts_near_the_top_stay() -> None:
    for heading in ("Features", "Made for the road", "Alles an einem Ort", "現場のために"):
        assert value(draft(home(f"<section><h2>{heading}</h2><div>{CARDS}</div></section>")), "features") == [*TITLES]


def test_links_to_other_sites_far_below_are_left_out_although_a_heading_names_services() -> None:
    body = f"<section>{PARAGRAPHS}</section>" + STORY.format(LINKS)
    site = prepare([home(body)])
    by_rules = features_by_rules(site, keep=lambda _page, items: list(items))
    assert by_rules is not None
    assert [item.text for item in by_rules[1]] == [*TOLD]
    assert find_features(site) is None


def test_a_list_of_two_is_left_to_the_rules() -> None:
    short = "<p>The app has these features:</p><ul><li>See who is on duty</li><li>Swap a shift by text</li></ul>"
    assert value(draft(home(short)), "features") == ["See who is on duty", "Swap a shift by text"]


def test_pages_of_other_kinds_are_left_to_the_rules() -> None:
    other = home(STORY.format(LINKS))
    other.kind = "other"
    items = [block for block in other.blocks if block.tag == "li"]
    assert without_unlikely(other, items) == items


def test_a_row_is_described_by_its_form_and_not_by_its_words() -> None:
    english, german = (
        home(f"<section><h2>{heading}</h2><div>{''.join(map(CARD.format, titles))}</div></section>")
        for heading, titles in (("Made for teams", TITLES), ("Werk ohne Papier", ("Liste teilen", "Plan teilen")))
    )
    for one in (english, german):
        rows = [row for row in rows_of(one) if row.titles[0].tag == "h3"]
        (properties,) = describe(one, rows)
        assert {"tag h3", "kind home", "heading h2", "heading words 3", "texts 4", "linked 0", "order 0"} <= {
            *properties
        }


def test_weights_are_whole_numbers_of_known_properties() -> None:
    weights, threshold = get_weights()
    assert all(type(weight) is int for weight in (threshold, *weights.values()))
    names = {name.rpartition(" ")[0] for name in weights}
    one = home(f"<section><h2>Features</h2><div>{CARDS}</div></section>")
    known = {name.rpartition(" ")[0] for properties in describe(one, rows_of(one)) for name in properties}
    assert names - {"mark", "heading mark"} <= known
