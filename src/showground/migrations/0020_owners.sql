-- What owners do: the free plan, looks for badges, mails to followers and claims; clicks by day; votes that do not count.

create table free_plan (
    one boolean primary key default true check (one),
    first_week int not null default 6 check (first_week between 1 and 52),
    last_week int not null default 8 check (last_week between first_week and 52),
    places int not null default 25 check (places between 0 and 10000)
);
insert into free_plan default values;

-- When the badge of a listing of the free plan is looked for next.
create table badge_watch (
    listing_id bigint primary key references listing on delete cascade,
    looks int not null default 0,
    next_at timestamptz not null,
    gone_told_at timestamptz
);
create index badge_watch_next on badge_watch (next_at);

-- Whether a follower is mailed, and the token in the address that stops it; how far the mailing of an update has come.
alter table follow
    add column mailed boolean not null default true,
    add column stop_token uuid not null default gen_random_uuid() unique;

create table update_mailing (
    update_id bigint primary key references listing_update on delete cascade,
    last_account bigint not null default 0
);

create table claim (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    listing_id bigint not null references listing on delete cascade,
    method text not null check (method in ('dns', 'meta', 'file', 'email')),
    email text check ((method = 'email') = (email is not null)),
    token text not null, -- to be published; of an email claim nobody is shown it
    link_hash bytea unique,
    status text not null default 'pending' check (status in ('pending', 'verified', 'expired')),
    ownership text check (ownership in ('granted', 'in_review', 'refused')),
    created_at timestamptz not null,
    verified_at timestamptz,
    decided_at timestamptz,
    decided_by bigint references account on delete set null,
    recheck_at timestamptz
);
create index claim_account on claim (account_id, id desc);
create index claim_listing on claim (listing_id);
create index claim_pending on claim (created_at) where status = 'pending';
create index claim_recheck on claim (recheck_at) where recheck_at is not null;
create index claim_in_review on claim (id) where ownership = 'in_review';

-- Every look for what a claim asks to publish.
create table claim_check (
    id bigint generated always as identity primary key,
    claim_id bigint not null references claim on delete cascade,
    at timestamptz not null,
    seen jsonb not null
);
create index claim_check_claim on claim_check (claim_id, at desc, id desc);

create table click_day (
    listing_id bigint not null references listing on delete cascade,
    day date not null,
    clicks int not null,
    primary key (listing_id, day)
);

-- The ledger of votes: one counts unless it says why not.
alter table vote
    add column discounted text,
    add column by_new_account boolean not null default false;
create index vote_discounted on vote (discounted, listing_id) where discounted is not null;
create index vote_by_new_account on vote (listing_id, at) where by_new_account;

-- Whose votes for a listing staff do not count, also when they are taken back and cast again.
create table discounted_voter (
    listing_id bigint not null references listing on delete cascade,
    account_id bigint not null references account on delete cascade,
    why text not null,
    at timestamptz not null,
    by_account_id bigint references account on delete set null,
    primary key (listing_id, account_id)
);
