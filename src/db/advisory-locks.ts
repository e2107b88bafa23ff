/**
 * PostgreSQL's advisory locks of the whole shop, by number: arbitrary numbers, the same in every process and release.
 * Locks of single rows and lists are taken in SQL by name, as hashtext('aso.super_admins').
 */
export const ADVISORY_LOCKS = {
  /** Migrations, also those of a restore: one process at a time changes the schema. */
  migrations: 4_276_001,
  /** Held by the process that serves the shop of a built-in database, for its lifetime. */
  serving: 4_276_002,
  /** The job queue's schema and queues: one process at a time installs them. */
  jobs: 4_276_003,
  /** One process at a time seeds or removes the demo store. */
  demonstration: 4_276_004,
  /** Passwords of the login roles: one process at a time changes them, in each database of the cluster. */
  logins: 4_276_005,
  /** Shared while a backup is made, copied or verified; exclusive while backups and their images are deleted. */
  backups: 4_276_006,
} as const;
