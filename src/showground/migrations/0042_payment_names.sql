-- A payment is found by each of the provider's names for it.
-- alone

drop index concurrently if exists payment_key;
create unique index concurrently payment_key on payment (key) where key is not null;
drop index concurrently if exists payment_intent;
create index concurrently payment_intent on payment (intent) where intent is not null;
drop index concurrently if exists payment_charge;
create index concurrently payment_charge on payment (charge) where charge is not null;
