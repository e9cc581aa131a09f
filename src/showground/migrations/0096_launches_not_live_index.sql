-- The launches of a week that are not shown.
-- alone

drop index concurrently if exists launch_not_live;
create index concurrently launch_not_live on launch (week, place) where not_live;
