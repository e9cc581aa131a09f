-- A founder's picture is part of what the API returns about a founder, so a new one is an event like a new answer.
-- locks: it has a few rows
create constraint trigger picture_changes after insert or update or delete on founder_picture
deferrable initially deferred for each row execute function record_interview_event();
