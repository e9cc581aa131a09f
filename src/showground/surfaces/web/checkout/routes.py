"""Routes of the checkout, orders and payment events."""

from showground.surfaces.web import tax_documents
from showground.surfaces.web.checkout.billing import show_checkout_page, take_checkout
from showground.surfaces.web.checkout.order import show_order
from showground.surfaces.web.checkout.payment_events import take_event
from showground.surfaces.web.checkout.sandbox_payment import pay_in_sandbox, show_sandbox
from showground.surfaces.web.checkout.withdrawal import (
    show_withdrawal_of_order,
    show_withdrawal_page,
    take_withdrawal,
    take_withdrawal_of_order,
)
from showground.surfaces.web.sessions import Show

CHECKOUT_PAGES: tuple[tuple[str, Show], ...] = (
    ("/checkout/{token}", show_checkout_page),
    ("/orders/{token}", show_order),
    ("/orders/{token}/withdrawal", show_withdrawal_of_order),
    ("/orders/{token}/invoice", tax_documents.show_invoice),
    ("/orders/{token}/documents/{document}.pdf", tax_documents.send_pdf),
    ("/orders/{token}/documents/{document}.xml", tax_documents.send_xml),
    ("/orders/{token}/documents/{document}", tax_documents.show_document),
    ("/sandbox/{token}", show_sandbox),
    ("/withdrawal", show_withdrawal_page),
)
CHECKOUT_FORMS: tuple[tuple[str, Show], ...] = (
    ("/checkout/{token}", take_checkout),
    ("/sandbox/{token}", pay_in_sandbox),
    ("/orders/{token}/withdrawal", take_withdrawal_of_order),
    ("/withdrawal", take_withdrawal),
    ("/payments/{provider}", take_event),
)
