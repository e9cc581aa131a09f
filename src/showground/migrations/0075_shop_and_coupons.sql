-- What operators decide about products, and coupons.
-- locks: product has a few rows

-- Null: staff have not decided yet, so it is sold only while no money moves. What was sold so far is sold on.
alter table product add column on_sale boolean default true;
alter table product add column weekly_limit int check (weekly_limit > 0);

create table coupon (
    code text primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{2,39}$'),
    percent int check (percent between 1 and 100),
    amount_cents bigint check (amount_cents > 0),
    products text[] not null default '{}', -- codes of those it is for; none: all with a fixed price
    first_day date,
    last_day date,
    max_uses int check (max_uses > 0),
    once_per_account boolean not null default false,
    active boolean not null default true,
    note text not null default '', -- staff's own
    created_at timestamptz not null,
    check (num_nonnulls(percent, amount_cents) = 1),
    check (first_day <= last_day)
);

-- The prices of an order and its lines are what is charged, after the discount. How often a coupon was used is counted
-- from the orders that have it, so a cancelled or expired order gives its use back.
alter table purchase add column coupon text;
alter table purchase add column discount_cents bigint not null default 0;
alter table purchase add column price_version int not null default 0; -- counts changes of the prices of its lines
alter table purchase_line add column discount_cents bigint not null default 0;
alter table payment add column price_version int; -- of the order when its page was reserved; null: not recorded
