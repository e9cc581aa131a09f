-- The authorization server: apps, what people allowed them, and the tokens of that.

create table oauth_client (
    id text primary key, -- made by us at registration, or the address of the app's own document
    name text not null,
    redirect_uris text[] not null,
    secret_hash bytea, -- of apps that can keep a secret
    auth_method text not null check (auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
    created_at timestamptz not null,
    fresh_until timestamptz, -- of a document: when it is read again; null for a registered app
    used_at timestamptz -- when somebody last allowed it something
);
create index oauth_client_unused on oauth_client (created_at) where used_at is null;

-- What a person allowed an app at one time. Its tokens are one family: they end with it.
create table oauth_grant (
    id bigint generated always as identity primary key,
    account_id bigint not null references account on delete cascade,
    client_id text not null references oauth_client on delete cascade,
    scopes text[] not null,
    resource text not null,
    created_at timestamptz not null,
    renewed_at timestamptz not null
);
create index oauth_grant_account on oauth_grant (account_id, client_id);
create index oauth_grant_client on oauth_grant (client_id);

-- Codes and refresh tokens that were used stay until they end, so that a second use is noticed.
create table oauth_code (
    hash bytea primary key,
    grant_id bigint not null references oauth_grant on delete cascade,
    challenge text not null,
    redirect_uri text not null,
    expires_at timestamptz not null,
    used_at timestamptz
);
create index oauth_code_grant on oauth_code (grant_id);

create table oauth_token (
    hash bytea primary key,
    grant_id bigint not null references oauth_grant on delete cascade,
    kind text not null check (kind in ('access', 'refresh')),
    scopes text[] not null,
    expires_at timestamptz not null,
    used_at timestamptz
);
create index oauth_token_grant on oauth_token (grant_id);
create index oauth_token_expires_at on oauth_token (expires_at);
