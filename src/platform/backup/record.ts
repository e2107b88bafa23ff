import { withConnection } from '#db/connection.ts';
import { madeAtOf } from './backup-name.ts';
import type { MadeBackup } from './make-backup.ts';

/** The retention of records of failures and old backups. */
const REMEMBERED = '400 days';
/** CONST: the maximum length of a reason in the table. */
const LONGEST_REASON = 500;

export const reasonOf = (error: unknown): string =>
  String((error as Error)?.message ?? error).slice(0, LONGEST_REASON);

/** Records a backup. As the owner. */
export const noteBackup = (databaseUrl: string, made: MadeBackup, sealed: boolean): Promise<void> =>
  note(
    databaseUrl,
    `insert into backups (name, made_at, bytes, sealed) values ($1, $2, $3, $4) on conflict (name) do nothing`,
    [made.name, made.madeAt, made.bytes, sealed],
  );

/** Size of the last backup in bytes; 0 if there is none. As the owner. */
export const sizeOfLast = (databaseUrl: string): Promise<number> =>
  withConnection(databaseUrl, 'backup', async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      `select bytes from backups where bytes is not null order by made_at desc limit 1`,
    );
    return Number(rows[0]?.bytes ?? 0);
  }).catch((error: unknown) => {
    ignoreOldSchema(error);
    return 0;
  });

/** Records a failed backup. As the owner. */
export const noteFailure = (databaseUrl: string, error: unknown): Promise<void> =>
  note(
    databaseUrl,
    `insert into backups (name, made_at, error) values ('failed ' || gen_random_uuid(), now(), $1)`,
    [reasonOf(error)],
  );

/**
 * Records the result of a verification: `error` is null if the backup was restored and is identical. As the owner.
 */
export const noteVerification = (
  databaseUrl: string,
  { name, madeAt, sealed, error }: { name: string; madeAt: Date; sealed: boolean; error: string | null },
): Promise<void> =>
  note(
    databaseUrl,
    `insert into backups as b (name, made_at, sealed, verified_at, verification_error)
     values ($1, $2, $3, case when $4::text is null then now() end, $4)
     on conflict (name) do update set
       verified_at = coalesce(excluded.verified_at, b.verified_at), verification_error = excluded.verification_error`,
    [name, madeAt, sealed, error],
  );

/** Records that a backup was copied, or why it was not. As the owner. */
export const noteCopy = (
  databaseUrl: string,
  { name, to, isSealed }: { name: string; to: string; isSealed: boolean },
  error: unknown,
): Promise<void> =>
  note(
    databaseUrl,
    `insert into backups as b (name, made_at, sealed, copied_at, copied_to, copy_error)
     values ($1, $2, $3, case when $5::text is null then now() end, case when $5::text is null then $4 end, $5)
     on conflict (name) do update set copied_at = coalesce(excluded.copied_at, b.copied_at),
       copied_to = coalesce(excluded.copied_to, b.copied_to), copy_error = excluded.copy_error`,
    [name, madeAtOf(name), isSealed, to, error === null ? null : reasonOf(error)],
  );

/** Ignores a missing table or column: the database is not migrated yet. */
export function ignoreOldSchema(error: unknown): void {
  if (!['42P01', '42703'].includes((error as { code?: string }).code ?? '')) throw error;
}

const note = (databaseUrl: string, statement: string, values: unknown[]): Promise<void> =>
  withConnection(databaseUrl, 'backup', async (client) => {
    await client.query(statement, values);
    await client.query(`delete from backups where made_at < now() - interval '${REMEMBERED}'`);
  });
