import type { Database } from '#db/client.ts';
import type { Clock } from '#platform/clock.ts';
import type { ImageStoreDeps } from '#platform/images/store-image.ts';
import type { Limits } from '#platform/limits/limits.ts';
import { gated } from '#platform/rpc/gate.ts';
import { ordersContract } from '../contract.ts';
import type { MessageShop } from '../message/whatsapp.ts';

/** The shop's details used in orders and their emails. */
export interface OrderShop {
  name: string;
  publicUrl: string;
  /** The seller's WhatsApp number, digits only. */
  whatsapp: string;
  currency: string;
  /** Recipient of the notification for each order. */
  ordersEmail: string;
}

export interface OrderDeps extends ImageStoreDeps {
  database: Pick<Database, 'asCaller'>;
  clock: Pick<Clock, 'now' | 'today'>;
  shop: OrderShop & Pick<MessageShop, 'checkCodeOf'>;
  limits: Pick<Limits, 'take'>;
}

/** The operations of the contract, each behind its access check. */
export const os = gated(ordersContract);
