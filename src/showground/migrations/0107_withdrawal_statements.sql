-- Statements by which consumers withdraw from orders. A row is stored whatever it says, also if no order fits.
create table withdrawal_statement (
    id bigint generated always as identity primary key,
    -- Of what was stated: a repeat adds no row while nobody has answered.
    fingerprint bytea not null,
    purchase_id bigint references purchase on delete cascade,
    account_id bigint references account on delete set null,
    -- What speaks for its being the buyer: the secret link of the order, their account, their email address, or nothing.
    sender text not null check (sender in ('link', 'account', 'email', 'unknown')),
    stated_order text not null,
    positions int[],
    name text not null,
    email text not null,
    -- The exact words that were sent, and are repeated in the acknowledgement.
    body text not null,
    stated_at timestamptz not null,
    repeated_at timestamptz,
    answered_at timestamptz,
    answered_by bigint references account on delete set null,
    note text
);
create unique index withdrawal_statement_once on withdrawal_statement (fingerprint) where answered_at is null;
create index withdrawal_statement_open on withdrawal_statement (id) where answered_at is null;
create index withdrawal_statement_purchase on withdrawal_statement (purchase_id);
create index withdrawal_statement_stated on withdrawal_statement (stated_at);
create index withdrawal_statement_email on withdrawal_statement (email);
