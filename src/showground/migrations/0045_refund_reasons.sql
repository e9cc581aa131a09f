-- The reasons of 0043 hold for all refunds.

alter table refund validate constraint refund_reason_check;
