import type { Limits } from '#platform/limits/limits.ts';
import type { ContactMessage } from '../contract.ts';
import { type Database, insertSubmission } from './submission.repository.ts';

export interface ContactDeps {
  database: Pick<Database, 'web' | 'asCaller'>;
  limits: Pick<Limits, 'take'>;
}

/** Messages from one address in an hour: a mobile network lets thousands share one. */
const MOST = 30;
const HOUR = 3600;

/** Stores a message to the shop. Repeated with its key it is stored once. Throws TOO_MANY beyond the limit. */
export async function submitMessage(
  { database, limits }: ContactDeps,
  address: string,
  { idempotencyKey, phone, ...message }: ContactMessage & { idempotencyKey: string },
): Promise<void> {
  await limits.take(`contact:${address}`, MOST, HOUR);
  await insertSubmission(database.web, { id: idempotencyKey, ...message, phone: phone || null });
}
