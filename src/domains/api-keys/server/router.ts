import type { Database } from '#db/client.ts';
import {
  type OwnAccountDeps,
  requireReauthentication,
  requireSession,
} from '#domains/accounts/server/own-account-deps.ts';
import { newApiKey } from '#platform/auth/api-key/api-key.ts';
import { setEventOrigin } from '#platform/auth/audit/audit-log.repository.ts';
import { gated } from '#platform/rpc/gate.ts';
import { ADMIN_PAGE_SIZE, readPage } from '#shared/pages.ts';
import { apiKeysContract } from '../contract.ts';
import { MOST_KEYS } from '../key-limits.ts';
import { countKeyRows, insertKey, listKeyRows, refusedKey, revokeKey } from './api-key.repository.ts';

interface Deps {
  auth: Pick<OwnAccountDeps['auth'], 'sessionOf'>;
  database: Pick<Database, 'asCaller' | 'auth'>;
}

export function apiKeysRouter({ auth, database }: Deps) {
  const os = gated(apiKeysContract);
  return {
    listKeys: os.listKeys.handler(({ context, input }) =>
      database.asCaller(context.user, async (tx) =>
        readPage({ requested: input.page, counted: await countKeyRows(tx) }, (_, offset) =>
          listKeyRows(tx, ADMIN_PAGE_SIZE, offset),
        ),
      ),
    ),
    createKey: os.createKey.handler(async ({ context, input, errors }) => {
      const { user } = context;
      const session = await requireSession({ auth, errors }, context);
      // Taken even if the key is refused then: one reauthentication never makes two keys.
      await requireReauthentication({ errors }, database.auth, session);
      const { key, ...stored } = newApiKey();
      const scopes = [...new Set(input.scopes)];
      try {
        await database.asCaller(user, async (tx) => {
          await setEventOrigin(tx, session);
          await insertKey(tx, { ...input, ...stored, scopes, createdBy: user.userId });
        });
        return { key };
      } catch (error) {
        const refusal = refusedKey(error);
        if (refusal === 'CONFLICT') throw errors.CONFLICT({ data: { field: 'This id' } });
        if (refusal === 'LIST_FULL') throw errors.LIST_FULL({ data: { most: MOST_KEYS } });
        throw error;
      }
    }),
    revokeKey: os.revokeKey.handler(async ({ context, input, errors }) => {
      const session = await requireSession({ auth, errors }, context);
      const revoked = await database.asCaller(context.user, async (tx) => {
        await setEventOrigin(tx, session);
        return revokeKey(tx, input.id);
      });
      if (!revoked) throw errors.NOT_FOUND();
      return { revoked };
    }),
  };
}
