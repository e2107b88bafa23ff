import { z } from 'zod';
import { raises, raisesWith, routes } from '#shared/route.ts';
import { filledText, id, instant, instantOut, page, paged } from '#shared/shapes.ts';
import { DELIVERED_EVENTS, WEBHOOK_EVENTS } from '#shared/webhook-events.ts';
import { MAX_WEBHOOK_NAME, MAX_WEBHOOK_URL } from './webhook-limits.ts';

export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isActive: z.boolean(),
  /** Why the shop switched it off; null if it did not. */
  offReason: z.enum(['gone', 'failing', 'account']).nullable(),
  /** Since when no attempt succeeded; null if the last one did. */
  failingSince: instantOut.nullable(),
  /** With whose rights orders are read; null if that account was deleted. */
  actsFor: z.string().nullable(),
  createdAt: instantOut,
});
export type Webhook = z.infer<typeof webhook>;

export const delivery = z.object({
  /** The header `webhook-id` is `msg_` and this. */
  id,
  event: z.enum(DELIVERED_EVENTS),
  createdAt: instantOut,
  state: z.enum(['waiting', 'delivered', 'given_up']),
  nextAttemptAt: instantOut.nullable(),
  /** The order, if it is about one that still exists. */
  order: z.object({ id, orderNumber: z.string() }).nullable(),
  productCount: z.int(),
  /** The last 20, oldest first. */
  attempts: z.array(
    z.object({
      at: instant,
      /** Null without an answer. */
      status: z.int().nullable(),
      /** How long it took. */
      ms: z.int(),
      /** The beginning of the answer. */
      answer: z.string(),
      /** Why it failed; null if it arrived. */
      reason: z.string().nullable(),
    }),
  ),
});
export type Delivery = z.infer<typeof delivery>;

const fields = z.object({
  id,
  name: filledText(1, MAX_WEBHOOK_NAME, 'Name is required'),
  url: z.url({ protocol: /^https?$/, error: 'Please enter a web address' }).max(MAX_WEBHOOK_URL),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, 'Please choose what is sent')
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => [...new Set(events)]),
});

/** The key of signatures, shown this once. */
const secret = z.object({ secret: z.string() });
const urlRefused = raisesWith('WEBHOOK_URL_REFUSED', z.object({ reason: z.string() }));

const manage = routes('super_admin', 'manage webhooks');

export const webhooksContract = {
  listWebhooks: manage('GET /admin/webhooks', 'The webhooks, newest first')
    .input(z.object({ page: page.default(1) }))
    .output(paged(webhook)),
  getWebhook: manage('GET /admin/webhooks/{id}', 'One webhook')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(webhook),
  /**
   * Makes a webhook. CONFLICT for an id that was used: after a lost response it is in the list, and can get a new secret.
   * LIST_FULL beyond 20. Needs a reauthentication of its own.
   */
  createWebhook: manage('POST /admin/webhooks', 'Make a webhook')
    .errors({ ...raises('CONFLICT', 'LIST_FULL', 'REAUTHENTICATION_REQUIRED'), ...urlRefused })
    .input(fields)
    .output(secret),
  /** Another URL needs a reauthentication. STALE, with what is stored, if that is no longer as `shown`. */
  updateWebhook: manage('PUT /admin/webhooks/{id}', 'Change name, URL and events of a webhook')
    .errors({
      ...raises('NOT_FOUND', 'REAUTHENTICATION_REQUIRED'),
      ...raisesWith('STALE', z.object({ name: z.string(), current: webhook })),
      ...urlRefused,
    })
    .input(fields.extend({ shown: fields.omit({ id: true }).optional() }))
    .output(z.object({ id })),
  /** What waits while it is off is sent when it is on. */
  setActive: manage('PUT /admin/webhooks/{id}/active', 'Switch a webhook on or off')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, isActive: z.boolean() }))
    .output(z.object({ isActive: z.boolean() })),
  /** From now on all attempts are signed by the new secret. Needs a reauthentication. */
  rotateSecret: manage('POST /admin/webhooks/{id}/secret', 'Make a new secret for a webhook')
    .errors(raises('NOT_FOUND', 'REAUTHENTICATION_REQUIRED'))
    .input(z.object({ id }))
    .output(secret),
  deleteWebhook: manage('DELETE /admin/webhooks/{id}', 'Delete a webhook and its deliveries')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ deleted: z.literal(true) })),
  /** NOT_FOUND also for a webhook that is off. */
  sendTest: manage('POST /admin/webhooks/{id}/test', 'Send a test to a webhook')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ sent: z.literal(true) })),
  listDeliveries: manage('GET /admin/webhooks/{id}/deliveries', 'What was sent in 30 days, newest first')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id, page: page.default(1) }))
    .output(paged(delivery)),
  /** Under the same `webhook-id`. NOT_FOUND also for one of a webhook that is off. */
  sendDeliveryAgain: manage('POST /admin/webhook-deliveries/{id}/send-again', 'Send a delivery again')
    .errors(raises('NOT_FOUND'))
    .input(z.object({ id }))
    .output(z.object({ sent: z.literal(true) })),
};
