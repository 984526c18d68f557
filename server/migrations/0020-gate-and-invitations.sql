-- What the gate says of a ticket that was given back, the price of the moment of taking, and invitations (rules §4).

-- A purchase keeps the price of its moment; the gate collects that.
alter table purchases add column price numeric(10, 2) not null default 0 check (price >= 0);
update purchases set price = tickets.price from tickets where tickets.id = purchases.ticket_id;

-- A ticket that was given back leaves its codes here, so that the gate can say so instead of "unknown".
create table returned_tickets (
  uuid uuid primary key,
  short_code_hash bytea not null unique check (octet_length(short_code_hash) = 32),
  user_id int references users on delete cascade,
  ticket_title text not null,
  day date not null,
  is_by_holder boolean not null,
  at timestamptz not null default now()
);
create index returned_tickets_of_user on returned_tickets (user_id);

-- Typing is paused for one session of a scanner, so that the other gates of a shared account go on. No foreign key:
-- the log outlives the sessions.
alter table scan_log add column session_id bigint;
drop index scan_log_unknown_typed;
create index scan_log_unknown_typed on scan_log (session_id, at)
  where was_typed and result = 'ticket.unknown';

-- A code's way from sent to entered: a code is redeemed as long as its purchase stands.
alter table invitation_codes
  drop column redeemed,
  add column purchase_id int constraint invitation_codes_one_purchase unique references purchases on delete set null,
  add column sent_to text check (char_length(sent_to) between 1 and 120),
  add column mailed_at timestamptz,
  add column opened_at timestamptz;

-- At most one limit of redemptions; `redeemed` is counted here as well, so that it can be taken by one guarded statement.
-- Null in `max_redeem` is no limit; `is_set` is false until an administrator makes the row known.
create table redemptions (
  id int generated always as identity primary key,
  only_row boolean not null default true unique check (only_row),
  is_set boolean not null default false,
  max_redeem int check (max_redeem >= 0),
  redeemed int not null default 0 check (redeemed >= 0)
);
insert into redemptions default values;

-- Lowering the limit below what is redeemed is allowed; redeeming beyond it is not, whatever the application does.
create function refuse_redemption_beyond_max() returns trigger language plpgsql as $$
begin
  raise exception 'more redemptions than the limit' using errcode = 'check_violation', constraint = 'redemptions_max';
end $$;
create trigger redemptions_max before update of redeemed on redemptions for each row
  when (new.redeemed > old.redeemed and new.redeemed > coalesce(new.max_redeem, new.redeemed))
  execute function refuse_redemption_beyond_max();
