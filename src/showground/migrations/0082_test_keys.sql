-- Keys for trying things out: an order made with one is paid in the sandbox, also where others pay real money, and has no
-- effect. A constant default rewrites no row.
-- `test_order`, because the previous version's statements join `purchase` with `payment`, which has a column `test`.
alter table api_key add column test boolean not null default false;
alter table purchase add column test_order boolean not null default false;
