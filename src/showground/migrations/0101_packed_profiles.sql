-- Profiles compressed by us, with a dictionary: a third of what PostgreSQL makes of them. If `packed` is used, `profile`
-- is empty. The version before this one reads only `profile`, so profiles are packed only where it can't be running:
-- in a new directory, or once operators say so (docs/upgrading.md).

alter table public_profile add column packed bytea;
alter table public_profile alter column packed set storage external; -- it can't be compressed again

create table storage_choice (
    name text primary key
);
insert into storage_choice select 'packed_profiles' where not exists (select from account); -- a new directory

-- As `listing_changes`, which doesn't see what is packed.
create constraint trigger packed_listing_changes after update on public_profile
deferrable initially deferred for each row
when (
    old.content is distinct from new.content and old.profile is not distinct from new.profile
    and old.packed is distinct from new.packed
)
execute function record_listing_event();
