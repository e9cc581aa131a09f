-- Which version of the encoding a stored profile has. A job encodes older ones again, so that a release may add to
-- profiles without a migration that rewrites them all.
alter table public_profile add column encoding int not null default 0;
