import { withConnection } from '#db/connection.ts';
import { type VerificationSchedule, WEEKLY_HOURS } from './verification-schedule.ts';

/**
 * Whether a backup must be verified now: weekly if there was none within a week, and always if a verification failed
 * after the last successful one. As the owner.
 */
export async function isVerificationDue(databaseUrl: string, plan: VerificationSchedule): Promise<boolean> {
  if (plan !== 'weekly') return plan === 'after-each';
  return withConnection(databaseUrl, 'backup', async (client) => {
    const { rowCount } = await client.query(
      `select from backups p where p.verified_at > now() - interval '${WEEKLY_HOURS} hours'
         and p.verified_at < now() + interval '1 hour'
         and not exists (select from backups f where f.verification_error is not null and f.made_at >= p.made_at)`,
    );
    return rowCount === 0;
  });
}

/** Whether the owner may create a database for a verification. */
export const mayVerify = (databaseUrl: string): Promise<boolean> =>
  withConnection(databaseUrl, 'backup', async (client) => {
    const { rows } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    );
    return rows[0]?.may ?? false;
  });
