-- Orders, how they were paid, and what was done for them.

create sequence purchase_number;

create table purchase (
    id bigint generated always as identity primary key,
    number text not null unique,
    account_id bigint references account on delete set null,
    status text not null check (status in ('pending', 'paid', 'expired', 'cancelled', 'refunded')),
    created_at timestamptz not null,
    expires_at timestamptz not null,
    paid_at timestamptz,
    closed_at timestamptz, -- when it expired, was cancelled or refunded
    currency text not null default 'USD',
    net_cents bigint not null check (net_cents >= 0),
    vat jsonb,
    vat_number text, -- as it was sent with the order; what counts is in billing
    total_cents bigint not null check (total_cents >= net_cents),
    billing jsonb, -- who buys, once they have said so
    billing_version int not null default 0,
    refund jsonb -- what was taken back, and what could not be
);
create index purchase_account on purchase (account_id, id desc);
create index purchase_pending on purchase (expires_at) where status = 'pending';

-- A line keeps the product as it was when it was ordered.
create table purchase_line (
    purchase_id bigint not null references purchase on delete cascade,
    position int not null,
    product text not null,
    name text not null,
    parts text[] not null,
    listing_id bigint references listing on delete set null,
    listing_name text,
    week date,
    amount_cents bigint,
    categories text[],
    options jsonb,
    price_cents bigint not null check (price_cents >= 0),
    fulfilled_at timestamptz,
    done jsonb not null default '{}', -- by part: what was done, so that it can be taken back
    waits_for text, -- why it is not fulfilled yet
    primary key (purchase_id, position)
);
create index purchase_line_open on purchase_line (purchase_id) where fulfilled_at is null;
create index purchase_line_listing on purchase_line (listing_id);

-- A page of the provider where the order can be paid; the sums are those that were asked for there.
create table payment (
    id bigint generated always as identity primary key,
    purchase_id bigint not null references purchase on delete cascade,
    provider text not null,
    reference text not null,
    url text not null,
    amount_cents bigint not null,
    currency text not null,
    billing jsonb not null,
    billing_version int not null,
    vat jsonb,
    state text not null check (state in ('open', 'processing', 'paid', 'failed', 'expired', 'refunded')),
    created_at timestamptz not null,
    asked_at timestamptz, -- when the provider was last asked where it stands
    unique (provider, reference)
);
create index payment_purchase on payment (purchase_id, id desc);
create index payment_open on payment (id) where state in ('open', 'processing');

-- What providers told, each once. What does not fit has a problem, and staff see it.
create table payment_event (
    id bigint generated always as identity primary key,
    provider text not null,
    event_id text not null,
    kind text not null,
    number text,
    reference text,
    amount_cents bigint,
    currency text,
    body jsonb not null,
    received_at timestamptz not null,
    settled_at timestamptz,
    problem text,
    handled_at timestamptz,
    unique (provider, event_id)
);
create index payment_event_number on payment_event (number) where settled_at is null;
create index payment_event_problem on payment_event (id) where problem is not null and handled_at is null;

-- Invoices are numbered without gaps: the counter's row is held until the invoice is there.
create table invoice_counter (
    year int primary key,
    last int not null
);

create table invoice (
    number text primary key,
    purchase_id bigint not null unique references purchase,
    issued_at timestamptz not null,
    document jsonb not null
);

create table vat_check (
    number text primary key,
    valid boolean not null,
    checked_at timestamptz not null
);

-- What people of the staff do for an order by hand.
create table staff_task (
    id bigint generated always as identity primary key,
    purchase_id bigint not null references purchase on delete cascade,
    position int not null,
    part text not null,
    reason text not null,
    opened_at timestamptz not null,
    finished_at timestamptz,
    finished_by bigint references account on delete set null,
    note text,
    unique (purchase_id, position, part)
);
create index staff_task_open on staff_task (id) where finished_at is null;

-- The test provider's own books.
create table sandbox_payment (
    reference text primary key,
    key text not null unique,
    number text not null,
    amount_cents bigint not null,
    currency text not null,
    return_url text not null,
    cancel_url text not null,
    state text not null default 'open' check (state in ('open', 'paid', 'failed', 'refunded', 'closed'))
);
