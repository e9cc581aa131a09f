-- Payments: what is sent to the provider is committed before, so that a repeated request is the same request; refunds and
-- disputes belong to a payment, never to an order by its amount.

create table site_identity (
    id text primary key,
    only_one boolean not null default true unique check (only_one)
);
insert into site_identity (id) select substr(replace(gen_random_uuid()::text, '-', ''), 1, 12);

alter table payment add column key text;
alter table payment add column expires_at timestamptz;
alter table payment add column intent text;
alter table payment add column charge text;
alter table payment add column card_country text;
alter table payment add column paid_at timestamptz;
alter table payment add column surplus boolean not null default false;
alter table payment_event add column intent text;
alter table purchase_line add column taken_back_at timestamptz;
alter table payment drop constraint payment_state_check;
alter table payment add constraint payment_state_check check (
    state in ('opening', 'open', 'processing', 'paid', 'failed', 'expired', 'refunded')) not valid;

create table refund (
    id bigint generated always as identity primary key,
    payment_id bigint not null references payment(id),
    purchase_id bigint not null references purchase(id),
    amount_cents bigint not null check (amount_cents > 0),
    reason text not null check (reason in ('staff', 'surplus', 'provider')),
    state text not null check (state in ('requested', 'pending', 'succeeded', 'failed')),
    reference text unique,
    positions integer[],
    problem text,
    requested_by bigint references account(id) on delete set null,
    created_at timestamptz not null,
    finished_at timestamptz,
    handled_at timestamptz
);
create index refund_payment on refund (payment_id);
create index refund_purchase on refund (purchase_id);
create index refund_open on refund (id) where state in ('requested', 'pending');
create index refund_failed on refund (id) where state = 'failed' and handled_at is null;

create table dispute (
    reference text primary key,
    payment_id bigint not null references payment(id),
    purchase_id bigint not null references purchase(id),
    amount_cents bigint not null,
    reason text not null,
    state text not null,
    due_at timestamptz,
    opened_at timestamptz not null,
    closed_at timestamptz
);
create index dispute_purchase on dispute (purchase_id);

-- The sandbox's own books.
alter table sandbox_payment add column site text not null default '';
create table sandbox_refund (
    reference text primary key,
    key text not null unique,
    payment text not null references sandbox_payment(reference),
    amount_cents bigint not null
);
