-- Finding founders by name, posts by words, listings by a slug like theirs, and the listings of a primary category.

-- The words of a name without marks and capitals: what founders are found and ordered by.
alter table founder add column folded text collate "C";
update founder set folded = btrim(regexp_replace(lower(unaccent(name)), '\W+', ' ', 'g'));
alter table founder alter column folded set not null;
create index founder_folded on founder (folded, id);
create index founder_country on founder (country, folded, id);
create index founder_words on founder using gin (array_to_tsvector(string_to_array(folded, ' ')));

-- Words of the title (A), the summary (B) and the text (D).
alter table post add column words tsvector;
update post set words = setweight(to_tsvector('simple', unaccent(title)), 'A')
    || setweight(to_tsvector('simple', unaccent(summary)), 'B')
    || setweight(to_tsvector('simple', unaccent(body)), 'D');
alter table post alter column words set not null;
create index post_words on post using gin (words);

-- On the words of a slug rather than on the slug, which PostgreSQL would then also look up here, at more cost.
create index listing_slug_likeness on listing using gist (replace(slug, '-', ' ') gist_trgm_ops)
    where status = 'live';

create index listing_category_primary on listing_category (category_id, listing_id) where position = 0;
