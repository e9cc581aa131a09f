-- Every edit of a listing: who changed what, when, and by which way in. Staff look through those of live listings.
create table listing_version (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    account_id bigint references account on delete set null,
    surface text not null,
    at timestamptz not null,
    before jsonb not null,
    after jsonb not null,
    was_live boolean not null,
    reviewed_at timestamptz,
    reverts bigint references listing_version on delete set null
);

create index listing_version_listing on listing_version (listing_id, id desc);
create index listing_version_unreviewed on listing_version (id) where was_live and reviewed_at is null;

alter table listing add column suspended_from text;

-- When a free listing came into its queue, and every look for its badge.
alter table listing add column queued_at timestamptz;

create table badge_check (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    at timestamptz not null,
    seen jsonb not null
);

create index badge_check_listing on badge_check (listing_id, at desc, id desc);
