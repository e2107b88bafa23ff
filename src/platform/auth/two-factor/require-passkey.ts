import { getSessionFromCtx } from 'better-auth/api';
import type { AuthPart, PartDeps } from '../auth-part.ts';
import { refuse } from '../refuse.ts';
import { lacksItsPasskey } from './two-factor.repository.ts';

/** What adds or removes a factor. */
const CHANGES = new Set(['/two-factor/enable', '/passkey/generate-register-options', '/passkeys/remove']);

/**
 * Where roles of the staff need a second factor: an account that has a passkey changes its factors only after signing in
 * with it, or with the app. Otherwise an attacker who knows its password would add a factor, and have the role.
 */
export function requirePasskey({ authDb }: PartDeps): AuthPart {
  return {
    async before(ctx) {
      if (!CHANGES.has(ctx.path)) return;
      const session = await getSessionFromCtx(ctx);
      if (session && (await lacksItsPasskey(authDb, session.session.id))) refuse('PASSKEY_FIRST');
    },
  };
}
