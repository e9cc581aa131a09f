-- Narrow rows of `listing_search`: its words are stored out of line (in its TOAST table). A row took a quarter of a page,
-- so counting matches read a page for almost each of them. Now about 45 rows fit on a page. The index of words knows
-- which listings match, so counting never reads the words themselves.

-- PostgreSQL moves values out of line only from rows of more than 2 kB, whatever `toast_tuple_target` says. The padding
-- makes every row that long until then; it is compressed to 35 bytes before the row is stored. It is a default, so that
-- older versions write narrow rows too.
alter table listing_search add column padding text not null default repeat(' ', 2040);
alter table listing_search set (toast_tuple_target = 128);
-- `external`: out of line and uncompressed, because ranking reads it. `main`: in the row.
alter table listing_search alter column words set storage external;
alter table listing_search alter column status set storage main;
alter table listing_search alter column name set storage main;
alter table listing_search alter column names set storage main;
alter table listing_search alter column padding set storage main;
-- Rows that exist already stay as they are until they change; docs/upgrading.md says how to rewrite all of them.
