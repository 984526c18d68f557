-- The own tickets, cancelled ones too, are read with each visit (rules §4).
create index purchases_of_user on purchases (user_id, day);
