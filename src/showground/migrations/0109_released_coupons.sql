-- Whether somebody else got the use of the coupon that this order has, because the order could not be paid any more.
alter table purchase add column coupon_released boolean not null default false;
