-- People, their keys, and what was done with them.

create table account (
    id bigint generated always as identity primary key,
    email citext not null unique,
    name text not null,
    staff boolean not null default false,
    demo boolean not null default false,
    created_at timestamptz not null
);

create table api_key (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    name text not null,
    hash bytea not null unique,
    hint text not null,
    scopes text[] not null,
    created_at timestamptz not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz
);
create index api_key_account on api_key (account_id, id);

-- One row for each thing done with a credential; uses and refusals are folded by hour and address.
create table access_event (
    id bigint generated always as identity primary key,
    kind text not null check (kind in ('created', 'used', 'revoked', 'refused')),
    account_id bigint references account on delete cascade,
    api_key_id bigint references api_key on delete cascade,
    address text not null,
    at timestamptz not null,
    times int not null default 1
);
create unique index access_event_folded on access_event (kind, coalesce(api_key_id, 0), address, at)
    where kind in ('used', 'refused');
create index access_event_account on access_event (account_id, at);
create index access_event_at on access_event (at);
