-- The administrator's home counts today's scans and accounts, however long the event already runs (rules §2).
create index scan_log_by_time on scan_log (at);
create index users_by_age on users (created_at);
