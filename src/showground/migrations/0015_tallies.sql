-- How many listings and founders are public, without looking through all of them.

-- How many listings count where: of all (no category), of each category, and of those above it. Whoever publishes adds
-- rows with what changed, so that nobody waits for a counter; a job adds them up.
create table listing_tally (
    status text not null check (status in ('live', 'scheduled')),
    category_id bigint references category on delete cascade,
    n int not null
);
create index listing_tally_category on listing_tally (category_id, status);
insert into listing_tally (status, category_id, n)
select l.status, places.category_id, count(*)
from public_listing l cross join lateral (
    select null::bigint as category_id
    union
    select unnest(array[c.id, coalesce(c.parent_id, c.id)])
    from listing_category lc join category c on c.id = lc.category_id where lc.listing_id = l.id
) places
group by 1, 2;

-- Whether any public listing names a founder. Kept by triggers, since founders and listings know nothing of each other.
alter table founder add column public boolean not null default false;
update founder set public = exists (
    select from listing_founder join public_profile using (listing_id) where founder_slug = founder.slug
);
create index founder_public on founder (folded, id) where public;
drop index founder_folded;
drop index founder_country;
create index founder_country on founder (country, folded, id) where public;

create function is_named(asked text) returns boolean language sql stable as $$
    select exists (select from listing_founder join public_profile using (listing_id) where founder_slug = asked)
$$;
-- Those that are asked for are locked first: of two listings that go at once, the second sees that the first has gone.
create function mark_founders(asked text[]) returns void language plpgsql as $$
begin
    perform from founder where slug = any(asked) order by id for no key update;
    update founder set public = not public where slug = any(asked) and public <> is_named(slug);
end $$;

create function mark_new_founder() returns trigger language plpgsql as $$
begin
    new.public := is_named(new.slug);
    return new;
end $$;
create trigger founder_is_public before insert or update of slug on founder
    for each row execute function mark_new_founder();

create function mark_founders_of_listings() returns trigger language plpgsql as $$
begin
    perform mark_founders(array(select distinct founder_slug from listing_founder join changed using (listing_id)));
    return null;
end $$;
create trigger founders_become_public after insert on public_profile referencing new table as changed
    for each statement execute function mark_founders_of_listings();
create trigger founders_are_hidden after delete on public_profile referencing old table as changed
    for each statement execute function mark_founders_of_listings();

create function mark_named_founders() returns trigger language plpgsql as $$
begin
    perform mark_founders(array(select distinct founder_slug from changed));
    return null;
end $$;
create trigger founders_are_named after insert on listing_founder referencing new table as changed
    for each statement execute function mark_named_founders();
create trigger founders_are_left_out after delete on listing_founder referencing old table as changed
    for each statement execute function mark_named_founders();
