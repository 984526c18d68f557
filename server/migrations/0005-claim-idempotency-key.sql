-- Holds a key until the transaction ends and finds what was kept under it, in one trip: two queries, since only one that
-- begins after the lock is held sees what the one that held it before has kept (rules §1).
create function claim_idempotency_key(of_user int, of_key text)
returns table (is_free boolean, call text, body_hash bytea, kept jsonb)
language plpgsql volatile as $$
begin
  if not pg_try_advisory_xact_lock(of_user, hashtext(of_key)) then
    return query select false, null::text, null::bytea, null::jsonb;
    return;
  end if;
  return query
    select true, found.call, found.body_hash, found.kept
    from (select) as always
    left join idempotency_keys as found
      on found.user_id = of_user and found.key = of_key and found.created_at > now() - interval '24 hours';
end $$;
