-- Accounts, sessions, themes, tickets, purchases, scans and kept answers (rules §1, §3, §4).

create table event (
  only_row boolean primary key default true check (only_row),
  world text not null check (world in ('empty', 'demo', 'rush'))
);

create table users (
  id int generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  username text not null check (char_length(username) between 1 and 254),
  username_key text not null constraint users_username_taken unique,
  name text,
  email text,
  pending_email text,
  avatar text,
  role_id smallint not null check (role_id between 1 and 9),
  riot_id text,
  password_hash text not null,
  is_blocked boolean not null default false,
  is_verified boolean not null default false,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_verified_email on users (lower(email)) where is_verified and email is not null;
create index users_pending_email on users (lower(pending_email)) where pending_email is not null;
create index users_email on users (lower(email)) where email is not null;

create table sessions (
  id bigint generated always as identity primary key,
  user_id int not null references users on delete cascade,
  refresh_hash bytea not null unique check (octet_length(refresh_hash) = 32),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  idle_seconds int not null check (idle_seconds > 0),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  ip text,
  user_agent text,
  language text not null check (language in ('ar', 'en'))
);
create index sessions_of_user on sessions (user_id) where revoked_at is null;

create table themes (
  id int generated always as identity primary key,
  booth_id int,
  primary_colour text not null check (primary_colour ~ '^#[0-9a-fA-F]{6}$'),
  secondary_colour text not null check (secondary_colour ~ '^#[0-9a-fA-F]{6}$'),
  tertiary_colour text not null check (tertiary_colour ~ '^#[0-9a-fA-F]{6}$'),
  logo text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index themes_one_per_booth on themes (booth_id) nulls not distinct;
insert into themes (primary_colour, secondary_colour, tertiary_colour) values ('#7C3AED', '#22D3EE', '#F59E0B');

create table ticket_categories (
  id int generated always as identity primary key,
  name text not null constraint ticket_categories_name_taken unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into ticket_categories (name) values ('مجانية'), ('دعوة'), ('مدفوعة');

create table tickets (
  id int generated always as identity primary key,
  title text not null,
  price numeric(10, 2) not null default 0 check (price >= 0),
  quantity int not null check (quantity >= 0),
  purchased int not null default 0,
  day date not null,
  category_id int not null constraint tickets_category references ticket_categories,
  description text not null default '.',
  features text not null default '',
  active boolean not null default true,
  visible boolean not null default true,
  event_name text not null default '',
  type text check (type in ('Silver', 'Gold', 'Premium')),
  ticket_inviter text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint tickets_stock check (purchased between 0 and quantity),
  unique (id, day)
);
create index tickets_of_category on tickets (category_id);

create table invitation_codes (
  id int generated always as identity primary key,
  ticket_id int not null references tickets on delete cascade,
  code text not null unique check (code ~ '^[0-9A-Z]{12}$'),
  redeemed boolean not null default false,
  created_at timestamptz not null default now()
);
create index invitation_codes_of_ticket on invitation_codes (ticket_id);

-- `day` repeats the ticket's, so that "one live ticket per user and day" can be an index; the key carries a changed day along.
create table purchases (
  id int generated always as identity primary key,
  uuid uuid not null unique,
  short_code_hash bytea not null constraint purchases_short_code unique check (octet_length(short_code_hash) = 32),
  user_id int not null references users,
  ticket_id int not null,
  day date not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'USED_FOR_ENTRY', 'USED_FOR_FEATURE', 'INACTIVE')),
  last_qr_entry_scan timestamptz,
  last_qr_feature_scan timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint purchases_ticket foreign key (ticket_id, day) references tickets (id, day) on update cascade,
  constraint purchases_entry_is_stamped check (status <> 'USED_FOR_ENTRY' or last_qr_entry_scan is not null),
  constraint purchases_feature_is_stamped check (status <> 'USED_FOR_FEATURE' or last_qr_feature_scan is not null)
);
create unique index purchases_one_live_a_day on purchases (user_id, day) where status <> 'INACTIVE';
create index purchases_of_ticket on purchases (ticket_id, status);

create table scan_log (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('entry', 'feature')),
  -- `admitted`, or the code of the refusal.
  result text not null,
  was_typed boolean not null,
  gate text check (char_length(gate) <= 40),
  scanner_id int not null references users,
  purchase_id int references purchases on delete set null,
  user_id int references users,
  ticket_title text,
  at timestamptz not null default now()
);
-- A ticket is admitted once for each kind, whatever the application does.
create unique index scan_log_admitted_once on scan_log (purchase_id, kind) where result = 'admitted';
create index scan_log_unknown_typed on scan_log (scanner_id, at) where was_typed and result = 'ticket.unknown';
create index scan_log_of_purchase on scan_log (purchase_id);

create table idempotency_keys (
  user_id int not null references users on delete cascade,
  key text not null check (char_length(key) between 1 and 255),
  call text not null,
  body_hash bytea not null,
  kept jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
