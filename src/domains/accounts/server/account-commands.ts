import { randomBytes } from 'node:crypto';
import type { Queryable } from '#db/client.ts';
import { recordEvent } from '#platform/auth/audit/audit-log.repository.ts';
import { deleteTwoFactor } from '#platform/auth/two-factor/two-factor.repository.ts';
import {
  asOwner,
  deleteSessions,
  insertAccount,
  insertResetLink,
  lockAccountForUpdate,
  type NewAccount,
} from './account-commands.repository.ts';

/** The reason in the audit log. */
const BY_COMMAND = { reason: 'On the server, with npm run user' };
/**
 * Hours for which the link of a new account is valid. An admin passes it on by hand, so it lasts longer than one in an
 * email.
 */
export const LINK_HOURS = 24;

/**
 * Creates an account without a password and returns the token of a link to /auth?reset=… that sets one and confirms
 * the email. Null when the email has an account. Runs as the database owner.
 */
export const createAccount = (databaseUrl: string, account: NewAccount): Promise<string | null> =>
  asOwner(databaseUrl, async (tx) => {
    const userId = await insertAccount(tx, account);
    if (!userId) return null;
    await recordEvent(tx, { kind: 'registered', userId, subject: account.email, detail: BY_COMMAND });
    const token = randomBytes(24).toString('base64url');
    await insertResetLink(tx, userId, token, LINK_HOURS);
    return token;
  });

/**
 * Turns two-factor sign-in off. False when it was not on; null when no account has this email. Runs as the database
 * owner.
 */
export const turnSecondFactorOff = (databaseUrl: string, email: string): Promise<boolean | null> =>
  withAccount(databaseUrl, email, async (tx, userId) => {
    const wasOn = await deleteTwoFactor(tx, userId);
    if (wasOn) await recordEvent(tx, { kind: 'two_step_off', userId, subject: email, detail: BY_COMMAND });
    return wasOn;
  });

/**
 * Ends all sessions and returns their number; null when no account has this email. Runs as the database owner.
 */
export const endSessions = (databaseUrl: string, email: string): Promise<number | null> =>
  withAccount(databaseUrl, email, async (tx, userId) => {
    const ended = await deleteSessions(tx, userId);
    if (ended > 0) {
      await recordEvent(tx, { kind: 'sessions_ended', userId, subject: email, detail: BY_COMMAND });
    }
    return ended;
  });

const withAccount = <T>(
  databaseUrl: string,
  email: string,
  work: (tx: Queryable, userId: string) => Promise<T>,
): Promise<T | null> =>
  asOwner(databaseUrl, async (tx) => {
    const userId = await lockAccountForUpdate(tx, email);
    return userId === null ? null : work(tx, userId);
  });
