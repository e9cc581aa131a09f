"""Billing details: what a buyer enters on the checkout page, and its validation."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, EmailStr, Field, TypeAdapter, ValidationError

from showground.core.calls.errors import FieldError
from showground.core.calls.input_text import check_line
from showground.orders.tax.territories import address_country, find_territory, in_union, read_place
from showground.orders.tax.vat_number_formats import example_of, normal_form

TEXTS = {"name": 160, "company": 160, "address": 300, "city": 160}
LABELS = {
    "name": "Enter your name.",
    "company": "Enter the name of the business.",
    "email": "Enter the email address for the invoice, such as you@example.com.",
    "address": "Enter the street and number.",
    "city": "Enter the postcode and town.",
    "country": "Choose a country.",
}
MAIL = TypeAdapter(EmailStr)


class Billing(BaseModel):
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
        FieldError(field=name, message=f"At most {most} characters.")
        for name, most in TEXTS.items()
        if len(values.get(name, "")) > most
    ]
    if (email := values.get("email")) and not _is_address(email):
        message = f"“{email[:100]}” is not a valid email address. {LABELS['email']}"
        wrong.append(FieldError(field="email", message=message))
    place = read_place(values["country"]) if values.get("country") else None
    if values.get("country") and place is None:
        wrong.append(FieldError(field="country", message=LABELS["country"]))
    number = values.get("vat_number") if business else None
    if number and len(number) > 32:
        wrong.append(FieldError(field="vat_number", message="At most 32 characters."))
    elif number and place and in_union(place) and normal_form(number, place) is None:
        wrong.append(
            FieldError(
                field="vat_number",
                message=f"That is not a valid VAT number for this country (format: {example_of(place)}). Correct it,"
                " or leave it empty and we will charge VAT.",
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


def _judge_line(text: str) -> str | None:
    try:
        check_line(text)
    except ValueError as wrong:
        return str(wrong)
    return None


def _is_address(text: str) -> bool:
    try:
        MAIL.validate_python(text)
    except ValidationError:
        return False
    return True
