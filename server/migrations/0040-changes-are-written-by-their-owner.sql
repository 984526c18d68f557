-- What changed is written into the audit with the rights of whoever owns it, so that the application, which signs in as
-- another role, can read it and no more (security: the database's own walls).
alter function audit_change() security definer set search_path = pg_catalog, public, pg_temp;
