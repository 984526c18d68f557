-- Also those that have ended, for an account keeps so many in all (rules §3).
drop index sessions_of_user;
create index sessions_of_user on sessions (user_id);
