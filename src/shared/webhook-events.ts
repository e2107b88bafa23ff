/** What a webhook may listen to. */
export const WEBHOOK_EVENTS = [
  'order.submitted',
  'order.status_changed',
  'order.confirmed',
  'order.changed',
  'product.changed',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What is delivered. */
export const DELIVERED_EVENTS = [...WEBHOOK_EVENTS, 'webhook.test'] as const;
export type DeliveredEvent = (typeof DELIVERED_EVENTS)[number];
