-- An invitation that was withdrawn keeps its row: whoever withdraws and invites again can't email an address twice a day.
alter table draft_invite add column withdrawn_at timestamptz;
