-- What usernames that look alike have in common (UTS 39, rules §3); the application writes it. Null: somebody older bears a
-- name like this one, or the account is from before; the start fills in what it can.
alter table users add column username_skeleton text constraint users_username_imitates unique;
drop trigger audit on users;
call audit_table(
  'users', '{username,username_key,username_skeleton,name,email,pending_email,avatar,riot_id}');
