/**
 * The database tests that `npm test` repeats on PostgreSQL 15, each with what may differ from 18 there. `npm run
 * test:all` repeats all of them. A path is the beginning of one, from the project's root.
 */
export const testedOn15: readonly (readonly [path: string, differs: string])[] = [
  ['src/db/migrate.db.test.ts', 'the statements of the migrations, and their locks'],
  ['src/db/schema.db.test.ts', 'constraints, triggers and generated columns'],
  ['src/db/rows-per-role.db.test.ts', 'row level security of each role'],
  ['src/db/request-roles.db.test.ts', 'SET ROLE and inherited rights'],
  ['src/db/injected-sql.db.test.ts', 'what a role may call, alter and read'],
  ['src/platform/auth/rights-everywhere.db.test.ts', 'what a role may call, alter and read'],
  ['src/platform/postgres/cluster-roles.db.test.ts', 'roles, their membership and default rights'],
  ['src/platform/postgres/ensure-login.db.test.ts', 'roles, their membership and default rights'],
  ['src/platform/postgres/assert-reachable.db.test.ts', 'the text of connection errors'],
  ['src/platform/postgres/server-notices.db.test.ts', 'the text of notices'],
  ['src/platform/changes/changes.db.test.ts', 'NOTIFY, and how connections end'],
  ['src/platform/backup/backup.db', 'COPY, snapshots, and a dump that is read by the other version'],
  ['src/platform/backup/copy-stream', 'COPY'],
  ['src/domains/catalog/import/', 'COPY into a temporary table'],
  ['src/domains/catalog/products/server/listing', 'plans of the catalog, and the order of text'],
  ['src/domains/catalog/products/server/search', 'text search and trigram indexes'],
  ['src/domains/accounts/server/audit-log', 'plans over many rows'],
];
