-- Giveaways and the survey (rules §6).

create table polls (
  id int generated always as identity primary key,
  booth_id int not null constraint polls_booth references booths,
  name text not null,
  secondary text not null default '',
  render_time int not null default 0 check (render_time between 0 and 300),
  -- Fixed before anybody joins; its hash is public from the start, it itself only with the draw that used it.
  next_seed bytea not null check (octet_length(next_seed) = 32),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index polls_of_booth on polls (booth_id);

create table poll_entries (
  id int generated always as identity primary key,
  poll_id int not null references polls on delete cascade,
  user_id int not null references users,
  created_at timestamptz not null default now(),
  constraint poll_entries_once unique (poll_id, user_id),
  constraint poll_entries_of_poll unique (id, poll_id)
);
create index poll_entries_of_user on poll_entries (user_id);

create table poll_draws (
  id int generated always as identity primary key,
  poll_id int not null constraint poll_draws_poll references polls,
  seed bytea not null constraint poll_draws_seed unique check (octet_length(seed) = 32),
  list text not null,
  winner_entry_id int not null,
  -- An earlier winner never wins again.
  constraint poll_draws_winner unique (winner_entry_id),
  constraint poll_draws_entry foreign key (winner_entry_id, poll_id) references poll_entries (id, poll_id),
  rolled_by int not null references users,
  at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- When the entrants were told; null until the draw's time is over.
  announced_at timestamptz
);
create index poll_draws_of_poll on poll_draws (poll_id, ends_at);
create index poll_draws_unannounced on poll_draws (ends_at) where announced_at is null;

-- Two draws of a poll never spin at once, whatever the application does.
create extension if not exists btree_gist;
alter table poll_draws add constraint poll_draws_one_spins
  exclude using gist (poll_id with =, tstzrange(at, ends_at) with &&);

create table survey_questions (
  id int generated always as identity primary key,
  question text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table survey_answers (
  id int generated always as identity primary key,
  question_id int not null constraint survey_answers_question references survey_questions on delete cascade,
  user_id int not null references users on delete cascade,
  answer text not null check (char_length(answer) between 1 and 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint survey_answers_once unique (question_id, user_id)
);
create index survey_answers_of_user on survey_answers (user_id);
