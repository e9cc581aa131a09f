-- What can be bought. Staff change prices and texts; the codes are known to the orders' rules.

create table product (
    code text primary key check (code ~ '^[a-z][a-z_]{0,59}$'),
    position int not null,
    name text not null,
    description text not null,
    needs_listing boolean not null,
    price_cents int not null check (price_cents >= 0),
    week text not null check (week in ('none', 'optional', 'required')),
    min_amount_cents int, -- where the buyer chooses the amount
    max_categories int,
    includes text[] not null default '{}',
    options jsonb,
    check (min_amount_cents = price_cents)
);
