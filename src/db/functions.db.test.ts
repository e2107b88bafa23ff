import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#platform/postgres/test-database.ts';

// The functions of the schemas public and preview, and the triggers, as all migrations together make them, as a snapshot
// in docs/functions.sql: many were changed by later migrations. Those of history are written by record_table(). Update: npx vitest run -u --project db src/db/functions.db.test.ts

// PostgreSQL 15 prints some expressions differently.
test.skipIf(process.env.TEST_POSTGRES === '15')(
  'functions and triggers are those of docs/functions.sql',
  async () => {
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    try {
      const { rows: functions } = await client.query<{ text: string }>(
        `SELECT pg_get_functiondef(p.oid) AS text FROM pg_proc p
        WHERE p.pronamespace IN ('public'::regnamespace, 'preview'::regnamespace) AND p.prokind = 'f'
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
        ORDER BY p.pronamespace::regnamespace::text COLLATE "C" DESC, p.proname COLLATE "C", pg_get_function_identity_arguments(p.oid) COLLATE "C"`,
      );
      const { rows: triggers } = await client.query<{ text: string }>(
        `SELECT pg_get_triggerdef(t.oid) AS text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
        WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace AND t.tgparentid = 0
        ORDER BY c.relname COLLATE "C", t.tgname COLLATE "C"`,
      );
      const text = [
        '-- The functions of the database, and below them its triggers. Written by src/db/functions.db.test.ts.',
        ...functions.map((one) => `${one.text.trim()};`),
        triggers.map((one) => `${one.text};`).join('\n'),
      ].join('\n\n');
      await expect(`${text}\n`).toMatchFileSnapshot('../../docs/functions.sql');
    } finally {
      await client.end();
      await database.drop();
    }
  },
);
