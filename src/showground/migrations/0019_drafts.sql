-- Drafts: what was read of a site, what was drafted and typed, who works on it, and the listing it became.
create table draft (
    id uuid primary key default gen_random_uuid(),
    account_id bigint not null references account on delete cascade,
    url text not null,
    domain text not null,
    status text not null check (status in ('crawling', 'drafting', 'ready')),
    reading int not null default 1, -- counts the visits to the site; a job works for one of them
    read_at timestamptz, -- when the last visit was asked for
    progress jsonb not null,
    entries jsonb not null default '{}', -- value, state, evidence and what the drafter found, by entry
    competitor_url text,
    problems jsonb not null default '[]', -- of the last visit
    notes jsonb not null default '[]', -- problems of the last edit
    completeness int not null default 0 check (completeness between 0 and 100),
    listing_id bigint references listing on delete set null,
    carried jsonb not null default '{}', -- what the listing was given by this draft, by entry
    submitted_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
);

create index draft_listing on draft (listing_id);
create index draft_unfinished on draft (updated_at) where status <> 'ready';

create table draft_page (
    draft_id uuid not null references draft on delete cascade,
    position int not null,
    url text not null,
    read_at timestamptz not null,
    page jsonb not null,
    primary key (draft_id, position)
);

create table draft_member (
    draft_id uuid not null references draft on delete cascade,
    account_id bigint not null references account on delete cascade,
    role text not null check (role in ('owner', 'cofounder')),
    since timestamptz not null,
    primary key (draft_id, account_id)
);

create index draft_member_account on draft_member (account_id, since desc, draft_id);

-- One row for each address; of the link that was mailed only the hash is kept.
create table draft_invite (
    id bigint generated always as identity primary key,
    draft_id uuid not null references draft on delete cascade,
    email citext not null,
    token_hash bytea not null unique,
    invited_by bigint references account on delete set null,
    mailed_at timestamptz not null,
    accepted_at timestamptz,
    accepted_by bigint references account on delete set null,
    unique (draft_id, email)
);
