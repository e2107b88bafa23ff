/**
 * PostgreSQL's advisory locks of the whole shop, by number: any numbers, the same in every process and every release.
 * Locks of single rows and lists are taken in SQL by name, as hashtext('aso.super_admins').
 */
export const ADVISORY_LOCKS = {
  /** Migrations, also those of a restore: one process at a time changes the schema. */
  migrations: 4_276_001,
  /** Held as long as the process lives that serves the shop of a built-in database. */
  serving: 4_276_002,
  /** The job queue's schema and queues: one process at a time installs them. */
  jobs: 4_276_003,
  /** The demonstration is filled in or removed by one process at a time. */
  demonstration: 4_276_004,
  /** Passwords of the login roles: one process at a time changes them, in each database of the cluster. */
  logins: 4_276_005,
} as const;
