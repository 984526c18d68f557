-- By which secret this event's tickets and sessions are signed (rules §8).
create table secret_mark (
  only_row boolean primary key default true check (only_row),
  mark bytea not null
);
