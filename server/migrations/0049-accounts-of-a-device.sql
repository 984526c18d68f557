-- An address may be wanted by thousands of accounts, of which a caller's device has one: it is found by the device.
create index users_registered_on on users (registered_on) where registered_on is not null;
create index known_devices_by_hash on known_devices (device_hash);
