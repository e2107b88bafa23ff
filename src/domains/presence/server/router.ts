import type { Database } from '#db/client.ts';
import type { Presence } from '#platform/realtime/presence.ts';
import { gated } from '#platform/rpc/gate.ts';
import { presenceContract } from '../contract.ts';
import { findStaffName } from './staff-name.repository.ts';

export interface PresenceDeps {
  database: Pick<Database, 'asCaller'>;
  presence: Pick<Presence, 'report' | 'list' | 'nameOf'>;
}

export function presenceRouter({ database, presence }: PresenceDeps) {
  const os = gated(presenceContract);
  return {
    listPresence: os.listPresence.handler(({ context }) => presence.list(context.user.userId)),
    setPresence: os.setPresence.handler(async ({ context: { user }, input: { tab, state, ...thing } }) => {
      const { userId } = user;
      // Read for the first report; those that renew it cost no query.
      const name =
        presence.nameOf(userId) ?? (await database.asCaller(user, (tx) => findStaffName(tx, userId))) ?? '';
      await presence.report({ tab, userId, at: { ...thing, name, isTyping: state === 'typing' } });
      return { noted: true };
    }),
    endPresence: os.endPresence.handler(async ({ context: { user }, input: { tab } }) => {
      await presence.report({ tab, userId: user.userId, at: null });
      return { noted: true };
    }),
  };
}
