-- Bitmaps also say in which week (of 604,800 seconds since 1970) what the public sees of a listing last changed, for
-- searches with `updated_since`. A listing is noted when that week changes, so once a week at most.

create function note_profile_change() returns trigger language plpgsql as $$
begin
    insert into search_unmerged (listing_id) values (new.listing_id);
    return null;
end $$;
create trigger week_changes after update of changed_at on public_profile for each row
    when (floor(extract(epoch from old.changed_at) / 604800) <> floor(extract(epoch from new.changed_at) / 604800))
    execute function note_profile_change();
