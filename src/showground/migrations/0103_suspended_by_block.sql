-- Listings that were suspended with their owner's account, so that unblocking the account restores them and no others.
alter table listing add column suspended_by_block boolean not null default false;
