-- Categories that are merged into others: their addresses lead on, and whatever named them names the other one.

create table category_former_slug (
    slug text primary key,
    category_id bigint not null references category on delete cascade,
    until timestamptz not null
);
create index category_former_slug_category on category_former_slug (category_id);

-- What the operator chose to start from. Without a row, a new site gets the shipped categories.
create table category_tree_choice (
    only_row boolean primary key default true check (only_row),
    tree text not null check (tree in ('empty', 'shipped')),
    chosen_at timestamptz not null
);

-- Merge a category into another one and delete it. Gives the listings whose categories changed, and those in
-- subcategories that moved.
create function merge_category(source bigint, target bigint, at timestamptz) returns bigint[] language plpgsql as $$
declare
    old_slug text := (select slug from category where id = source);
    new_slug text := (select slug from category where id = target);
    touched bigint[];
    pair record;
begin
    touched := array(
        select distinct listing_id from listing_category lc join category c on c.id = lc.category_id
        where source in (c.id, c.parent_id) order by listing_id
    );
    for pair in
        select s.listing_id, s.position from listing_category s
        join listing_category t on t.listing_id = s.listing_id and t.category_id = target
        where s.category_id = source
    loop -- in both: it keeps the better of its two positions
        delete from listing_category where listing_id = pair.listing_id and category_id = source;
        update listing_category set position = least(position, pair.position)
        where listing_id = pair.listing_id and category_id = target;
    end loop;
    update listing_category set category_id = target where category_id = source;
    update category set parent_id = (select coalesce(parent_id, id) from category where id = target)
    where parent_id = source;
    update newsletter_subscriber set category_ids = array(
        select distinct unnest(array_replace(category_ids, source, target)) order by 1)
    where source = any(category_ids);
    update newsletter_request set category_ids = array(
        select distinct unnest(array_replace(category_ids, source, target)) order by 1)
    where source = any(category_ids);
    delete from saved_search old where search->>'category' = old_slug and exists (
        select from saved_search same where same.account_id = old.account_id
        and same.search = old.search || jsonb_build_object('category', new_slug));
    update saved_search set search = search || jsonb_build_object('category', new_slug)
    where search->>'category' = old_slug;
    update purchase_line set categories = array_replace(categories, old_slug, new_slug)
    where fulfilled_at is null and old_slug = any(categories);
    update category_former_slug set category_id = target where category_id = source;
    insert into category_former_slug (slug, category_id, until) values (old_slug, target, at);
    delete from category where id = source;
    return touched;
end $$;
