-- Uploaded pictures. A row comes before its bytes and goes with them, so that nothing lies about that no row knows.
-- Whatever shows a file refers to it by a foreign key: by these keys the clean-up knows what is in use.
create table files (
  path text primary key check (path ~ '^/files/[A-Za-z0-9_-]{22}\.webp$'),
  created_at timestamptz not null default now()
);
create index files_by_age on files (created_at);

alter table themes add constraint themes_logo foreign key (logo) references files;
alter table users add constraint users_avatar foreign key (avatar) references files;
create index themes_by_logo on themes (logo) where logo is not null;
create index users_by_avatar on users (avatar) where avatar is not null;
