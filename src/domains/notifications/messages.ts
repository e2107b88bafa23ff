import type { Message, MessagesFor } from '#shared/messages.ts';
import type { notificationsContract } from './contract.ts';

type Contract = typeof notificationsContract;

export const saveSubscriptionMessages: MessagesFor<Contract, 'saveSubscription'> = {
  failure: { title: 'Notifications could not be switched on. Please check your connection and try again.' },
  refused: {
    PUSH_OFF: { title: 'This shop sends no notifications at the moment.' },
    PUSH_REFUSED: { title: 'The shop cannot reach the notification service of this browser.' },
  },
};

export const deleteSubscriptionMessages: MessagesFor<Contract, 'deleteSubscription'> = {
  failure: { title: 'Notifications could not be switched off. Please check your connection and try again.' },
};

/** Why this browser shows none, and what to do. */
export const UNAVAILABLE: Readonly<Record<'denied' | 'home screen' | 'unsupported', Message['title']>> = {
  denied: 'Notifications are blocked here. Allow them for this site in the settings of your browser.',
  'home screen': 'To get notifications here, add this site to your Home Screen and open it from there.',
  unsupported: 'This browser cannot show notifications. Try another one, such as Chrome or Firefox.',
};
