-- The launches of a week in the order of their places, and before those are fixed by votes, with all that tells the order:
-- read from the index alone, without sorting.
-- alone

drop index concurrently if exists launch_places;
create index concurrently launch_places on launch (week, place, votes desc, reached_at, listing_id);
drop index concurrently if exists launch_standing;
