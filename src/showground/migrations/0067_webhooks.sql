-- Addresses that are told of events, and every message to them.

create table webhook (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    url text not null,
    format text not null check (format in ('standard', 'slack', 'discord')),
    about text not null check (about in ('mine', 'public')),
    kinds text[] not null, -- empty for all
    salt uuid not null default gen_random_uuid(), -- makes the signing key, together with the site's secret
    former_salt uuid, -- signs too until `former_until`, while the receiver changes over
    former_until timestamptz,
    reached bigint not null, -- the last event that was looked at
    created_at timestamptz not null,
    disabled_at timestamptz
);
create index webhook_account on webhook (account_id, id);

create table webhook_delivery (
    id bigint generated always as identity primary key,
    webhook_id bigint not null references webhook on delete cascade,
    event_id bigint, -- null for a test
    kind text not null,
    key text not null,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
    attempts int not null default 0,
    next_at timestamptz not null,
    outcome text, -- of the last attempt, such as "HTTP 500"
    attempted_at timestamptz,
    created_at timestamptz not null,
    unique (webhook_id, event_id)
);
create index webhook_delivery_newest on webhook_delivery (webhook_id, id desc);
create index webhook_delivery_due on webhook_delivery (webhook_id, next_at) where state = 'waiting';
create index webhook_delivery_created on webhook_delivery (created_at);
