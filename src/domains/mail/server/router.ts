import type { Database } from '#db/client.ts';
import { gated } from '#platform/rpc/gate.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, readPage } from '#shared/pages.ts';
import { mailContract } from '../contract.ts';
import { countUndelivered, listUndelivered, sendMailAgain } from './undelivered.repository.ts';

export function mailRouter(deps: { database: Pick<Database, 'asCaller'> }) {
  const os = gated(mailContract);
  const { database } = deps;
  return {
    listUndelivered: os.listUndelivered.handler(({ context, input }) =>
      database.asCaller(context.user, async (tx) => {
        const { waiting, givenUp } = await countUndelivered(tx);
        return readPage(
          { requested: input.page, counted: waiting + givenUp, limit: ADMIN_COUNT_LIMIT },
          (_, offset) => listUndelivered(tx, ADMIN_PAGE_SIZE, offset),
        );
      }),
    ),
    undeliveredTotal: os.undeliveredTotal.handler(({ context }) =>
      database.asCaller(context.user, countUndelivered),
    ),
    sendAgain: os.sendAgain.handler(async ({ context, input, errors }) => {
      const sent = await database.asCaller(context.user, (tx) => sendMailAgain(tx, input.id));
      if (!sent) throw errors.NOT_FOUND();
      return { sent };
    }),
  };
}
