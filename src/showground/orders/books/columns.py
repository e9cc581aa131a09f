"""The columns of tax and income reports, and what the codes in them mean."""

from showground.core.languages import Text
from showground.orders.books.models import Column

HOME, ONE_STOP_SHOP, ABROAD = "home", "oss", "abroad"
SCHEMES = {
    HOME: Text("Home return"),
    ONE_STOP_SHOP: Text("One-stop shop"),
    ABROAD: Text("Outside the EU"),
}
CATEGORIES = {
    "domestic": Text("Taxed at home"),
    "reverse_charge": Text("Reverse charge: businesses in other EU countries"),
    "exempt": Text("Exempt: small business"),
    "outside_eu": Text("Not taxed: buyer outside the EU"),
    "seller_outside_eu": Text("Not taxed: seller does not charge VAT"),
    "oss": Text("Taxed in other EU countries: one-stop shop or local returns"),
    "abroad": Text("Taxed in countries outside the EU"),
}
AMOUNTS = [
    Column(name="currency", heading=Text("Currency"), on_page=False),
    Column(name="net", heading=Text("Net, USD"), kind="money"),
    Column(name="vat", heading=Text("VAT, USD"), kind="money"),
    Column(name="seller_currency", heading=Text("Your currency")),
    Column(name="seller_net", heading=Text("Net, your currency"), kind="money"),
    Column(name="seller_vat", heading=Text("VAT, your currency"), kind="money"),
]
VAT_COLUMNS = [
    Column(name="scheme", heading=Text("Declared in")),
    Column(name="country", heading=Text("Country")),
    Column(name="tax", heading=Text("Tax"), on_page=False),
    Column(name="rate", heading=Text("Rate in percent")),
    Column(name="corrects", heading=Text("Corrects")),
    *AMOUNTS,
    Column(name="eur_rate_on", heading=Text("ECB rate of"), on_page=False),
    Column(name="eur_net", heading=Text("Net, EUR"), kind="money"),
    Column(name="eur_vat", heading=Text("VAT, EUR"), kind="money"),
]
HOME_COLUMNS = [
    Column(name="category", heading=Text("Kind")),
    Column(name="rate", heading=Text("Rate in percent")),
    Column(name="corrects", heading=Text("Corrects")),
    *AMOUNTS,
]
EC_SALES_COLUMNS = [
    Column(name="country", heading=Text("Country")),
    Column(name="vat_number", heading=Text("Buyer's VAT number")),
    Column(name="corrects", heading=Text("Corrects")),
    *(column for column in AMOUNTS if not column.name.endswith("vat")),
]
INCOME_COLUMNS = [
    Column(name="month", heading=Text("Month")),
    Column(name="currency", heading=Text("Currency"), on_page=False),
    Column(name="invoices", heading=Text("Invoices"), kind="count"),
    Column(name="invoiced_net", heading=Text("Invoiced net"), kind="money"),
    Column(name="invoiced_vat", heading=Text("Invoiced VAT"), kind="money", on_page=False),
    Column(name="invoiced_gross", heading=Text("Invoiced gross"), kind="money", on_page=False),
    Column(name="credit_notes", heading=Text("Credit notes"), kind="count"),
    Column(name="credited_net", heading=Text("Credited net"), kind="money"),
    Column(name="credited_vat", heading=Text("Credited VAT"), kind="money", on_page=False),
    Column(name="credited_gross", heading=Text("Credited gross"), kind="money", on_page=False),
    Column(name="net", heading=Text("Net"), kind="money"),
    Column(name="vat", heading=Text("VAT"), kind="money"),
    Column(name="gross", heading=Text("Gross"), kind="money"),
    Column(name="seller_currency", heading=Text("Your currency")),
    Column(name="seller_net", heading=Text("Net, your currency"), kind="money"),
    Column(name="seller_vat", heading=Text("VAT, your currency"), kind="money"),
]
PRODUCT_COLUMNS = [
    Column(name="month", heading=Text("Month")),
    Column(name="product", heading=Text("Product")),
    Column(name="sold", heading=Text("Sold"), kind="count"),
    Column(name="currency", heading=Text("Currency")),
    Column(name="net", heading=Text("Net, less credit notes"), kind="money"),
]
COUPON_COLUMNS = [
    Column(name="month", heading=Text("Month")),
    Column(name="coupon", heading=Text("Coupon")),
    Column(name="sold", heading=Text("Invoices"), kind="count"),
    Column(name="currency", heading=Text("Currency")),
    Column(name="discount", heading=Text("Discount, less credit notes"), kind="money"),
    Column(name="net", heading=Text("Net, less credit notes"), kind="money"),
]
