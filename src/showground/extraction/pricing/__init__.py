"""Drafts the pricing model and the pricing summary of a product.

`draft_pricing` is where to start. Evidence is gathered from the pages (`plan_finder`, `price_sentences`,
`press_kit_price`, `priced_evidence`, `unpriced_evidence`). `model_rules` and `summary` decide what follows from it, and
never look at a page.
"""
