import { sql } from 'drizzle-orm';
import type { AuthPart, PartDeps } from '../auth-part.ts';
import { sessionCookieName, sessionTokenOf } from './session-cookie.ts';

/**
 * The notifications of a browser belong to who is signed in there: a sign-in over an earlier one moves them to the new
 * session. It runs after the parts that may take the new session back.
 */
export const movePushSubscriptions = ({ db, secret, secureCookies }: PartDeps): AuthPart => ({
  async after(ctx) {
    const { newSession } = ctx.context;
    if (!newSession) return;
    const before = sessionTokenOf(
      ctx.headers?.get('cookie') ?? null,
      sessionCookieName(secureCookies),
      secret,
    );
    if (!before || before === newSession.session.token) return;
    await db().execute(
      sql`update push_subscriptions p set user_id = n.user_id, session_id = n.id
        from sessions b, sessions n where b.token = ${before} and p.session_id = b.id and n.id = ${newSession.session.id}`,
    );
  },
});
