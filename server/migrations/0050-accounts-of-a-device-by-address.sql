-- The caller names the device too, and may have registered thousands of accounts with it: together they find few.
drop index users_registered_on;
create index users_registered_on on users (registered_on, lower(email)) where registered_on is not null;
create index users_registered_on_pending on users (registered_on, lower(pending_email))
  where registered_on is not null and pending_email is not null;
