"""The settings of a process, and what follows from them."""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from showground.settings.paths import is_closed
from showground.settings.shop_fields import ShopFields
from showground.settings.site_fields import SiteFields

if TYPE_CHECKING:
    from showground.backup import BackupPlan, BackupStore, Source
    from showground.orders import TaxSeller

DEVELOPMENT_COUNTRY = "DE"  # used if the seller's country is not set; real payments in production require one


@dataclass(frozen=True, kw_only=True)
class Settings(ShopFields, SiteFields):
    """What an operator may set."""

    @property
    def asks_staff_for_passkey(self) -> bool:
        return self.env == "production" if self.staff_passkey is None else self.staff_passkey

    def find_brand_file(self) -> Path | None:
        """The brand's file; None if there is none."""
        usual = self.data_dir / "brand.toml"
        return self.brand_file or (None if is_closed(self.data_dir) or not usual.is_file() else usual)

    def find_theme(self) -> Path | None:
        """The folder of the theme; None if there is none."""
        usual = self.data_dir / "theme"
        return self.theme_dir or (None if is_closed(self.data_dir) or not usual.is_dir() else usual)

    def backup_store(self) -> "BackupStore | None":
        """Where scheduled backups go; None if there are none."""
        if self.backup_to in (None, "off"):
            return None
        from showground.backup import open_store  # noqa: PLC0415 - few commands need it

        url = self.s3_url or f"https://s3.{self.s3_region}.amazonaws.com"
        keys = (self.s3_key_id or "", self.s3_secret or "", self.s3_region)
        return open_store(self.backup_to, url, keys, self.dns_server, self.ca_file)

    def backup_days(self) -> int | None:
        """After how many days the oldest scheduled backup is deleted; None if there are none."""
        return None if self.backup_to in (None, "off") else ceil(self.backup_keep * self.backup_hours / 24)

    def backup_plan(self, conninfo: str) -> "BackupPlan | None":
        """How backups are scheduled, of the database at this address."""
        store = self.backup_store()
        if store is None:
            return None
        from showground.backup import BackupPlan  # noqa: PLC0415

        return BackupPlan(self.backup_source(conninfo), store, timedelta(hours=self.backup_hours), self.backup_keep)

    def backup_source(self, conninfo: str) -> "Source":
        """What is backed up, with the database at this address."""
        from showground.backup import Source  # noqa: PLC0415

        return Source(self.direct_url or conninfo, self.data_dir / "secret", self.secret)

    def currency_of_seller(self) -> str:
        """The currency that the seller keeps books in."""
        from showground.orders import usual_currency  # noqa: PLC0415 - few commands need what is sold

        return self.seller_currency or usual_currency(self.seller_country or DEVELOPMENT_COUNTRY)

    def exchange_place(self) -> str | None:
        """Where exchange rates come from; None if none are needed."""
        if self.exchange_rates or self.env != "production":
            return self.exchange_rates
        from showground.orders import EUROPEAN_CENTRAL_BANK  # noqa: PLC0415 - few commands need what is sold

        return EUROPEAN_CENTRAL_BANK

    def tax_seller(self) -> "TaxSeller":
        """The seller as tax rules see them."""
        from showground.orders import describe_seller  # noqa: PLC0415 - few commands need what is sold

        return describe_seller(
            self.seller_country or DEVELOPMENT_COUNTRY,
            regime=self.tax_regime,
            number=self.seller_vat,
            tax_number=self.seller_tax_number,
            registrations=self.tax_registrations,
            rates=self.tax_rates,
        )
