-- Booths, games, queues and scores (rules §5).

create table platforms (
  id int generated always as identity primary key,
  name text not null constraint platforms_name_taken unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
insert into platforms (name) values ('PC'), ('PlayStation'), ('Xbox'), ('Mobile'), ('Trivia'), ('Quest'), ('Super Trivia');

create table booths (
  id int generated always as identity primary key,
  name text not null,
  image text references files,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index booths_by_image on booths (image) where image is not null;

alter table themes add constraint themes_booth foreign key (booth_id) references booths;

create table booth_admins (
  user_id int not null references users on delete cascade,
  booth_id int not null references booths on delete cascade,
  constraint booth_admins_one_booth primary key (user_id),
  constraint booth_admins_one_admin unique (booth_id)
);

create table games (
  id int generated always as identity primary key,
  name text not null,
  short_name text not null,
  win_points int not null check (win_points between 0 and 1000000),
  lose_points int not null check (lose_points between -1000000 and 1000000),
  platform_id int not null constraint games_platform references platforms,
  booth_id int not null constraint games_booth references booths,
  image text references files,
  logo text references files,
  description text not null default '',
  is_queueable boolean not null default true,
  is_active boolean not null default true,
  is_doubled boolean not null default false,
  external_game boolean not null default false,
  finite boolean not null default false,
  min int,
  max int,
  leaderboard boolean not null default false,
  -- The number that was given last in the line; never given again.
  last_number int not null default 0 check (last_number >= 0),
  -- What a score can be, so that each score can be held to it by its own row.
  lowest int not null generated always as (coalesce(min, 0)) stored,
  highest int not null generated always as (coalesce(max, 1000000000)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint games_bounds check (
    case when finite then coalesce(min <= 0 and max >= 0 and min < max and min >= -1000000000 and max <= 1000000000, false)
    else min is null and max is null end
  ),
  constraint games_of_bounds unique (id, lowest, highest)
);
create index games_of_booth on games (booth_id);
create index games_of_platform on games (platform_id);
create index games_by_image on games (image) where image is not null;
create index games_by_logo on games (logo) where logo is not null;

create table queue_entries (
  id int generated always as identity primary key,
  game_id int not null constraint queue_entries_game references games,
  user_id int not null references users,
  number int not null check (number > 0),
  is_playing boolean not null default false,
  is_finished boolean not null default false,
  called_at timestamptz,
  call_expires_at timestamptz,
  answer text check (answer in ('coming', 'later', 'here')),
  -- Out of line until the person is there, or until the game that the person plays elsewhere ends.
  held text check (held in ('asked', 'elsewhere')),
  entered_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  constraint queue_entries_number unique (game_id, number),
  constraint queue_entries_state check (
    not (is_playing and is_finished)
    and is_finished = (finished_at is not null)
    and (not is_playing or started_at is not null)
    and (call_expires_at is null or called_at is not null)
    and (held is null or not is_playing and entered_at is null)
  )
);
create unique index queue_entries_one_unfinished on queue_entries (user_id, game_id) where not is_finished;
create index queue_entries_in_line on queue_entries (game_id, number) where not is_finished;
create index queue_entries_starts on queue_entries (game_id, started_at) where started_at is not null;
create index queue_entries_calls on queue_entries (call_expires_at) where not is_finished and call_expires_at is not null;

-- What bounds a score stands in the row itself and follows the game's: a bound that a score breaks can't be set.
create table scores (
  user_id int not null references users,
  game_id int not null,
  score int not null default 0,
  lowest int not null,
  highest int not null,
  -- When the score got where it is; decides between equal totals.
  reached_at timestamptz not null default now(),
  primary key (user_id, game_id),
  constraint scores_game foreign key (game_id, lowest, highest) references games (id, lowest, highest) on update cascade,
  constraint scores_within_bounds check (score between lowest and highest)
);
create index scores_of_game on scores (game_id);

create table score_log (
  id bigint generated always as identity primary key,
  actor_id int not null references users,
  user_id int not null references users,
  game_id int not null constraint score_log_game references games,
  queue_entry_id int references queue_entries,
  reason text not null check (reason in ('win', 'lose', 'trivia', 'set', 'undo')),
  previous_score int not null,
  current_score int not null,
  -- A win or lose that was taken back, and its counter-row.
  reverses bigint unique references score_log,
  reversed_by bigint unique references score_log,
  at timestamptz not null default now(),
  constraint score_log_of_entry check ((reason in ('win', 'lose', 'undo')) = (queue_entry_id is not null)),
  constraint score_log_reversal check ((reason = 'undo') = (reverses is not null) and (reversed_by is null or reason in ('win', 'lose')))
);
create unique index score_log_one_result on score_log (queue_entry_id) where reason in ('win', 'lose') and reversed_by is null;
create index score_log_of_entry on score_log (queue_entry_id) where queue_entry_id is not null;
create index score_log_of_user on score_log (user_id, game_id, id);

create function refuse_change_of_score_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.reversed_by is null
    and (to_jsonb(new) - 'reversed_by') = (to_jsonb(old) - 'reversed_by') then
    return new;
  end if;
  raise exception 'the log of scores is only added to';
end $$;
create trigger score_log_is_append_only before update or delete on score_log
  for each row execute function refuse_change_of_score_log();

-- At the commit a score is the sum of its log, whatever wrote either.
create function check_score_is_sum_of_log() returns trigger language plpgsql as $$
declare
  score_now int := coalesce((select s.score from scores s where s.user_id = new.user_id and s.game_id = new.game_id), 0);
  logged int := coalesce(
    (select sum(l.current_score - l.previous_score) from score_log l
      where l.user_id = new.user_id and l.game_id = new.game_id), 0);
begin
  if score_now <> logged then
    raise exception 'score % of user % in game % is not the sum % of its log', score_now, new.user_id, new.game_id, logged;
  end if;
  return null;
end $$;
create constraint trigger scores_are_logged after insert or update of score on scores
  deferrable initially deferred for each row execute function check_score_is_sum_of_log();
create constraint trigger score_log_is_scored after insert on score_log
  deferrable initially deferred for each row execute function check_score_is_sum_of_log();

-- A finished entry never changes, but for a result that was taken back; number, game and person never do.
create function keep_queue_entry() returns trigger language plpgsql as $$
begin
  if (new.id, new.game_id, new.user_id, new.number) is distinct from (old.id, old.game_id, old.user_id, old.number) then
    raise exception 'a queue entry keeps its game, person and number';
  end if;
  if old.is_finished and (new.is_finished or 'undo' is distinct from
    (select l.reason from score_log l where l.queue_entry_id = old.id order by l.id desc limit 1)) then
    raise exception 'a finished queue entry stays as it is';
  end if;
  return new;
end $$;
create trigger queue_entries_are_kept before update on queue_entries
  for each row execute function keep_queue_entry();
