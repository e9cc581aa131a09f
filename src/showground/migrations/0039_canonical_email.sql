-- Accounts are told apart by ASCII letters in lowercase and by no locale, where `vİctim` may be `victim`. Two accounts that
-- are one under this rule are never merged: somebody has to say which of them gets another address.
-- alone

do $$ declare twins text; begin
    select string_agg(ids, '; ') into twins from (select string_agg(id::text, ' and ' order by id) as ids from account group by lower(email::text collate "C") having count(*) > 1) as found; if twins is not null then
    raise exception 'These accounts have the same email address but for capital letters: %. Give one of each another address in SQL (update account set email = ... where id = ...) and migrate again', twins; end if; end $$;
drop index concurrently if exists account_canonical_email;
create unique index concurrently account_canonical_email on account (lower(email::text collate "C"));
