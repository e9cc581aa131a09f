-- Whether a vector is the encoder's or the table's: after a change of the setting, those of the other kind are replaced.
alter table listing_meaning add column by_encoder boolean not null default false;
