-- A slow payment holds its places in launch weeks from the moment its page opens. If the provider tells of it only after
-- the page has closed and others have bought those places, it holds nothing.
alter table payment add column places_lost boolean not null default false;
