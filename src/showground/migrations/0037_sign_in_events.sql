-- Sign-ins and passkeys are noted beside keys; `way` says how somebody signed in.
alter table access_event add column way text;
alter table access_event drop constraint access_event_kind_check;
alter table access_event add constraint access_event_kind_check check (kind in (
    'created', 'used', 'revoked', 'refused', 'signed_in', 'signed_out', 'passkey_added', 'passkey_removed'
)) not valid;
