-- Pictures and videos of a listing, shown where the section `media` is unlocked.

create table listing_media (
    id bigint generated always as identity primary key,
    listing_id bigint not null references listing on delete cascade,
    kind text not null check (kind in ('picture', 'video')),
    url text not null check (url ~ '^(/|https?://)'), -- what begins with / is served by this site
    width int check (width > 0),
    height int check (height > 0),
    alt text,
    position int not null,
    check (kind = 'video' or (width is not null and height is not null)) -- so that pages keep room for pictures
);
create index listing_media_listing on listing_media (listing_id, position, id);
