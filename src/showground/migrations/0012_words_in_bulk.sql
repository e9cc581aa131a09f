-- New words may wait to be indexed together, as far as the session's `gin_pending_list_limit` lets them: not far, so
-- that no search has many to look through; farther where listings are loaded in bulk, which then takes less time.
alter index listing_search_words set (fastupdate = on);
