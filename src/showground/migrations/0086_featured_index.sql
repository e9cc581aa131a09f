-- Pages that show featured listings find them without reading all listings.
-- alone
drop index concurrently if exists listing_featured;
create index concurrently listing_featured on listing (featured_until) where featured_until is not null;
