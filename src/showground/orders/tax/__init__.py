"""Tax on what is sold: places, rates, regimes, and the rules that follow from them."""
