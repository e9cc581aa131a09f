-- Bitmaps of common words: which listings have them, a bit for each. Matches of common words are counted with these,
-- because reading the row of every match takes too long where a large part of all listings match.

create table search_bitmap (
    word text collate "C" not null, -- or a name that no word can have: ^live and ^scheduled, ^00 to ^99 by votes
    part int not null, -- the number of 65,536 ids: part 2 begins at the id 131,072
    listings int not null, -- how many of these have it
    bits bytea not null, -- see search/listing_bits.py
    primary key (word, part)
);
alter table search_bitmap alter column bits set storage external;

-- Listings that changed since the bitmaps were last brought up to date. A search looks at their rows instead.
create table search_unmerged (
    id bigint generated always as identity primary key,
    listing_id bigint not null
);
create function note_unmerged() returns trigger language plpgsql as $$
begin
    insert into search_unmerged (listing_id) values (case tg_op when 'DELETE' then old.listing_id else new.listing_id end);
    return null;
end $$;
create function forget_bitmaps() returns trigger language plpgsql as $$
begin
    delete from search_bitmap;
    return null;
end $$;

-- Triggers, so that versions that know nothing of bitmaps note their changes too.
create trigger comes_or_goes after insert or delete on listing_search for each row execute function note_unmerged();
create trigger words_change after update of status, words on listing_search for each row
    when (old.status <> new.status or old.words <> new.words) execute function note_unmerged();
create trigger votes_change after update of standing on listing_search for each row
    when (old.standing / 5 <> new.standing / 5) execute function note_unmerged();
create trigger all_go after truncate on listing_search for each statement execute function forget_bitmaps();
