"""What tells where a buyer is and whether they are a business, kept with the order for as long as its invoice.

Two pieces of evidence that agree are what the law asks for (Articles 24b and 24f of Regulation 282/2011): the billing
address, and the country of the card or of the network address.
"""

from datetime import datetime

from showground.core.data_model import DataModel
from showground.orders.tax.territories import tax_country


class NumberCheck(DataModel):
    """What the register said of a VAT number, when, and who asked."""

    number: str
    valid: bool
    checked_at: datetime
    consultation: str | None = None
    holder: str | None = None
    requester: str | None = None


class TaxEvidence(DataModel):
    """What is known of where a buyer is; countries are ISO 3166 codes."""

    billing_country: str
    network_country: str | None = None
    card_country: str | None = None
    number_check: NumberCheck | None = None

    @property
    def conflicts(self) -> list[str]:
        """Other countries that something points to."""
        others = {"network address": self.network_country, "card": self.card_country}
        home = tax_country(self.billing_country)
        return [f"{what}: {country}" for what, country in others.items() if country and tax_country(country) != home]

    @property
    def agreeing(self) -> int:
        """How many pieces point to the billing country."""
        home = tax_country(self.billing_country)
        found = (self.billing_country, self.network_country, self.card_country)
        return sum(country is not None and tax_country(country) == home for country in found)
