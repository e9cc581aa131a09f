-- The launches that there are already. Listings are locked, so that none goes live meanwhile without being noticed.

update launch set not_live = true
from (select id from listing where status <> 'live' for no key update) hidden
where launch.listing_id = hidden.id and not not_live;
