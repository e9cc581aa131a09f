"""The trained model of categories knows the shipped ones and is careful with few words."""

from showground.extraction.statements.category_model import (
    WEIGHTS_FILE,
    evidence_for,
    get_weights,
    score_categories,
    score_without_best_word,
    word_features,
)
from tests.drafting.labelled import categories

BOOKKEEPING = (
    "bookkeeping for small firms: receipts, vat returns, payroll and the year-end accounts with your tax adviser"
)


def test_it_knows_all_shipped_categories_and_stays_small() -> None:
    assert set(get_weights().slugs) == {category.slug for category in categories()}
    assert WEIGHTS_FILE.stat().st_size < 1_000_000


def test_words_and_pieces_are_features_and_scripts_without_blanks_have_pieces_only() -> None:
    pieces = ["<hi", "hiv", "ive", "ve>", "<hiv", "hive", "ive>", "<hive", "hive>"]
    assert word_features("hive") == ["w hive", *(f"p {piece}" for piece in pieces)]
    assert word_features("在庫管理") == ["p 在庫", "p 庫管", "p 管理", "p 在庫管", "p 庫管理", "p 在庫管理"]


def test_the_best_category_fits_clearly_and_less_so_in_few_words() -> None:
    scores = score_categories([(BOOKKEEPING, 2.0)])
    assert max(scores, key=lambda slug: scores[slug]) == "accounting-and-invoicing"
    assert score_categories([("receipts", 2.0)])["accounting-and-invoicing"] < scores["accounting-and-invoicing"] / 2


def test_a_name_of_one_word_says_nothing() -> None:
    text = [("vinote", 4.0)]
    assert any(score_categories(text).values())
    assert not any(score_categories(text, "vinote").values())


def test_without_its_best_word_a_category_fits_less() -> None:
    texts = [(BOOKKEEPING, 2.0)]
    assert (
        score_without_best_word(texts, "accounting-and-invoicing") < score_categories(texts)["accounting-and-invoicing"]
    )


def test_a_text_speaks_only_for_categories_that_the_model_knows() -> None:
    assert evidence_for("accounting-and-invoicing", BOOKKEEPING) > 0
    assert evidence_for("farming", BOOKKEEPING) < 0
    assert evidence_for("beekeeping", BOOKKEEPING) < 0
