-- The makers' reply to a review. Like an update it is the listing's statement and names no person.
alter table review add column reply text, add column replied_at timestamptz;
