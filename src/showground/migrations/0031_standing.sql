-- Search: how a listing stands by votes, where ranking reads it. It goes by the logarithm, in steps: most votes change
-- nothing here, and so touch no index of words.

alter table listing_search add column standing smallint not null default 0;
drop index listing_search_words;
drop index listing_search_names;
update listing_search s set standing = round(10 * ln(1 + l.votes)) from listing l where l.id = s.listing_id and l.votes > 0;
create index listing_search_names on listing_search using gin (names) with (fastupdate = off);
create index listing_search_words on listing_search using gin (words) with (fastupdate = on);
drop index listing_votes_of;
