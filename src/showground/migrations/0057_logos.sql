-- Logos that owners upload, and copies of the pictures that their site offers. Each file belongs to one draft or one
-- listing and is deleted with it. Pictures of a listing's gallery belong to `listing_media` and have neither.
alter table media_file
    add column draft_id uuid references draft on delete cascade,
    add column listing_id bigint references listing on delete cascade,
    add column account_id bigint references account on delete set null, -- who uploaded it
    add column source_url text, -- where on the site the picture is, for a copy
    add column replaced_at timestamptz, -- when its listing last stopped showing it
    add constraint one_owner check (num_nonnulls(draft_id, listing_id) <= 1) not valid;

-- Pictures of the site that may be its logo, likeliest first, each with the quotes that name it.
alter table draft add column logo_candidates jsonb not null default '[]';
