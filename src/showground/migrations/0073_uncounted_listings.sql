-- Listings whose votes or follows changed since they were last counted: written with the votes, deleted by the transaction
-- that counts. So a vote does not wait for its listing's row, and no total is forgotten if a process is killed in between.

create table uncounted_listing (
    listing_id bigint not null references listing on delete cascade,
    at timestamptz not null -- when the earliest change was made: it belongs to that week
);
create index uncounted_listing_listing on uncounted_listing (listing_id);
