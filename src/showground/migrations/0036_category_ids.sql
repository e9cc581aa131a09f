-- The categories in which a listing counts, with those above them, beside what listings are ordered by: a page of a
-- category is found by going along the order in an index, without looking at any listing that stands elsewhere.

alter table listing add column category_ids bigint[] not null default '{}';

create function category_ids_of(asked bigint) returns bigint[] language sql stable as $$
    select array(
        select distinct unnest(array[c.id, coalesce(c.parent_id, c.id)]) as id
        from listing_category lc join category c on c.id = lc.category_id where lc.listing_id = asked order by id
    )
$$;
update listing set category_ids = category_ids_of(id);

create function set_category_ids(asked bigint[]) returns void language sql as $$
    update listing set category_ids = found.ids
    from (select id, category_ids_of(id) as ids from unnest(asked) as asked (id)) found
    where listing.id = found.id and category_ids <> ids
$$;
create function set_category_ids_of_listings() returns trigger language plpgsql as $$
begin
    perform set_category_ids(array(select distinct listing_id from changed order by listing_id));
    return null;
end $$;
create trigger categories_are_added after insert on listing_category referencing new table as changed
    for each statement execute function set_category_ids_of_listings();
create trigger categories_change after update on listing_category referencing new table as changed
    for each statement execute function set_category_ids_of_listings();
create trigger categories_go after delete on listing_category referencing old table as changed
    for each statement execute function set_category_ids_of_listings();

create function set_category_ids_below() returns trigger language plpgsql as $$
begin
    perform set_category_ids(array(
        select listing_id from listing_category where category_id = new.id order by listing_id
    ));
    return null;
end $$;
create trigger category_moves after update of parent_id on category
    for each row when (old.parent_id is distinct from new.parent_id) execute function set_category_ids_below();

create or replace view public_listing as
select
    id, slug, domain, website, status, plan, unlocked, launch_week, live_at, demo, name, tagline, short_description,
    description, headline, summary, stage, pricing_model, pricing_summary, country, city, founded_year,
    contact_email, demo_video_url, logo_url, features, usps, keywords, tags, socials, faqs, attributes, evidence,
    not_found_on_website, seo_title, seo_description, votes, views, followers, trending, rating_average,
    rating_count, domain_rating, domain_rating_at, created_at, updated_at, featured_until, verified_at, category_ids
from listing where status in ('live', 'scheduled');

drop index listing_votes, listing_newest, listing_trending, listing_views, listing_followers;
create index listing_votes on listing (status, votes desc, id) include (category_ids);
create index listing_newest on listing (status, live_at desc, launch_week desc, id) include (category_ids);
create index listing_trending on listing (status, trending desc, id) include (category_ids);
create index listing_views on listing (status, views desc, id) include (category_ids);
create index listing_followers on listing (status, followers desc, id) include (category_ids);
