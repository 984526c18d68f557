-- Whether the password was last set by a password-reset administrator, who must not know that of staff (rules §3).
alter table users add column is_password_reset boolean not null default false;
