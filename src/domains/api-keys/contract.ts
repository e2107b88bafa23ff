import { z } from 'zod';
import { raises, routes } from '#shared/route.ts';
import { SCOPES } from '#shared/scopes.ts';
import { day, filledText, id, instantOut, page, paged } from '#shared/shapes.ts';
import { KEY_DAYS, MAX_KEY_NAME } from './key-limits.ts';

const scopes = z.array(z.enum(SCOPES)).min(1, 'Please choose what the key may do');

export const apiKey = z.object({
  id,
  name: z.string(),
  /** The beginning of the key; the rest is shown only when it is made. */
  prefix: z.string(),
  scopes,
  createdBy: z.string(),
  createdAt: instantOut,
  expiresAt: instantOut.nullable(),
  lastUsedOn: day.nullable(),
  revokedAt: instantOut.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

const manage = routes('super_admin', 'manage API keys');

export const apiKeysContract = {
  listKeys: manage('GET /admin/api-keys', 'The API keys, those in use first')
    .input(z.object({ page: page.default(1) }))
    .output(paged(apiKey)),
  /**
   * Makes a key, which is answered this once. CONFLICT for an id that was used: after a lost response the key is in the
   * list and cannot be shown again. LIST_FULL beyond 50 keys. Each key needs a reauthentication of its own.
   */
  createKey: manage('POST /admin/api-keys', 'Make an API key')
    .errors(raises('CONFLICT', 'LIST_FULL', 'REAUTHENTICATION_REQUIRED'))
    .input(
      z.object({
        id,
        name: filledText(1, MAX_KEY_NAME, 'Name is required'),
        scopes: scopes.max(SCOPES.length),
        /** Until it expires; null for never. */
        days: z.literal([...KEY_DAYS]).nullable(),
      }),
    )
    .output(z.object({ key: z.string() })),
  /** A request that a key began goes on; every later one is refused. */
  revokeKey: manage('DELETE /admin/api-keys/{id}', 'Revoke an API key')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ revoked: z.literal(true) })),
};
