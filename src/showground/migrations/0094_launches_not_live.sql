-- Which launches are not shown, because their listing is not live: few. So the live launches of a week are counted in
-- an index, as all minus these, without looking up each listing.
-- Triggers, so that versions that know nothing of the column keep it too.

alter table launch add column not_live boolean not null default false;

-- The listing's row is locked: its status can't change before this transaction ends.
create function set_launch_not_live() returns trigger language plpgsql as $$
begin
    new.not_live := 'live' is distinct from (
        select status from listing where id = new.listing_id for no key update
    );
    return new;
end $$;
create trigger launch_is_added before insert on launch for each row execute function set_launch_not_live();

create function mark_launches_not_live() returns trigger language plpgsql as $$
begin
    update launch set not_live = new.status <> 'live' where listing_id = new.id;
    return null;
end $$;
create trigger comes_or_leaves_live after update of status on listing for each row
    when ((old.status = 'live') <> (new.status = 'live')) execute function mark_launches_not_live();
