-- Where no slug is like a wrong one, this index was read to its end.
-- alone
drop index concurrently if exists listing_slug_likeness;
