-- The words of a listing's name, tagline, keywords and tags, with their weights, in its narrow row. With these alone,
-- search can tell how well a listing may match at best; it fetches all words, which are stored out of line, only of
-- listings that can come first.

alter table listing_search add column top_words tsvector;
alter table listing_search alter column top_words set storage main; -- in the row

-- A trigger, so that versions that know nothing of the column fill it too. Rows that exist already are filled by the job
-- `refresh_search`; until then, their words are fetched.
create function set_top_words() returns trigger language plpgsql as $$
begin
    new.top_words := ts_filter(new.words, '{a,b,c}');
    return new;
end $$;
create trigger top_words_come before insert or update of words on listing_search
    for each row execute function set_top_words();
