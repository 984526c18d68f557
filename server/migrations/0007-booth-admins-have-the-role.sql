-- Only an account with the role of a booth admin is assigned to a booth, whatever the application does: its role can't
-- change before the assignment is gone (rules §5).
alter table users add constraint users_of_role unique (id, role_id);
alter table booth_admins
  add role_id smallint not null default 6 check (role_id = 6),
  add constraint booth_admins_role foreign key (user_id, role_id) references users (id, role_id) on delete cascade;
