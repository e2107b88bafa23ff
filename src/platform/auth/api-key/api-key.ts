import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '#db/client.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log.ts';
import { errorsOf } from '#platform/rpc/gate.ts';
import type { SignedIn } from '#shared/caller.ts';
import { findUsableKey, updateLastUsed } from './api-key.repository.ts';

/** Requests of one key in a minute, and refused keys of one network in an hour. */
const PER_MINUTE = 300;
const REFUSED_PER_HOUR = 100;

const errors = errorsOf('API_KEY_INVALID');

/** Keys have 256 random bits, so that their hash needs no salt and no work factor. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** A new key with what the shop stores of it. */
export function newApiKey(): { key: string; prefix: string; hash: string } {
  const key = `aso_${randomBytes(32).toString('base64url')}`;
  return { key, prefix: key.slice(0, 10), hash: hashOf(key) };
}

export interface ApiKeyDeps {
  database: Pick<Database, 'auth'>;
  limits: Pick<Limits, 'take'>;
  log: Log;
}

/**
 * The caller of the key in `Authorization: Bearer`: an admin with its scopes, on behalf of the super admin who made it.
 * Raises API_KEY_INVALID for any other value of that header, and RATE_LIMITED.
 */
export async function callerOfKey(
  { database, limits, log }: ApiKeyDeps,
  authorization: string,
  ipAddress: string,
): Promise<SignedIn> {
  const key = /^Bearer (aso_[\w-]{43})$/i.exec(authorization)?.[1];
  const found = key ? await findUsableKey(database.auth, hashOf(key)) : null;
  if (!found) {
    await limits.take(`api-key:refused:${ipAddress}`, REFUSED_PER_HOUR, 60 * 60);
    throw errors.API_KEY_INVALID();
  }
  const { id, userId, scopes, usedToday } = found;
  await limits.take(`api-key:${id}`, PER_MINUTE, 60);
  if (!usedToday) {
    // Not awaited; nothing depends on it.
    updateLastUsed(database.auth, id).catch((error: unknown) =>
      log.debug({ err: error }, 'the use of an API key was not noted'),
    );
  }
  return { userId, role: 'admin', apiKey: { id, scopes } };
}
