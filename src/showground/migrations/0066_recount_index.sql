-- Public listings whose counts changed since their last event.
-- alone

drop index concurrently if exists public_profile_recount;
create index concurrently public_profile_recount on public_profile (listing_id) where recount;
