-- The language of a person's emails, such as `de`; null: the site's own. A null default rewrites no row.
alter table account add column language text;
