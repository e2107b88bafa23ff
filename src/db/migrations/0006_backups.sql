-- What is known of the shop's backups, and the letters that come back with one.

-- Written by the owner, who alone makes and proves backups; read by the super admin.
CREATE TABLE backups (
  -- The folder's name.
  name text PRIMARY KEY CHECK (length(name) <= 100),
  -- The moment it shows, or at which it failed.
  made_at timestamptz NOT NULL,
  bytes bigint NOT NULL DEFAULT 0,
  sealed boolean NOT NULL DEFAULT false,
  -- Why there is none of this name.
  error text CHECK (length(error) <= 500),
  -- When it was last restored and compared.
  proven_at timestamptz,
  -- Why the last attempt to restore it failed.
  drill_error text CHECK (length(drill_error) <= 500)
);
--> statement-breakpoint
CREATE INDEX backups_made_idx ON backups (made_at DESC);
--> statement-breakpoint
ALTER TABLE backups ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
GRANT SELECT ON backups TO aso_web;
--> statement-breakpoint
CREATE POLICY super_reads ON backups FOR SELECT TO aso_web USING ((select is_super_admin((select caller()))));
--> statement-breakpoint

-- Mail that was still on its way when a backup was taken. The queue's own tables are its library's and change with
-- it: installing the queue takes these up as new jobs. The owner's alone, for mails carry codes.
CREATE TABLE restored_jobs (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  data jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE restored_jobs ENABLE ROW LEVEL SECURITY;
