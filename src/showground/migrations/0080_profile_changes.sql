-- When what the public sees of a listing last changed, votes and other counts aside: for "updated since" in searches.
-- Rows from before this migration count as changed by it. The default is the same for all rows, so none is rewritten.
alter table public_profile add column changed_at timestamptz not null default now();

-- As in 0065, and notes the time. Changes are recorded one commit at a time, so the times are in the order of commits.
create or replace function record_listing_event() returns trigger language plpgsql as $$
declare
    changed constant bigint := coalesce(new.listing_id, old.listing_id);
    latest record;
    present record;
    award_key text;
begin
    select e.xid, e.at into latest from event e
    where e.listing_id = changed and e.subject = 'listing' and e.account_id is null order by e.id desc limit 1;
    if latest.xid = pg_current_xact_id() and latest.at = now() then
        return null; -- an earlier change in this transaction has recorded what came of it in the end
    end if;
    select p.slug, starts_with(p.counts_as, 'live') as live into present from public_profile p where p.listing_id = changed;
    if present.slug is null and old.slug is null then -- it came and went in this transaction: nobody has seen it
        perform set_config('showground.unseen', concat(current_setting('showground.unseen', true), changed, ','), true);
    end if;
    if present.slug is null and ',' || current_setting('showground.unseen', true) like '%,' || changed || ',%' then
        return null;
    end if;
    perform record_event(
        case
            when present.slug is null then 'listing.removed'
            when old.slug is null then 'listing.published'
            when present.live and not starts_with(old.counts_as, 'live') then 'listing.launched'
            else 'listing.updated'
        end,
        'listing', coalesce(present.slug, old.slug), nullif(old.slug, coalesce(present.slug, old.slug)), changed
    );
    update public_profile p set changed_at = clock_timestamp() where p.listing_id = changed;
    if present.slug is distinct from old.slug then -- an award names its listing while that is public
        for award_key in select a.week || '/' || a.place from award a where a.listing_id = changed loop
            perform record_event('award.updated', 'award', award_key, null, changed);
        end loop;
    end if;
    return null;
end $$;
