-- Tax: how a product is delivered, which decides where it is taxed, and the evidence that is kept with an order.
-- `electronic` is delivered by the software itself, `service` is done by people.

alter table product add column supply text not null default 'electronic';
alter table product add constraint product_supply_check check (supply in ('electronic', 'service')) not valid;
update product set supply = 'service' where code = 'done_for_you';

alter table purchase_line add column supply text not null default 'electronic';
alter table purchase_line add constraint purchase_line_supply_check check (supply in ('electronic', 'service')) not valid;
-- locks: only orders that can still be paid, of which there are a few
update purchase_line set supply = 'service' from purchase
where purchase.id = purchase_id and purchase.status = 'pending' and product = 'done_for_you';

-- What the register of VAT numbers answered, and what told where the buyer is: kept as long as the invoice.
alter table purchase add column tax_evidence jsonb;
alter table vat_check add column consultation text;
alter table vat_check add column holder text;
alter table vat_check add column requester text;
