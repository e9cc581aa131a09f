-- Refunds say why they were made automatically, in which currency, and when a failed one is tried again; a payment says
-- what really came. `provider_problem` is what stops a provider from taking payments at all, such as a revoked key.

alter table refund drop constraint refund_reason_check;
alter table refund add constraint refund_reason_check check (
    reason in ('staff', 'surplus', 'provider', 'week_full', 'no_access')) not valid;
alter table refund add column currency text not null default 'USD';
alter table refund add column attempts integer not null default 1;
alter table refund add column retry_at timestamptz;
alter table refund add column failed_references text[] not null default '{}';
alter table payment add column paid_cents bigint;
alter table payment add column paid_currency text;

create table provider_problem (
    provider text primary key,
    problem text not null,
    first_at timestamptz not null,
    last_at timestamptz not null
);
