-- What begins with \x is withheld where it is bytes, as PostgreSQL writes them; a name that somebody begins so is not.
create or replace function audit_value(column_name text, value jsonb, withheld text[]) returns jsonb language sql immutable as $$
  select case
    when value = 'null' then value
    when column_name = any(withheld) or column_name ~ '(hash|hmac|token|secret|seed|code|uuid|password)'
      or value #>> '{}' ~ '^\\x([0-9a-f]{2})+$' then '{"withheld": true}'
    else value end
$$;
