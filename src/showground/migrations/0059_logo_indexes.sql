-- The logos of a draft, a listing and a person are listed, and deleted with them.
-- alone

drop index concurrently if exists media_file_draft;
create index concurrently media_file_draft on media_file (draft_id) where draft_id is not null;
drop index concurrently if exists media_file_listing;
create index concurrently media_file_listing on media_file (listing_id) where listing_id is not null;
drop index concurrently if exists media_file_account;
create index concurrently media_file_account on media_file (account_id) where account_id is not null;
