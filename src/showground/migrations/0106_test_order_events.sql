-- Events of orders made with a test key are marked, so that nobody delivers goods for an order without money. A constant
-- default rewrites no row.
alter table event add column test boolean not null default false;

-- As in 0065, and says whether it is a test. It writes the event itself, under the lock of `record_event`, because that
-- function is still called by the version before this one.
create or replace function record_order_event() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(7365420069);
    insert into event (kind, subject, key, account_id, test) -- the account may be deleted in this transaction
    select 'order.' || new.status, 'order', new.number, p.account_id, p.test_order
    from purchase p where p.id = new.id and p.account_id is not null;
    return null;
end $$;

update event set test = true from purchase p
where p.test_order and event.account_id = p.account_id and event.subject = 'order' and event.key = p.number;
