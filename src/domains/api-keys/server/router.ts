import type { Database } from '#db/client.ts';
import { newApiKey } from '#platform/auth/api-key/api-key.ts';
import { gated } from '#platform/rpc/gate.ts';
import { ADMIN_PAGE_SIZE, readPage } from '#shared/pages.ts';
import { apiKeysContract } from '../contract.ts';
import { MOST_KEYS } from '../key-limits.ts';
import { countKeyRows, insertKey, listKeyRows, refusedKey, revokeKey } from './api-key.repository.ts';

export function apiKeysRouter({ database }: { database: Pick<Database, 'asCaller'> }) {
  const os = gated(apiKeysContract);
  return {
    listKeys: os.listKeys.handler(({ context, input }) =>
      database.asCaller(context.user, async (tx) =>
        readPage({ requested: input.page, counted: await countKeyRows(tx) }, (_, offset) =>
          listKeyRows(tx, ADMIN_PAGE_SIZE, offset),
        ),
      ),
    ),
    createKey: os.createKey.handler(async ({ context: { user }, input, errors }) => {
      const { key, ...stored } = newApiKey();
      const scopes = [...new Set(input.scopes)];
      try {
        await database.asCaller(user, (tx) =>
          insertKey(tx, { ...input, ...stored, scopes, createdBy: user.userId }),
        );
        return { key };
      } catch (error) {
        const refusal = refusedKey(error);
        if (refusal === 'CONFLICT') throw errors.CONFLICT({ data: { field: 'This id' } });
        if (refusal === 'LIST_FULL') throw errors.LIST_FULL({ data: { most: MOST_KEYS } });
        throw error;
      }
    }),
    revokeKey: os.revokeKey.handler(async ({ context, input, errors }) => {
      const revoked = await database.asCaller(context.user, (tx) => revokeKey(tx, input.id));
      if (!revoked) throw errors.NOT_FOUND();
      return { revoked };
    }),
  };
}
