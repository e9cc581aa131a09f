-- What badges are given for besides launches and awards: what was paid for, and that the owner is known.

alter table listing
    add column featured_until timestamptz,
    add column verified_at timestamptz;
create or replace view public_listing as select * from listing where status in ('live', 'scheduled');
