import type { Database } from '#db/client.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, countedPage } from '#shared/pages.ts';
import type { Undelivered } from '../contract.ts';
import {
  countUndelivered,
  listUndelivered,
  sendMailAgain,
  type UndeliveredRow,
} from './undelivered.repository.ts';

export interface MailDeps {
  database: Pick<Database, 'asCaller'>;
}

const undeliveredOf = (row: UndeliveredRow): Undelivered => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  to: row.recipient ?? '',
  about: row.about,
  since: row.since.toISOString(),
  tries: row.tries,
  nextTry: row.next_try?.toISOString() ?? null,
  error: row.error,
});

/** One page of undelivered emails, newest first; a page past the end becomes the last. */
export function readUndelivered({ database }: MailDeps, user: SignedIn, requestedPage: number) {
  return database.asCaller(user, async (tx) => {
    const { waiting, givenUp } = await countUndelivered(tx);
    const { place: _, ...page } = countedPage(
      requestedPage,
      ADMIN_PAGE_SIZE,
      waiting + givenUp,
      ADMIN_COUNT_LIMIT,
    );
    const rows = await listUndelivered(tx, ADMIN_PAGE_SIZE, (page.page - 1) * ADMIN_PAGE_SIZE);
    return { items: rows.map(undeliveredOf), ...page };
  });
}

export const undeliveredTotal = ({ database }: MailDeps, user: SignedIn) =>
  database.asCaller(user, countUndelivered);

/** Enqueues an email again that was given up. */
export async function sendAgain(
  { database, errors }: MailDeps & Raises<'NOT_FOUND'>,
  user: SignedIn,
  id: string,
) {
  const sent = await database.asCaller(user, (tx) => sendMailAgain(tx, id));
  if (!sent) throw errors.NOT_FOUND();
  return { sent };
}
