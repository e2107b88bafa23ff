import { readdirSync, readFileSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, test } from 'vitest';
import { migrationOf } from './last-migration.ts';
import { sourceFile } from './source-file.ts';

// Expand, migrate, contract (docs/operations.md): processes of the release before run while a migration is applied.

/** The last migration of which processes of the release before had to be stopped. */
const LAST_WITH_STOP = '0021_doctor';

const DROPPED =
  '(?:TABLE|(?:MATERIALIZED )?VIEW|FUNCTION|PROCEDURE|ROUTINE|AGGREGATE|TYPE|DOMAIN|SEQUENCE|SCHEMA|EXTENSION|OWNED|ROLE)';
const BREAKING = new RegExp(
  [
    String.raw`\bDROP ${DROPPED}\b`,
    String.raw`\bALTER\b.*\bRENAME\b`,
    String.raw`\bALTER TABLE\b.*\bDROP (?!CONSTRAINT\b|NOT NULL\b|EXPRESSION\b)`,
    String.raw`\bALTER TABLE\b.*\bSET NOT NULL\b`,
    String.raw`\bALTER TABLE\b.*\bALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE\b`,
    String.raw`\bREVOKE\b`,
  ].join('|'),
);
const CREATED =
  /\bCREATE (OR REPLACE )?(?:UNLOGGED )?(?:TABLE|VIEW|FUNCTION|SCHEMA|TYPE)(?: IF NOT EXISTS)? ([\w.]+)/g;

/** A comment, a string, or a body between dollar signs, whichever begins first. */
const QUOTED = /--[^\n]*|\/\*.*?\*\/|'(?:[^']|'')*'|(\$\w*\$)(.*?)\1/gs;

interface Statement {
  /** In capitals and on one line, without comments, strings and the bodies of functions. */
  text: string;
  /** The release that its comment names. */
  unusedSince?: string;
}

/** The statements of a migration. The body of a DO block runs at once and is one of them. */
function statementsOf(sql: string): Statement[] {
  const marked = sql.replace(QUOTED, (quoted, _tag, body: string | undefined, at: number) => {
    const contract = /^-- contract: unused since (\d+\.\d+\.\d+)/.exec(quoted);
    if (contract) return ` @${contract[1]} `;
    if (body === undefined) return quoted.startsWith("'") ? "''" : ' ';
    return /\bDO\s*$/i.test(sql.slice(0, at)) ? ` ${body.replaceAll(/[;']/g, ' ')} ` : "''";
  });
  return marked.split(';').flatMap((part) => {
    const unusedSince = /@(\S+)/.exec(part)?.[1];
    const text = part.replace(/@\S+/g, '').replaceAll(/\s+/g, ' ').replaceAll('"', '').trim().toUpperCase();
    return text === '' ? [] : [{ text, unusedSince }];
  });
}

/** Whether a statement takes away only from what the same migration creates. */
function isOfOwn(text: string, created: ReadonlySet<string>): boolean {
  const named = /^REVOKE .*? ON (?:TABLE |(?:ALL )?FUNCTIONS? |SCHEMA )?(.*) FROM /.exec(text)?.[1];
  const names = named?.replaceAll(/\([^)]*\)/g, '').split(',') ?? [
    /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w.]+)/.exec(text)?.[1] ?? '',
  ];
  return names.every((name) => created.has(name.trim()));
}

/** The names that statements create; one that is replaced counts if it was not there before. */
function createdBy(statements: readonly Statement[], before: ReadonlySet<string>): string[] {
  return statements.flatMap(({ text }) =>
    [...text.matchAll(CREATED)].flatMap(([, isReplaced, name]) =>
      isReplaced && before.has(name!) ? [] : name!,
    ),
  );
}

/**
 * What running processes of the release before may not bear, unless it says since which release it is unused. Adds what
 * the migration creates to `before`, the names that earlier ones created.
 */
function breakingIn(sql: string, releases: ReadonlySet<string>, before = new Set<string>()): string[] {
  const statements = statementsOf(sql);
  const created = new Set(createdBy(statements, before));
  for (const name of created) before.add(name);
  return statements
    .filter(({ text }) => BREAKING.test(text) && !isOfOwn(text, created))
    .filter(({ unusedSince }) => unusedSince === undefined || !releases.has(unusedSince))
    .map(({ text }) => text);
}

const released = (): Set<string> => {
  const changes = readFileSync(sourceFile('CHANGELOG.md'), 'utf8');
  const named = [...changes.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version!);
  return new Set([...named, ...readdirSync(sourceFile('releases'))]);
};

/** What may stay as it was written, and why. */
const ALLOWED: Record<string, string> = {
  '0028_search_words: REVOKE ALL ON FUNCTION PREVIEW.FIND_PUBLISHED':
    'a DO block before it makes the function',
};

test('a migration takes nothing away that running processes may use', () => {
  const before = new Set<string>();
  const found = readMigrationFiles({ migrationsFolder: sourceFile('src/db/migrations') }).flatMap(
    ({ sql, folderMillis }) => {
      const name = migrationOf(folderMillis)!;
      const breaking = breakingIn(sql.join(';\n'), released(), before);
      return name > LAST_WITH_STOP ? breaking.map((text) => `${name}: ${text}`) : [];
    },
  );
  expect(before.size).toBeGreaterThan(100);
  expect(found.map((text) => text.replace(/\(.*/, ''))).toEqual(Object.keys(ALLOWED));
});

test.each([
  'DROP TABLE x',
  'drop materialized view x',
  'ALTER TABLE x\n  DROP COLUMN y',
  'ALTER TABLE x DROP y',
  'alter table x drop if exists y',
  'ALTER TABLE x ADD z text, DROP COLUMN y',
  'ALTER TABLE x ALTER y DROP DEFAULT',
  'ALTER TABLE x\n  ALTER COLUMN y SET NOT NULL',
  'ALTER TABLE x ALTER y TYPE bigint',
  'ALTER TABLE x ALTER COLUMN "y" SET DATA TYPE bigint',
  'ALTER TABLE x /* a comment */ RENAME TO z',
  "ALTER TYPE x RENAME VALUE 'a' TO 'b'",
  'REVOKE SELECT ON x FROM aso_web',
  'REVOKE ALL ON FUNCTION f(text), g() FROM PUBLIC; CREATE FUNCTION f(text) RETURNS void AS $$ $$',
  'DO $$ BEGIN ALTER TABLE x DROP y; END $$',
  "DO $do$ BEGIN EXECUTE 'ALTER TABLE x DROP COLUMN y'; END $do$",
  '-- contract: unused since 9.9.9\nDROP TABLE x',
  '-- contract: unused since 1.0.0\nSELECT 1; DROP TABLE x',
])('%s breaks the release before', (sql) => {
  expect(breakingIn(sql, new Set(['1.0.0']))).not.toEqual([]);
});

test.each([
  '-- contract: unused since 1.0.0, where nothing called it\nDROP FUNCTION f()',
  '-- DROP TABLE x\nSELECT 1',
  "COMMENT ON TABLE x IS 'never DROP TABLE x'",
  'CREATE FUNCTION f() RETURNS void AS $$ BEGIN DROP TABLE x; END $$ LANGUAGE plpgsql',
  'CREATE TABLE x (y int); ALTER TABLE x ALTER y SET NOT NULL; REVOKE ALL ON x FROM PUBLIC',
  'CREATE FUNCTION f(a text, b int) RETURNS void AS $$ $$; REVOKE ALL ON FUNCTION f(text, int) FROM PUBLIC',
  'ALTER TABLE x ADD COLUMN y text',
  'ALTER TABLE x DROP CONSTRAINT c, ALTER y DROP NOT NULL',
  'DROP INDEX CONCURRENTLY IF EXISTS i',
])('%s does not break it', (sql) => {
  expect(breakingIn(sql, new Set(['1.0.0']))).toEqual([]);
});
