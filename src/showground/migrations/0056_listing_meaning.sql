-- Search by meaning: a vector for each public listing, which is written together with its words.

create table listing_meaning (
    listing_id bigint primary key references listing on delete cascade,
    vector bytea not null, -- 256 numbers of one byte
    bits bytea not null, -- their signs, which every process keeps in memory
    pieces bytea not null, -- the pieces of words that say most about it: 32 row numbers of the table, two bytes each
    -- The transaction that wrote the row, so that processes can ask for what changed since they last asked.
    changed xid8 not null default pg_current_xact_id()
);
create index listing_meaning_changed on listing_meaning (changed);
