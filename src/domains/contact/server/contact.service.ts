import type { Captcha } from '#platform/captcha/captcha.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { Raises } from '#shared/errors.ts';
import type { ContactMessage } from '../contract.ts';
import { type Database, insertSubmission } from './submission.repository.ts';

export interface ContactDeps {
  database: Pick<Database, 'web' | 'asCaller'>;
  limits: Pick<Limits, 'take'>;
  /** Undefined without a captcha. */
  captcha?: Pick<Captcha, 'check'>;
}

/** Messages per hour from one IP address, which a mobile network shares among thousands. */
const MOST = 30;
const HOUR = 3600;

/** Stores a message to the shop, once per key. */
export async function submitMessage(
  { database, limits, captcha, errors }: ContactDeps & Raises<'CAPTCHA_FAILED' | 'CAPTCHA_UNREACHABLE'>,
  address: string,
  {
    idempotencyKey,
    phone,
    captcha: answer,
    ...message
  }: ContactMessage & { idempotencyKey: string; captcha?: string },
): Promise<void> {
  await limits.take(`contact:${address}`, MOST, HOUR);
  const verdict = await captcha?.check(answer, address);
  if (verdict === 'wrong') throw errors.CAPTCHA_FAILED();
  if (verdict === 'unknown') throw errors.CAPTCHA_UNREACHABLE();
  await insertSubmission(database.web, { id: idempotencyKey, ...message, phone: phone || null });
}
