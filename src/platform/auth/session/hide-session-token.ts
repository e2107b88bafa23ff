import type { AuthPart } from '../auth-part.ts';

/**
 * Removes the session token that the library writes into its answers; it belongs in its cookie only, where no
 * script reads it.
 */
export const hideSessionToken: AuthPart = {
  async after(ctx) {
    const { returned } = ctx.context;
    if (typeof returned !== 'object' || returned === null || returned instanceof Error) return;
    const { token, session, ...rest } = returned as { token?: unknown; session?: { token?: unknown } };
    if (session?.token === undefined && token === undefined) return;
    const { token: _, ...quiet } = session ?? {};
    return ctx.json({ ...rest, ...(session ? { session: quiet } : {}) });
  },
};
