-- Search: a row for each public listing, and the words known to the directory.

drop view public_listing;
alter table listing drop column words;
create view public_listing as select * from listing where status in ('live', 'scheduled');

-- What is looked through; a row exists only while the listing is public. A table of its own, so that a vote, which
-- changes the listing's row, does not touch the indexes of its words.
create table listing_search (
    listing_id bigint primary key references listing on delete cascade,
    status text not null check (status in ('live', 'scheduled')),
    name text collate "C" not null, -- in one word
    name_length int not null, -- in words
    names tsvector not null, -- words of the name
    words tsvector not null -- of name (A), tagline (B), keywords and tags (C), descriptions (D)
);
-- Kept in the row and uncompressed: ranking looks into it several times.
alter table listing_search set (toast_tuple_target = 8160);
create index listing_search_name on listing_search (name);
create index listing_search_names on listing_search using gin (names) with (fastupdate = off);
create index listing_search_words on listing_search using gin (words) with (fastupdate = off);

-- Words of listings that are or were public. Several rows may hold the same word: whoever publishes adds the words that
-- they do not see, so that nobody waits for anybody; a job counts, unites and forgets.
create table search_word (
    word text collate "C" not null,
    listings int not null default 1, -- how many have it, as last counted
    keys int[] not null -- what it is found by when mistyped
);
create index search_word_word on search_word (word);
create index search_word_keys on search_word using gin (keys) with (fastupdate = off);
