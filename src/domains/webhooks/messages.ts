import { type Message, type MessagesFor, NO_ANSWER } from '#shared/messages.ts';
import type { DeliveredEvent, WebhookEvent } from '#shared/webhook-events.ts';
import type { Delivery, Webhook, webhooksContract } from './contract.ts';
import { MOST_WEBHOOKS } from './webhook-limits.ts';

type Contract = typeof webhooksContract;

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'order.submitted': 'An order was sent',
  'order.status_changed': 'The status of an order changed',
  'order.confirmed': 'An order was confirmed by you',
  'order.changed': 'Anything else of an order changed',
  'product.changed': 'A product changed in the shop',
};

export const DELIVERED_LABELS: Record<DeliveredEvent, string> = {
  'order.submitted': 'Order sent',
  'order.status_changed': 'Status changed',
  'order.confirmed': 'Order confirmed',
  'order.changed': 'Order changed',
  'product.changed': 'Products changed',
  'webhook.test': 'Test',
};

export const STATE_LABELS: Record<Delivery['state'], string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  given_up: 'Given up',
};

/** Why the shop switched a webhook off. */
export const OFF_REASONS: Record<NonNullable<Webhook['offReason']>, string> = {
  gone: 'The receiver answered that it is gone (410), so the shop switched it off.',
  failing: 'Nothing arrived for three days, so the shop switched it off.',
  account:
    'The super admin it reads orders for is no longer one, so the shop switched it off. Switch it on to take it over.',
};

export const listFailed: Message = { title: 'Webhooks could not be loaded', description: NO_ANSWER };
export const listRefused: Message = {
  title: 'You do not have permission to manage webhooks',
  description: 'Only a super admin decides where the shop sends its orders.',
};
export const deliveriesFailed: Message = { title: 'Deliveries could not be loaded', description: NO_ANSWER };

const CONFIRM_AGAIN = 'Please press the button again, and confirm that it is you.';

export const createWebhookMessages: MessagesFor<Contract, 'createWebhook'> = {
  failure: { title: 'The webhook could not be made. Please try again.' },
  refused: {
    CONFLICT: {
      title: 'This webhook was made already',
      description: 'Its secret cannot be shown again. Please open it and make a new secret.',
    },
    LIST_FULL: {
      title: `There are at most ${MOST_WEBHOOKS} webhooks.`,
      description: 'Please delete one that is no longer used.',
    },
    REAUTHENTICATION_REQUIRED: { title: 'The webhook was not made', description: CONFIRM_AGAIN },
    WEBHOOK_URL_REFUSED: 'shown',
  },
};

export const updateWebhookMessages: MessagesFor<Contract, 'updateWebhook'> = {
  success: { title: 'Webhook saved' },
  failure: { title: 'The webhook could not be saved. Please try again.' },
  refused: {
    NOT_FOUND: { title: 'Someone else has deleted this webhook.' },
    REAUTHENTICATION_REQUIRED: { title: 'The webhook was not saved', description: CONFIRM_AGAIN },
    STALE: {
      title: 'Someone else has changed this webhook',
      description: 'Where you changed nothing, the form has what they saved. Please look, and save again.',
    },
    WEBHOOK_URL_REFUSED: 'shown',
  },
};

export const setActiveMessages: MessagesFor<Contract, 'setActive'> = {
  failure: { title: 'The webhook could not be switched. Please try again.' },
  refused: { NOT_FOUND: { title: 'Someone else has deleted this webhook.' } },
};

export const rotateSecretMessages: MessagesFor<Contract, 'rotateSecret'> = {
  failure: { title: 'A new secret could not be made. Please try again.' },
  refused: {
    NOT_FOUND: { title: 'Someone else has deleted this webhook.' },
    REAUTHENTICATION_REQUIRED: { title: 'No new secret was made', description: CONFIRM_AGAIN },
  },
};

export const deleteWebhookMessages: MessagesFor<Contract, 'deleteWebhook'> = {
  success: { title: 'Webhook deleted', description: 'Nothing is sent to it any more.' },
  failure: { title: 'The webhook could not be deleted. Please try again.' },
  refused: { NOT_FOUND: { title: 'Someone else has deleted this webhook already.' } },
};

const OFF = { title: 'This webhook is off or deleted', description: 'Nothing was sent.' };

export const sendTestMessages: MessagesFor<Contract, 'sendTest'> = {
  success: { title: 'The test is on its way' },
  failure: { title: 'The test could not be sent. Please try again.' },
  refused: { NOT_FOUND: OFF },
};

export const sendAgainMessages: MessagesFor<Contract, 'sendDeliveryAgain'> = {
  success: { title: 'On its way again' },
  failure: { title: 'It could not be sent again. Please try again.' },
  refused: { NOT_FOUND: OFF },
};
