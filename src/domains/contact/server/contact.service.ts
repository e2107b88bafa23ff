import type { Captcha } from '#platform/captcha/captcha.ts';
import type { Limits } from '#platform/limits/limits.ts';
import { DomainError } from '#shared/errors.ts';
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

/** Stores a message to the shop, once per key. Throws RATE_LIMITED, CAPTCHA_FAILED, CAPTCHA_UNREACHABLE. */
export async function submitMessage(
  { database, limits, captcha }: ContactDeps,
  ipAddress: string,
  {
    idempotencyKey,
    phone,
    captcha: answer,
    ...message
  }: ContactMessage & { idempotencyKey: string; captcha?: string },
): Promise<void> {
  await limits.take(`contact:${ipAddress}`, MOST, HOUR);
  const verdict = await captcha?.check(answer, ipAddress);
  if (verdict === 'wrong') throw new DomainError('CAPTCHA_FAILED');
  if (verdict === 'unknown') throw new DomainError('CAPTCHA_UNREACHABLE');
  await insertSubmission(database.web, { id: idempotencyKey, ...message, phone: phone || null });
}
