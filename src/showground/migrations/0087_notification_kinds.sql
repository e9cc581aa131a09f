-- The kinds of 0086 hold for all notifications.

alter table notification validate constraint notification_kind_check;
