-- Search: which words are names written as one, and whether anything changed since matches were counted.

-- A word that stands in no text by itself but only for a name of several words, such as `openstreetmap`. Who looks for
-- words that begin as its first part does finds the same listings by that part.
alter table search_word add column compound boolean not null default false;
update search_word set compound = true
from (select distinct name from listing_search where name_length > 1) joined
where joined.name = search_word.word and search_word.listings <= 1;

-- A row for each time that words of listings changed. What was counted while the same rows were seen is still true.
create table search_change (id bigint generated always as identity primary key);
insert into search_change default values;
