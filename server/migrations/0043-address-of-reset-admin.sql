-- Whether the address was verified while a password-reset administrator knew the password, and may be theirs (rules §3).
alter table users add column is_email_doubtful boolean not null default false;
