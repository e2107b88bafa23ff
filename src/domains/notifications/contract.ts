import { z } from 'zod';
import { raises, routes } from '#shared/route.ts';
import { TOPICS } from './topic.ts';

const endpoint = z.url({ protocol: /^https?$/ }).max(1000);

/** As the browser's `PushSubscription.toJSON()`. */
const subscription = z.object({
  endpoint,
  keys: z.object({
    p256dh: z.string().regex(/^B[\w-]{86}$/, 'A point of P-256 in base64url'),
    auth: z.string().regex(/^[\w-]{22}$/, '16 bytes in base64url'),
  }),
});
export type Subscription = z.infer<typeof subscription>;

const topics = z.object({ topics: z.array(z.enum(TOPICS)) });

const notify = routes('user', 'get notifications');
const notifyStaff = routes('admin', 'get notifications of new orders');

export const notificationsContract = {
  /** Of a subscription of another account: no topics. Raises PUSH_OFF. */
  findSubscription: notify('POST /me/push-subscriptions/find', 'What this browser is notified of', {
    writes: false,
  })
    .errors(raises('PUSH_OFF'))
    .input(z.object({ endpoint: endpoint.nullable() }))
    .output(topics.extend({ publicKey: z.string() })),
  /** Raises PUSH_REFUSED for an endpoint that is not https, or not on a public address; PUSH_OFF. */
  saveSubscription: notify('PUT /me/push-subscriptions', 'Notify this browser of the user’s own orders')
    .errors(raises('PUSH_REFUSED', 'PUSH_OFF'))
    .input(subscription)
    .output(topics),
  saveStaffSubscription: notifyStaff('PUT /admin/push-subscriptions', 'Notify this browser of new orders')
    .errors(raises('PUSH_REFUSED', 'PUSH_OFF'))
    .input(subscription)
    .output(topics),
  /** Replaces the endpoint of one of the user's subscriptions. Without such a subscription nothing changes. */
  renewSubscription: notify(
    'PATCH /me/push-subscriptions',
    'Replace an endpoint that the browser has renewed',
  )
    .errors(raises('PUSH_REFUSED', 'PUSH_OFF'))
    .input(subscription.extend({ before: endpoint }))
    .output(z.object({ renewed: z.boolean() })),
  /** Ends a topic; with the last one, the subscription. Without such a subscription nothing changes. */
  deleteSubscription: notify('DELETE /me/push-subscriptions', 'Stop a topic in this browser')
    .input(z.object({ endpoint, topic: z.enum(TOPICS) }))
    .output(topics),
};
