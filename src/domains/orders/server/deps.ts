import type { Clock } from '#platform/clock.ts';
import type { ImageStoreDeps } from '#platform/images/store-image.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { Caller } from '#shared/caller.ts';
import type { OrderTransaction } from './order.repository.ts';

/** What orders say about the shop. */
export interface OrderShop {
  name: string;
  publicUrl: string;
  /** The seller's WhatsApp number, digits only. */
  whatsapp: string;
  currency: string;
  /** Who is told of each order. */
  ordersEmail: string;
}

export interface OrderDeps extends ImageStoreDeps {
  /** One transaction on behalf of a caller; row level security decides by it. */
  database: { asCaller<T>(caller: Caller, work: (tx: OrderTransaction) => Promise<T>): Promise<T> };
  clock: Pick<Clock, 'now' | 'today'>;
  shop: OrderShop;
  limits: Pick<Limits, 'take'>;
}
