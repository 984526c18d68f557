-- Usernames are compared by case folding, not by small letters alone (rules §3). Where somebody already bears the folded
-- name, the account keeps its key of before and signs in by its email.
update users set username_key = folded.key
from (
  select distinct on (key) id, key
  from (
    select id, replace(replace(replace(username_key, 'ß', 'ss'), 'ς', 'σ'), 'ı', 'i') as key
    from users where username_key ~ '[ßςı]') as found
  where not exists (select from users as other where other.username_key = found.key)
  order by key, id) as folded
where users.id = folded.id;
