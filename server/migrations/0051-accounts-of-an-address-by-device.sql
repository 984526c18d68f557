-- Of thousands of accounts with one address those of a device are found by the very index of the address, so that no
-- plan reads them all; of thousands that signed in on one device the newest.
drop index users_email;
drop index users_pending_email;
drop index users_registered_on;
drop index users_registered_on_pending;
drop index known_devices_by_hash;
create index users_email on users (lower(email), registered_on) where email is not null;
create index users_pending_email on users (lower(pending_email), registered_on) where pending_email is not null;
create index known_devices_by_hash on known_devices (device_hash, user_id);
