import { DomainError } from '#shared/errors.ts';
import type { ContactMessage } from '../contract.ts';
import { type Database, hitLimit, insertSubmission } from './submission.repository.ts';

export interface ContactDeps {
  database: Pick<Database, 'web' | 'asCaller'>;
}

/** Messages that one address may send in an hour. */
const MOST = 5;
const HOUR = 3600;

/** Stores a message to the shop. Repeated with its key it is stored once. Throws TOO_MANY beyond the limit. */
export async function submitMessage(
  { database }: ContactDeps,
  address: string,
  { idempotencyKey, phone, ...message }: ContactMessage & { idempotencyKey: string },
): Promise<void> {
  const { hits, secondsLeft } = await hitLimit(database.web, `contact:${address}`, HOUR);
  if (hits > MOST) throw new DomainError('TOO_MANY', { seconds: secondsLeft });
  await insertSubmission(database.web, { id: idempotencyKey, ...message, phone: phone || null });
}
