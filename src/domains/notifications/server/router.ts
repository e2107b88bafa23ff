import type { Database } from '#db/client.ts';
import { type OwnAccountDeps, requireSession } from '#domains/accounts/server/own-account-deps.ts';
import type { Limits } from '#platform/limits/limits.ts';
import { UnknownHost } from '#platform/outgoing/public-request.ts';
import type { PushSender } from '#platform/push/send-push.ts';
import { type GatedContext, gated } from '#platform/rpc/gate.ts';
import type { Errors } from '#shared/errors.ts';
import { notificationsContract, type Subscription } from '../contract.ts';
import { TOPICS, type Topic } from '../topic.ts';
import {
  deleteTopic,
  findTopics,
  renewSubscription,
  saveSubscription,
  type TopicColumns,
} from './subscription.repository.ts';

export interface NotificationsDeps {
  auth: Pick<OwnAccountDeps['auth'], 'sessionOf'>;
  database: Pick<Database, 'asCaller' | 'auth'>;
  limits: Pick<Limits, 'take'>;
  /** Undefined if the shop sends no notifications. */
  push?: { publicKey: string; sender: Pick<PushSender, 'allows'> } | undefined;
}

/** Subscriptions of one account in an hour: each looks up the name of a host. */
const SAVES_PER_HOUR = 60;
const HOUR = 3600;

const topicsOf = (columns: TopicColumns | null): { topics: Topic[] } => ({
  topics: TOPICS.filter((topic) => columns?.[topic === 'own_orders' ? 'ownOrders' : 'newOrders']),
});

type SaveErrors = Errors<'PUSH_OFF' | 'PUSH_REFUSED' | 'SIGN_IN_REQUIRED'>;

export function notificationsRouter(deps: NotificationsDeps) {
  const os = gated(notificationsContract);
  const { database, push } = deps;

  /** A row of the user's browser, whose endpoint the shop may send to. */
  async function checked(
    context: GatedContext<'user'>,
    { endpoint, keys: { p256dh, auth } }: Subscription,
    errors: SaveErrors,
  ) {
    if (!push) throw errors.PUSH_OFF();
    const { userId, sessionId } = await requireSession({ ...deps, errors }, context);
    await deps.limits.take(`push:${userId}`, SAVES_PER_HOUR, HOUR);
    const isAllowed = await push.sender.allows(endpoint).catch((error: unknown) => {
      if (error instanceof UnknownHost) return false;
      throw error;
    });
    if (!isAllowed) throw errors.PUSH_REFUSED();
    return { userId, sessionId, endpoint, p256dh, auth };
  }

  return {
    findSubscription: os.findSubscription.handler(async ({ context: { user }, input, errors }) => {
      if (!push) throw errors.PUSH_OFF();
      const { endpoint } = input;
      const found = endpoint && (await database.asCaller(user, (tx) => findTopics(tx, endpoint)));
      return { ...topicsOf(found || null), publicKey: push.publicKey };
    }),
    saveSubscription: os.saveSubscription.handler(async ({ context, input, errors }) =>
      topicsOf(await saveSubscription(database.auth, await checked(context, input, errors), 'own_orders')),
    ),
    saveStaffSubscription: os.saveStaffSubscription.handler(async ({ context, input, errors }) =>
      topicsOf(await saveSubscription(database.auth, await checked(context, input, errors), 'new_orders')),
    ),
    renewSubscription: os.renewSubscription.handler(async ({ context, input, errors }) => ({
      renewed: await renewSubscription(database.auth, {
        ...(await checked(context, input, errors)),
        before: input.before,
      }),
    })),
    deleteSubscription: os.deleteSubscription.handler(({ context: { user }, input: { endpoint, topic } }) =>
      database.asCaller(user, async (tx) => {
        await deleteTopic(tx, endpoint, topic);
        return topicsOf(await findTopics(tx, endpoint));
      }),
    ),
  };
}
