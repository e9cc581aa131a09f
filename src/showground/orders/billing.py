"""Billing details: what a buyer enters on the checkout page, and its validation."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import EmailStr, Field, TypeAdapter, ValidationError

from showground.core.calls.errors import FieldError, InvalidValue
from showground.core.calls.input_text import check_line
from showground.core.data_model import DataModel
from showground.core.languages import Text, sentences, text_with
from showground.orders.tax.territories import address_country, find_territory, in_union, read_place
from showground.orders.tax.vat_number_formats import example_of, normal_form

TEXTS = {"name": 160, "company": 160, "address": 300, "city": 160}
LABELS = {
    "name": Text("Enter your name."),
    "company": Text("Enter the name of the business."),
    "email": Text("Enter the email address for the invoice, such as you@example.com."),
    "address": Text("Enter the street and number."),
    "city": Text("Enter the postcode and town."),
    "country": Text("Choose a country."),
}
MAIL = TypeAdapter(EmailStr)


class Billing(DataModel):
    """A buyer, as shown on the invoice."""

    kind: Literal["person", "business"] = "person"
    name: Annotated[str, Field(max_length=160)]
    company: Annotated[str | None, Field(max_length=160)] = None
    email: Annotated[str, Field(max_length=254)]
    address: Annotated[str, Field(max_length=300)]
    city: Annotated[str, Field(max_length=160)]
    country: Annotated[str, Field(max_length=2)]
    place: Annotated[str | None, Field(max_length=16)] = None
    """The country again, or a territory in it that has its own tax rules."""
    vat_number: Annotated[str | None, Field(max_length=32)] = None


def read_billing(given: Mapping[str, str]) -> tuple[Billing | None, list[FieldError]]:
    """The buyer; or None and every field error."""
    values = {name: " ".join(text.split()) for name, text in given.items()}
    business = values.get("kind") == "business"
    wanted = ["company" if business else "name", "email", "address", "city", "country"]
    wrong = [FieldError(field=name, message=LABELS[name]) for name in wanted if not values.get(name)]
    wrong += [FieldError(field=name, message=message) for name, text in given.items() if (message := _judge_line(text))]
    wrong += [
        FieldError(field=name, message=text_with("At most %(most)s characters.", most=most))
        for name, most in TEXTS.items()
        if len(values.get(name, "")) > most
    ]
    if (email := values.get("email")) and not _is_address(email):
        message = sentences(text_with("“%(email)s” is not a valid email address.", email=email[:100]), LABELS["email"])
        wrong.append(FieldError(field="email", message=message))
    place = read_place(values["country"]) if values.get("country") else None
    if values.get("country") and place is None:
        wrong.append(FieldError(field="country", message=LABELS["country"]))
    number = values.get("vat_number") if business else None
    if number and len(number) > 32:
        wrong.append(FieldError(field="vat_number", message=text_with("At most %(most)s characters.", most=32)))
    elif number and place and in_union(place) and normal_form(number, place) is None:
        wrong.append(
            FieldError(
                field="vat_number",
                message=text_with(
                    "That is not a valid VAT number for this country (format: %(example)s). Correct it,"
                    " or leave it empty and we will charge VAT.",
                    example=example_of(place),
                ),
            )
        )
    if wrong or place is None:
        return None, wrong
    return Billing(
        kind="business" if business else "person",
        name=values.get("name") or values.get("company", ""),
        company=values["company"] if business else None,
        email=values["email"],
        address=values["address"],
        city=values["city"],
        country=address_country(place),
        place=find_territory(place, values["city"]),
        vat_number=(normal_form(number, place) or number) if number else None,
    ), []


def _judge_line(text: str) -> Text | None:
    try:
        check_line(text)
    except InvalidValue as wrong:
        return wrong.message
    return None


def _is_address(text: str) -> bool:
    try:
        MAIL.validate_python(text)
    except ValidationError:
        return False
    return True
