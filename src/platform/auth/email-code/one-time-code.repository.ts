import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { integer, selectRows, text } from '#db/rows.ts';
import { verifications } from '#db/schema/accounts.ts';
import { CODE_LENGTH, CODE_SECONDS } from '#shared/account-limits.ts';
import { replaceVerification } from '../verification.repository.ts';

/** Attempts for one code. */
const TRIES = 5;

export const newCode = (): string => String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');

/**
 * The purpose of a code, and the shop's secret: without the secret a reader of the table could try out a
 * million codes.
 */
export interface CodeFor {
  secret: string;
  name: string;
}

/**
 * Name under which the code of a sign-in by email is stored: one for each browser that requested it. With ''
 * as browser it is the prefix of all of them.
 */
export const signInCodeName = (email: string, browser: string): string => `sign-in-code-${email} ${browser}`;

const hashOf = ({ secret, name }: CodeFor, code: string) =>
  createHmac('sha256', secret).update(`one-time-code\n${name}\n${code}`).digest('base64url');

/**
 * Stores a new code, or the given one, in place of the previous code. Stores its hash and its
 * attempts.
 */
export async function saveCode(
  db: Queryable,
  what: CodeFor,
  { code = newCode(), seconds = CODE_SECONDS }: { code?: string; seconds?: number } = {},
): Promise<{ code: string; until: Date }> {
  const value = `${hashOf(what, code)}:0`;
  return { code, until: await replaceVerification(db, { identifier: what.name, value, seconds }) };
}

/** Deletes every code for a sign-in by email. */
export async function deleteSignInCodes(db: Queryable, email: string): Promise<void> {
  await db
    .delete(verifications)
    .where(sql`starts_with(${verifications.identifier}, ${signInCodeName(email, '')})`);
}

/**
 * Consumes the code when it is the newest one. Counts each check as an attempt before it is made, so that
 * concurrent checks never exceed `tries`. 'expired': no stored code can still match.
 */
export async function takeCode(
  db: Queryable,
  what: CodeFor,
  code: string,
  tries = TRIES,
): Promise<'right' | 'wrong' | 'expired'> {
  const rows = await selectRows(
    db,
    { id: text, hash: text, left: integer },
    sql`
    update verifications
    set value = split_part(value, ':', 1) || ':' || (split_part(value, ':', 2)::integer + 1)
    where identifier = ${what.name} and expires_at > now() and split_part(value, ':', 2)::integer < ${tries}::integer
    returning id, split_part(value, ':', 1) as hash, ${tries}::integer - split_part(value, ':', 2)::integer as left`,
  );
  let wasWrong: 'wrong' | 'expired' = 'expired';
  // More than one only when two were requested at the same instant: both are valid.
  for (const { id, hash, left } of rows) {
    if (!timingSafeEqual(Buffer.from(hashOf(what, code)), Buffer.from(hash))) {
      if (left > 0) wasWrong = 'wrong';
      continue;
    }
    const used = await db
      .delete(verifications)
      .where(eq(verifications.id, id))
      .returning({ id: verifications.id });
    return used.length > 0 ? 'right' : 'expired';
  }
  return wasWrong;
}
