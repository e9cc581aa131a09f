-- What happened, in an order that can be read along: one row for each change of something public, and for each thing that
-- concerns one account. Triggers write it in the transaction of the change, whichever code makes the change.
--
-- The id is a cursor: whoever has read up to N misses nothing by going on after N. So rows are written when a transaction
-- commits (the triggers are deferred), under a lock that is released once the commit is visible: of two transactions, the
-- one with the higher id is visible later. Only the commit itself is done one at a time.

create table event (
    id bigint generated always as identity primary key,
    kind text not null, -- such as listing.updated
    subject text not null, -- what it is about: listing, category, founder, post, award, draft, order, claim
    key text not null, -- which one: a slug, or an id
    previous_key text, -- where the slug changed
    listing_id bigint, -- without a reference: an event outlives its listing
    account_id bigint references account on delete cascade, -- whom it concerns; null if it is public
    at timestamptz not null default now(),
    xid xid8 not null default pg_current_xact_id() -- several changes of a listing in one transaction are one event
);
create index event_public on event (id) where account_id is null;
create index event_account on event (account_id, id) where account_id is not null;
create index event_listing on event (listing_id, id) where listing_id is not null;
create index event_at on event (at);
create index event_post on event (key, at) where subject = 'post'; -- whether a post that is due was told of

-- The last event that was deleted because it was old: a cursor before it has missed something.
create table event_floor (
    one boolean primary key default true check (one),
    id bigint not null
);
insert into event_floor (id) values (0);

-- `content` is a hash of the profile without counts. `recount` says that only counts have changed since its last event: a
-- job tells of these, because a vote is no event.
alter table public_profile add column content bytea;
alter table public_profile add column recount boolean not null default false;

create function record_event(
    kind text, subject text, key text, previous_key text default null, listing_id bigint default null,
    account_id bigint default null
) returns void language plpgsql as $$
begin
    perform pg_advisory_xact_lock(7365420069);
    insert into event (kind, subject, key, previous_key, listing_id, account_id)
    values (kind, subject, key, previous_key, listing_id, account_id);
end $$;

create function record_listing_event() returns trigger language plpgsql as $$
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
    if present.slug is distinct from old.slug then -- an award names its listing while that is public
        for award_key in select a.week || '/' || a.place from award a where a.listing_id = changed loop
            perform record_event('award.updated', 'award', award_key, null, changed);
        end loop;
    end if;
    return null;
end $$;

create constraint trigger listing_comes_or_goes after insert or delete on public_profile
deferrable initially deferred for each row execute function record_listing_event();
-- The version before this one writes no content, and a lower encoding. The hashes are compared first: profiles are long,
-- and a vote should cost hardly more than before.
create constraint trigger listing_changes after update on public_profile
deferrable initially deferred for each row
when ((old.content is distinct from new.content or new.encoding < 3) and old.profile is distinct from new.profile)
execute function record_listing_event();

create function record_category_event() returns trigger language plpgsql as $$
declare
    child text;
begin
    if new.id is null then
        perform record_event('category.removed', 'category', old.slug);
        return null;
    end if;
    perform record_event('category.updated', 'category', new.slug, nullif(old.slug, new.slug));
    if old.slug is not null and (old.slug, old.name) is distinct from (new.slug, new.name) then
        for child in select c.slug from category c where c.parent_id = new.id loop -- it names the one above
            perform record_event('category.updated', 'category', child);
        end loop;
    end if;
    return null;
end $$;

create constraint trigger category_comes_or_goes after insert or delete on category
deferrable initially deferred for each row execute function record_category_event();
create constraint trigger category_changes after update on category deferrable initially deferred for each row
when (
    (old.slug, old.name, old.description, old.faqs, old.parent_id)
    is distinct from (new.slug, new.name, new.description, new.faqs, new.parent_id)
)
execute function record_category_event();

create function record_founder_event() returns trigger language plpgsql as $$
declare
    present record;
begin
    select f.slug, f.public into present from founder f where f.id = coalesce(new.id, old.id);
    if present.public then
        perform record_event('founder.updated', 'founder', present.slug, nullif(old.slug, present.slug));
    elsif old.public then
        perform record_event('founder.removed', 'founder', old.slug);
    end if;
    return null;
end $$;

create constraint trigger founder_comes after insert on founder
deferrable initially deferred for each row when (new.public) execute function record_founder_event();
create constraint trigger founder_goes after delete on founder
deferrable initially deferred for each row when (old.public) execute function record_founder_event();
create constraint trigger founder_changes after update on founder deferrable initially deferred for each row
when (
    (old.public or new.public)
    and (old.public, old.slug, old.name, old.bio, old.country, old.socials)
    is distinct from (new.public, new.slug, new.name, new.bio, new.country, new.socials)
)
execute function record_founder_event();

create function record_interview_event() returns trigger language plpgsql as $$
declare
    answered text;
begin
    select f.slug into answered from founder f where f.id = coalesce(new.founder_id, old.founder_id) and f.public;
    if answered is not null then
        perform record_event('founder.updated', 'founder', answered);
    end if;
    return null;
end $$;

create constraint trigger interview_changes after insert or update or delete on interview_answer
deferrable initially deferred for each row execute function record_interview_event();

-- A post that is published later is told of by a job.
create function record_post_event() returns trigger language plpgsql as $$
begin
    if new.published_at <= now() then
        perform record_event('post.updated', 'post', new.slug, nullif(old.slug, new.slug));
    elsif old.published_at <= now() then
        perform record_event('post.removed', 'post', old.slug);
    end if;
    return null;
end $$;

create constraint trigger post_changes after insert or update or delete on post
deferrable initially deferred for each row execute function record_post_event();

create function record_award_event() returns trigger language plpgsql as $$
begin
    perform record_event('award.given', 'award', new.week || '/' || new.place, null, new.listing_id);
    return null;
end $$;

create constraint trigger award_is_given after insert on award
deferrable initially deferred for each row execute function record_award_event();

-- What concerns one account.
create function record_members_event(kind text, subject text, key text, listing bigint) returns void
language plpgsql as $$
begin
    perform record_event(kind, subject, key, null, listing, m.account_id)
    from listing_member m where m.listing_id = listing order by m.account_id;
end $$;

create function record_status_event() returns trigger language plpgsql as $$
begin
    perform record_members_event('listing.status_changed', 'listing', new.slug, new.id);
    return null;
end $$;

create constraint trigger status_changes after update on listing deferrable initially deferred for each row
when (old.status is distinct from new.status) execute function record_status_event();

create function record_feedback_event() returns trigger language plpgsql as $$
begin
    perform record_members_event(tg_argv[0], 'listing', l.slug, l.id) from listing l where l.id = new.listing_id;
    return null;
end $$;

create constraint trigger review_is_posted after insert on review deferrable initially deferred for each row
when (new.state = 'visible') execute function record_feedback_event('review.posted');
create constraint trigger question_is_asked after insert on listing_question deferrable initially deferred for each row
when (new.state = 'visible') execute function record_feedback_event('question.asked');
create constraint trigger question_is_approved after update on listing_question deferrable initially deferred for each row
when (old.state = 'held' and new.state = 'visible') execute function record_feedback_event('question.asked');

create function record_draft_event() returns trigger language plpgsql as $$
begin
    perform record_event('draft.ready', 'draft', new.id::text, null, null, m.account_id)
    from draft_member m where m.draft_id = new.id order by m.account_id;
    return null;
end $$;

create constraint trigger draft_is_ready after update on draft deferrable initially deferred for each row
when (old.status <> 'ready' and new.status = 'ready') execute function record_draft_event();

create function record_order_event() returns trigger language plpgsql as $$
begin
    -- The account may be deleted in this transaction.
    perform record_event('order.' || new.status, 'order', new.number, null, null, p.account_id)
    from purchase p where p.id = new.id and p.account_id is not null;
    return null;
end $$;

create constraint trigger order_changes after update on purchase deferrable initially deferred for each row
when (old.status is distinct from new.status) execute function record_order_event();

create function record_claim_event() returns trigger language plpgsql as $$
begin
    perform record_event('claim.updated', 'claim', c.id::text, null, c.listing_id, c.account_id)
    from claim c where c.id = new.id;
    return null;
end $$;

create constraint trigger claim_changes after update on claim deferrable initially deferred for each row
when ((old.status, old.ownership) is distinct from (new.status, new.ownership)) execute function record_claim_event();
