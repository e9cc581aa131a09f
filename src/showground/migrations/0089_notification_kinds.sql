-- The kinds of 0088 hold for all notifications.

alter table notification validate constraint notification_kind_check;
