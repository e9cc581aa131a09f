-- Each account's last transaction: who has just written reads on the primary until a replica shows it.

create table last_write (
    account_id bigint primary key references account on delete cascade,
    xid xid8 not null
) with (fillfactor = 70);
