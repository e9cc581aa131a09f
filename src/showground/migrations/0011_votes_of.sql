-- Votes by listing, without reading its long row: ranking looks them up for all that match.

create index listing_votes_of on listing (id) include (votes);
