-- Books are read by day: orders by when they were made and paid, payments by when they were paid, refunds by when they
-- ended. Documents are also found by country.
-- alone

drop index concurrently if exists purchase_created;
create index concurrently purchase_created on purchase (created_at, id);
drop index concurrently if exists purchase_paid;
create index concurrently purchase_paid on purchase (paid_at) where paid_at is not null;
drop index concurrently if exists payment_paid;
create index concurrently payment_paid on payment (paid_at, id) where paid_at is not null;
drop index concurrently if exists refund_ended;
create index concurrently refund_ended on refund (coalesce(finished_at, created_at), id);
drop index concurrently if exists refund_correction;
create index concurrently refund_correction on refund (created_at) where correction;
drop index concurrently if exists tax_document_country;
create index concurrently tax_document_country on tax_document (buyer_country);
