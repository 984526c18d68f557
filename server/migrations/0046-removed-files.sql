-- Files that no row shows any more and whose bytes are still to be removed, which another computer may have: they go
-- after the commit. A path is random and never given again, so what stands here is never shown again.
create table removed_files (
  path text primary key,
  -- Since then, or since it was tried in vain, which puts it at the end of the line.
  waiting_since timestamptz not null default now()
);
