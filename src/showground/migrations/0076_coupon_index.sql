-- alone
drop index concurrently if exists purchase_coupon;
create index concurrently purchase_coupon on purchase (coupon) where coupon is not null;
