-- Mails are stopped by tokens of what they are about, not of the account.

alter table account drop column mail_token;
