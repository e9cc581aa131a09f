-- Orders that hold a place in a week, and paid payments by when the provider was last asked about them.
-- alone

drop index concurrently if exists purchase_line_week;
create index concurrently purchase_line_week on purchase_line (week) where week is not null;
drop index concurrently if exists payment_paid_asked;
create index concurrently payment_paid_asked on payment (asked_at nulls first, id) where state in ('paid', 'refunded');
