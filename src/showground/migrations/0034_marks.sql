-- The number of each account's last transaction. A restored backup brings some of another server's, perhaps not yet
-- reached here: for those a replica would be waited for in vain.

create view last_mark as
select account_id, xid::text::bigint as wrote from last_write where xid < pg_snapshot_xmax(pg_current_snapshot());
