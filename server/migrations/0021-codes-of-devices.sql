-- A code belongs to the device that asked for it (rules §3): the SHA-256 of its key, of the empty text where none came.
alter table one_time_codes
  add column device_hash bytea not null default sha256('') check (octet_length(device_hash) = 32),
  -- Guesses from other devices, which only learn that a right code was asked for elsewhere.
  add column foreign_attempts int not null default 0;
alter table one_time_codes alter column device_hash drop default;

-- The device on which somebody registered; null for accounts that staff made.
alter table users add column registered_on bytea check (octet_length(registered_on) = 32);
