-- Every change by staff or administrators, as the database itself sees it (rules §2).

-- One row for each transaction of a call, and one for each row that the transaction changed. No foreign keys: the log
-- outlives accounts and sessions, and a check of a key would need the right to update.
create table audit_log (
  id bigint generated always as identity primary key,
  request_id uuid not null,
  actor_id int not null,
  session_id bigint not null,
  call text not null,
  params jsonb not null,
  ip text,
  user_agent text,
  at timestamptz not null default now()
);
create index audit_log_of_actor on audit_log (actor_id, id);

create table audit_changes (
  id bigint generated always as identity primary key,
  audit_id bigint not null,
  subject text not null,
  subject_id text,
  -- Null where the row was not there before, or is there no more; of a change only the columns that differ.
  before jsonb,
  after jsonb
);
create index audit_changes_of_audit on audit_changes (audit_id);
create index audit_changes_of_subject on audit_changes (subject, audit_id);

create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is only added to';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function refuse_change_of_audit();
create trigger audit_log_is_kept before truncate on audit_log
  for each statement execute function refuse_change_of_audit();
create trigger audit_changes_are_append_only before update or delete on audit_changes
  for each row execute function refuse_change_of_audit();
create trigger audit_changes_are_kept before truncate on audit_changes
  for each statement execute function refuse_change_of_audit();
revoke update, delete, truncate on audit_log, audit_changes from public, current_user;

-- A value as the audit keeps it: of secrets and of what names a person only that there is one.
create function audit_value(column_name text, value jsonb, withheld text[]) returns jsonb language sql immutable as $$
  select case
    when value = 'null' then value
    when column_name = any(withheld) or column_name ~ '(hash|hmac|token|secret|seed|code|uuid|password)'
      or left(value #>> '{}', 2) = '\x' then '{"withheld": true}'
    else value end
$$;

-- Adds the row that has changed to the audited call of its transaction.
create function audit_change() returns trigger language plpgsql as $$
declare
  was jsonb := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  becomes jsonb := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  one jsonb := case when tg_op = 'DELETE' then was else becomes end;
  kept_before jsonb;
  kept_after jsonb;
begin
  select jsonb_object_agg(key, audit_value(key, was -> key, tg_argv[0]::text[])) filter (where was ? key),
    jsonb_object_agg(key, audit_value(key, becomes -> key, tg_argv[0]::text[])) filter (where becomes ? key)
  into kept_before, kept_after
  from jsonb_object_keys(was || becomes) as key
  where (was -> key) is distinct from (becomes -> key) and key not in ('updated_at', 'last_used_at');
  if kept_before is null and kept_after is null then return null; end if;
  insert into audit_changes (audit_id, subject, subject_id, before, after)
  values (current_setting('saha.audit')::bigint, tg_table_name, coalesce(one ->> 'id', one ->> 'user_id'), kept_before, kept_after);
  return null;
end $$;

-- Audits a table: what changes in it by hand of a call, not what follows by a foreign key. `withheld` are columns that name
-- a person, so that an anonymised account stays anonymous.
create procedure audit_table(audited regclass, withheld text[] default '{}', events text default 'insert or update or delete')
language plpgsql as $$
begin
  execute format(
    'create trigger audit after %s on %s for each row
      when (pg_trigger_depth() = 0 and current_setting(''saha.audit'', true) <> '''') execute function audit_change(%L)',
    events, audited, withheld);
end $$;

call audit_table('users', '{username,username_key,name,email,pending_email,avatar,riot_id}');
call audit_table('sessions', '{ip,user_agent,language}', 'update or delete');
call audit_table('themes');
call audit_table('booths');
call audit_table('booth_admins');
call audit_table('platforms');
call audit_table('games');
call audit_table('queue_entries');
call audit_table('scores');
call audit_table('ticket_categories');
call audit_table('tickets');
call audit_table('purchases');
call audit_table('returned_tickets');
-- Codes are made by the thousand with their ticket, whose row says how many.
call audit_table('invitation_codes', '{sent_to}', 'update or delete');
call audit_table('redemptions');
call audit_table('polls');
call audit_table('poll_entries');
call audit_table('poll_draws');
call audit_table('survey_questions');
call audit_table('survey_answers', '{answer}');
