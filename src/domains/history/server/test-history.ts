import { createRouterClient } from '@orpc/server';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Caller, Role } from '#shared/caller.ts';
import { historyRouter } from './router.ts';

/** A database with one account of each role and a second admin, and the operations of the history as each of them. */
export async function openHistory() {
  const { testDatabase, database, owner, close } = await openTestDatabase();
  const userIds = { user: uuidv7(), admin: uuidv7(), super_admin: uuidv7(), other: uuidv7() };
  type Actor = keyof typeof userIds;
  const roleOf = (actor: Actor): Role => (actor === 'other' ? 'admin' : actor);
  for (const [actor, id] of Object.entries(userIds)) {
    await owner.query(
      'insert into profiles (id, email, first_name, last_name, role) values ($1, $2, $3, $4, $5)',
      [id, `${actor}@shop.test`, actor, 'Obi', roleOf(actor as Actor)],
    );
  }
  const rewritten: string[] = [];
  const router = historyRouter({
    database,
    shop: { timeZone: 'Africa/Lagos' },
    rewriteLinks: async (_, ids) => void rewritten.push(...ids),
  });
  const apiAs = (caller: Caller) =>
    createRouterClient(router, {
      context: testContext(caller),
    });
  return {
    testDatabase,
    database,
    owner,
    userIds,
    rewritten,
    apiAs,
    as: (actor: Actor) => apiAs({ userId: userIds[actor], role: roleOf(actor) }),
    /** One transaction of a user, with the summary of an operation. */
    change: async (actor: Actor, summary: string, ...statements: string[]) => {
      const client = await database.webPool.connect();
      try {
        await client.query('begin');
        await client.query('select set_caller($1, $2, $3)', [userIds[actor], 'test.change', summary]);
        for (const statement of statements) await client.query(statement);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    /** The rows of a statement as the owner. */
    rows: async <R extends Record<string, unknown>>(statement: string, values: unknown[] = []) =>
      (await owner.query<R>(statement, values)).rows,
    /** The id of the newest change set. */
    newest: async () =>
      (
        await owner.query<{ id: string }>(
          'select id from change_sets order by at desc, transaction_id desc limit 1',
        )
      ).rows[0]!.id,
    close,
  };
}
export type HistoryFixture = Awaited<ReturnType<typeof openHistory>>;
