-- What a consumer agreed to at the checkout about their right of withdrawal: the exact words, and when.

alter table purchase add column withdrawal_consent jsonb;
