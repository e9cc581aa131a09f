-- Which listings changed since a time.
-- alone
drop index concurrently if exists public_profile_changed;
create index concurrently public_profile_changed on public_profile (changed_at, listing_id);
