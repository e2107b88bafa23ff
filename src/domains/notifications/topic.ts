/** What a browser is notified of: the user's own orders, or, for staff, new orders of the shop. */
export type Topic = 'own_orders' | 'new_orders';
export const TOPICS = ['own_orders', 'new_orders'] as const satisfies readonly Topic[];

/** What the service worker shows; a newer one with the same tag replaces it. */
export interface OrderNotification {
  title: string;
  body: string;
  tag: string;
  /** The page that a press opens. */
  path: string;
}
