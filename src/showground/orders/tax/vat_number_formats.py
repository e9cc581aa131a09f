"""VAT numbers: their form in each member state, and which of them a register has to be asked about."""

import re

from showground.orders.tax.territories import MEMBER_STATES, tax_country

PREFIXES = {"GR": "EL"}  # of VAT numbers, where they differ from the country's code
# How each country's numbers look, as an example that is well formed.
EXAMPLES = {
    "AT": "ATU13585627", "BE": "BE0403019261", "BG": "BG175074752", "CY": "CY10259033P", "CZ": "CZ25123891",
    "DE": "DE136695976", "DK": "DK13585628", "EE": "EE100931558", "ES": "ESA13585625", "FI": "FI20774740",
    "FR": "FR40303265045", "GR": "EL094259216", "HR": "HR33392005961", "HU": "HU12892312", "IE": "IE6433435F",
    "IT": "IT00743110157", "LT": "LT119511515", "LU": "LU15027442", "LV": "LV40003521600", "MT": "MT11679112",
    "NL": "NL004495445B01", "PL": "PL8567346215", "PT": "PT501964843", "RO": "RO18547290", "SE": "SE123456789701",
    "SI": "SI50223054", "SK": "SK2022749619",
}  # fmt: skip


def normal_form(text: str, place: str) -> str | None:
    """The number as the register writes it, if its form and its check digits are those of the member state."""
    state = tax_country(place)
    if state not in MEMBER_STATES:
        return None
    prefix = PREFIXES.get(state, state)
    plain = re.sub(r"[\s.\-/]", "", text).upper()
    if plain.startswith(("GR", "EL")) and state == "GR":
        plain = plain[2:]
    number = prefix + plain.removeprefix(prefix)
    return number if number.isascii() and number.isalnum() and _has_right_form(number) else None


def _has_right_form(number: str) -> bool:
    from stdnum.eu import vat  # noqa: PLC0415 - only buyers with a number need it

    return vat.is_valid(number)


def example_of(place: str) -> str | None:
    """A well-formed number of the place, to show how they look."""
    return EXAMPLES.get(tax_country(place))
