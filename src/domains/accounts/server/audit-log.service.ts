import type { SignedIn } from '#shared/caller.ts';
import { ADMIN_COUNT_LIMIT, ADMIN_PAGE_SIZE, countedPage } from '#shared/pages.ts';
import { wordsOf } from '#shared/words.ts';
import type { ListEventsInput } from '../audit-log.contract.ts';
import { countEvents, listEvents, listOwnEvents } from './audit-log.repository.ts';
import type { AccountsDeps } from './profile.service.ts';

/** Events that users see of their own account. */
const RECENT = 20;

const eventOf = <Row extends { at: Date }>({ at, ...row }: Row) => ({ ...row, at: at.toISOString() });

/** One page of the audit log, newest first; a page past the end becomes the last. */
export function readAuditLog({ database }: AccountsDeps, user: SignedIn, input: ListEventsInput) {
  const filter = { words: wordsOf(input.search ?? ''), matter: input.matter };
  return database.asCaller(user, async (tx) => {
    const counted = await countEvents(tx, filter, ADMIN_COUNT_LIMIT + 1);
    const { place, ...page } = countedPage(input.page, ADMIN_PAGE_SIZE, counted, ADMIN_COUNT_LIMIT);
    return { items: (await listEvents(tx, filter, place)).map(eventOf), ...page };
  });
}

/** The recent events of the user's own account, newest first. Changes of roles are internal to the shop. */
export async function readRecentActivity({ database }: AccountsDeps, user: SignedIn) {
  const rows = await database.asCaller(user, (tx) => listOwnEvents(tx, user.userId, RECENT));
  return rows.map(eventOf);
}
