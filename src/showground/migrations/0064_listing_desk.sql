-- Staff's work on listings: new ones to review, approval before publishing, deletion for good, transfers and retirement;
-- an announcement on all pages, and saved replies.
alter table listing
    add column review text, -- 'new': staff have not seen it; 'waiting': not public before they approve it
    add column retired_at timestamptz; -- its owner ended it; the page says so
alter table listing add constraint listing_review check (review in ('new', 'waiting')) not valid;

-- Awards outlive a listing that was deleted for good; their names are in the award.
alter table award alter column listing_id drop not null;
alter table award drop constraint award_listing_id_fkey;
alter table award
    add constraint award_listing_id_fkey foreign key (listing_id) references listing (id) on delete set null not valid;

create table listing_tombstone (
    slug text primary key check (slug ~ '^[a-z0-9][a-z0-9-]{0,219}$'),
    deleted_at timestamptz not null
);

create table listing_transfer (
    listing_id bigint primary key references listing on delete cascade,
    account_id bigint not null references account on delete cascade, -- the owner who hands it over
    email text not null,
    token_hash bytea not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null
);
create index listing_transfer_account on listing_transfer (account_id);
create index listing_transfer_expires on listing_transfer (expires_at);

create table listing_policy (
    one boolean primary key default true check (one),
    approve_new boolean not null default false,
    blocked_words text[] not null default '{}',
    blocked_domains text[] not null default '{}'
);
insert into listing_policy default values;

create table announcement (
    one boolean primary key default true check (one),
    number bigint not null generated always as identity, -- another one for each text, so that a hidden one stays hidden
    body text not null,
    url text,
    begins_at timestamptz not null,
    ends_at timestamptz
);

create table saved_reply (
    id bigint generated always as identity primary key,
    title text not null unique,
    body text not null
);
