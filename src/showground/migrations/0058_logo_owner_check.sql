-- The files that were there before belong to neither a draft nor a listing.
alter table media_file validate constraint one_owner;
