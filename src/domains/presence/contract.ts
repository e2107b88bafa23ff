import { z } from 'zod';
import { PRESENCE_KINDS } from '#shared/presence.ts';
import { routes } from '#shared/route.ts';
import { id } from '#shared/shapes.ts';

/** A staff member who has a form or an order open. */
export const present = z.object({
  kind: z.enum(PRESENCE_KINDS),
  id,
  name: z.string(),
  isTyping: z.boolean(),
});
export type Present = z.infer<typeof present>;

const see = routes('admin', 'see what other staff have open');
/** Nothing is stored, so there is no write to wait for. */
const UNSTORED = { writes: false };

export const presenceContract = {
  listPresence: see('GET /admin/presence', 'What other staff have open').output(z.array(present)),
  /** Repeated while it is open. Expires by itself. */
  setPresence: see('PUT /admin/presence/{tab}', 'Report what a tab has open', UNSTORED)
    .input(
      z.strictObject({
        /** Made by the tab for what it opened. */
        tab: id,
        kind: z.enum(PRESENCE_KINDS),
        id,
        state: z.enum(['here', 'typing']),
      }),
    )
    .output(z.object({ noted: z.literal(true) })),
  endPresence: see('DELETE /admin/presence/{tab}', 'Report that a tab has closed it', UNSTORED)
    .input(z.strictObject({ tab: id }))
    .output(z.object({ noted: z.literal(true) })),
};
