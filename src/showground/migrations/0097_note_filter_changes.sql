-- Bitmaps also say which listings have a category, country, stage or pricing model. Listings where one of these changes
-- are noted, as those whose words change are.

create function note_filter_change() returns trigger language plpgsql as $$
begin
    insert into search_unmerged (listing_id) values (new.id);
    return null;
end $$;
create trigger filters_change after update of country, stage, pricing_model, category_ids on listing for each row
    when (
        new.status in ('live', 'scheduled')
        and (old.country, old.stage, old.pricing_model, old.category_ids)
            is distinct from (new.country, new.stage, new.pricing_model, new.category_ids)
    )
    execute function note_filter_change();
