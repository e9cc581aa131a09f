-- What core keeps: answers to idempotency keys, and mail on its way out.

create extension if not exists citext;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table idempotency_key (
    account_id bigint not null,
    operation text not null,
    key text not null,
    fingerprint bytea not null,
    body bytea,
    created_at timestamptz not null,
    primary key (account_id, operation, key)
);
create index idempotency_key_created_at on idempotency_key (created_at);

create table outbox (
    id bigint generated always as identity primary key,
    recipient text not null,
    template text not null,
    subject text not null,
    body_text text not null,
    body_html text not null,
    unsubscribe_url text,
    created_at timestamptz not null,
    sent_at timestamptz,
    refused_at timestamptz, -- the receiving server will never take it: it is not tried again
    attempts int not null default 0,
    last_error text
);
create index outbox_unsent on outbox (id) where sent_at is null;
create index outbox_sent on outbox (sent_at) where sent_at is not null;
