-- The few accounts of staff among thousands: whoever registers a name is compared with theirs (rules §3).
create index users_staff on users (id) where role_id <> 5 and deleted_at is null;
