-- How many founders are public, without looking through all of them: whoever changes that adds a row with what changed,
-- so that nobody waits for a counter; a job adds them up.

create table founder_tally (n int not null);
insert into founder_tally select count(*) from founder where public;

create function tally_founders() returns trigger language plpgsql as $$
declare
    gone int := 0;
    come int := 0;
begin
    if tg_op <> 'INSERT' then
        select count(*) into gone from before where public;
    end if;
    if tg_op <> 'DELETE' then
        select count(*) into come from after where public;
    end if;
    if come <> gone then
        insert into founder_tally values (come - gone);
    end if;
    return null;
end $$;
create trigger founders_come after insert on founder referencing new table as after
    for each statement execute function tally_founders();
create trigger founders_change after update on founder referencing old table as before new table as after
    for each statement execute function tally_founders();
create trigger founders_go after delete on founder referencing old table as before
    for each statement execute function tally_founders();
