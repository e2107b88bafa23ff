-- When a backup was copied to a second place, and to which (docs/decisions/0051-shared-images-of-backups.md).
ALTER TABLE backups
  ADD COLUMN copied_at timestamptz,
  ADD COLUMN copied_to text CHECK (length(copied_to) BETWEEN 1 AND 1000),
  ADD COLUMN copy_error text CHECK (length(copy_error) BETWEEN 1 AND 500),
  ADD CHECK ((copied_at IS NULL) = (copied_to IS NULL));
