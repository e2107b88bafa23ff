import { withConnection } from '#db/connection.ts';
import { OUTDATED_REMEDY, outdatedNotice } from './known-releases.ts';

/** Warnings at the start of a live shop about its database server; empty if there are none. */
export const serverNotices = (ownerUrl: string): Promise<string[]> =>
  withConnection(ownerUrl, 'start', async (client) => {
    const { rows } = await client.query<{ version: string; owner: string; superuser: boolean }>(
      `select current_setting('server_version_num') as version, rolname as owner, rolsuper as superuser
       from pg_roles where rolname = current_user`,
    );
    const { version, owner, superuser } = rows[0]!;
    const outdated = outdatedNotice(Number(version));
    return [
      ...(outdated ? [`${outdated} To do: ${OUTDATED_REMEDY}.`] : []),
      ...(superuser
        ? [
            `The role of DATABASE_URL, ${owner}, is a superuser. To do: let a role of its own own the database; docs/operations.md, "A database of your own".`,
          ]
        : []),
    ];
  });
