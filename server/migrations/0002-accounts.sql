-- One-time codes and the devices that an account is known on (rules §3).

-- Only a code's HMAC is kept. Several may live for one address; `attempts` counts the guesses at an address on each of them.
create table one_time_codes (
  id bigint generated always as identity primary key,
  user_id int not null references users on delete cascade,
  purpose text not null check (purpose in ('verification', 'recovery')),
  -- Case-folded.
  address text not null,
  code_hmac bytea not null check (octet_length(code_hmac) = 32),
  attempts int not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index one_time_codes_live on one_time_codes (address, purpose) where used_at is null;
create index one_time_codes_of_user on one_time_codes (user_id);
create index one_time_codes_by_age on one_time_codes (expires_at);

-- A random key that a browser keeps, by its hash, from the first time that it signed in on the account.
create table known_devices (
  user_id int not null references users on delete cascade,
  device_hash bytea not null check (octet_length(device_hash) = 32),
  last_used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- What a name of somebody deleted looks like; no one can register it.
alter table users add constraint users_deleted_are_nameless
  check (deleted_at is null or (name is null and email is null and pending_email is null and avatar is null and riot_id is null));
create index users_active_admins on users (id) where role_id = 1 and not is_blocked and deleted_at is null;
create index sessions_by_age on sessions (expires_at);
