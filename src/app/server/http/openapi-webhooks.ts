import type { OpenAPI } from '@orpc/contract';
import { ORDER_STATUSES } from '#domains/orders/order.ts';
import { DELIVERED_EVENTS, type DeliveredEvent } from '#shared/webhook-events.ts';

// The webhooks of the OpenAPI document: what a receiver gets for each event.

const SUMMARIES: Record<DeliveredEvent, string> = {
  'order.submitted': 'A customer sent an order',
  'order.status_changed': 'The status of an order changed',
  'order.confirmed': 'The staff recorded that the customer of an order wrote',
  'order.changed':
    'Something else of an order changed: an item, a note, the due day, the customer, the opened chat',
  'product.changed': 'Products changed in the shop, up to 50 of them',
  'webhook.test': 'A super admin pressed ‘Send a test’',
};

const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const ORDER = { ...referenceTo('AdminOrder'), description: 'The order as it is when it is sent' };
const PRODUCTS = object({
  products: { type: 'array', maxItems: 50, items: referenceTo('Product') },
  removed: {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    description: 'Those that shoppers do not see any more, deleted or a draft',
  },
});
const DATA: Record<DeliveredEvent, object> = {
  'order.submitted': ORDER,
  'order.status_changed': ORDER,
  'order.confirmed': ORDER,
  'order.changed': ORDER,
  'product.changed': PRODUCTS,
  'webhook.test': object({ message: { type: 'string', examples: ['A test from the shop'] } }),
};
const status = (example: string) => ({ type: 'string', enum: ORDER_STATUSES, examples: [example] });
const STATUS_CHANGE = object({ before: status('pending'), after: status('processing') });

const bodyOf = (event: DeliveredEvent) =>
  object({
    type: { type: 'string', const: event },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened' },
    data: DATA[event],
    ...(event === 'order.status_changed' && { change: STATUS_CHANGE }),
  });

const header = (name: string, description: string, example: string): OpenAPI.ParameterObject => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
});

/** The headers of a delivery, as components of the document. */
export const WEBHOOK_HEADERS: Record<string, OpenAPI.ParameterObject> = {
  WebhookId: header(
    'webhook-id',
    'The same for all attempts of a delivery, which can arrive twice',
    'msg_01990a6e-7c1b-7d3e-9f00-2b8c4d5e6f70',
  ),
  WebhookTimestamp: header('webhook-timestamp', 'When this attempt was made, in seconds', '1773480600'),
  WebhookSignature: header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` by the secret of the webhook, in base64, as in https://www.standardwebhooks.com. Refuse a wrong one, and a timestamp that is more than five minutes old.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

const operationOf = (event: DeliveredEvent): OpenAPI.OperationObject => ({
  operationId: `webhooks.${event}`,
  tags: ['webhooks'],
  summary: SUMMARIES[event],
  // It is the shop that asks: by the signature.
  security: [],
  parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: { required: true, content: { 'application/json': { schema: bodyOf(event) as object } } },
  responses: {
    '2XX': { description: 'It arrived' },
    '410': { description: 'The receiver is gone: the webhook is switched off' },
    default: {
      description: 'Also a redirect and no answer within 10 s: it is tried again for about 20 hours',
    },
  },
});

export const documentedWebhooks = (): Record<string, { post: OpenAPI.OperationObject }> =>
  Object.fromEntries(DELIVERED_EVENTS.map((event) => [event, { post: operationOf(event) }]));
