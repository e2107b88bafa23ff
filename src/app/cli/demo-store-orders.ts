import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Row } from '#db/seed/insert-rows.ts';
import { type DemoOrder, demoOrders } from '#demo-store/orders.ts';
import { type DemoUser, demoUsers } from '#demo-store/people.ts';
import { demoProducts } from '#demo-store/products.ts';
import { demoPromotions } from '#demo-store/promotions.ts';
import { createCheckCode } from '#domains/orders/message/server/check-code.ts';
import { whatsappLink } from '#domains/orders/message/whatsapp.ts';
import { type PromotionTerms, priceOf } from '#domains/promotions/price.ts';
import type { Config } from '#platform/config.ts';
import { type Day, dayIn, dayPlus } from '#shared/dates.ts';
import { koboOfText, textOfKobo } from '#shared/money.ts';
import type { DemoImages, Ids } from './demo-store-images.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface Known {
  now: Date;
  /** The shop's secret. */
  secret: string;
  users: Ids;
  products: Ids;
  images: DemoImages;
}

/** The rows of orders, items and events; prices are those of the day of the order. */
export function orderRows(config: Config, known: Known): { orders: Row[]; items: Row[]; events: Row[] } {
  const checkCodeOf = createCheckCode(known.secret);
  const rows = { orders: [] as Row[], items: [] as Row[], events: [] as Row[] };
  for (const [index, order] of demoOrders.entries()) {
    const id = uuidv7();
    const createdAt = new Date(known.now.getTime() - order.daysAgo * DAY);
    const items = itemRows(config, known, order, id, createdAt);
    const events = eventRows(known, order, id, createdAt);
    // Multiples of a prime modulo ten thousand: all different, and not visibly sequential.
    const orderNumber = String((2741 + index * 3571) % 10_000).padStart(4, '0');
    const customer = userOf(order.customerKey);
    rows.items.push(...items);
    rows.events.push(...events);
    rows.orders.push({
      id,
      orderNumber,
      whatsappLink: whatsappLink(
        {
          id,
          orderNumber,
          items: items.map((item) => ({
            name: item.productName as string,
            price: koboOfText(item.productPrice as string),
            promotion: promotionOf(item),
            note: item.note as string | null,
          })),
        },
        {
          name: config.SHOP_NAME,
          publicUrl: config.PUBLIC_URL,
          whatsapp: config.WHATSAPP_NUMBER,
          currency: config.CURRENCY,
          checkCodeOf,
        },
      ),
      status: order.status,
      userId: known.users.get(order.customerKey)!,
      customerName: nameOf(customer),
      customerEmail: customer.email,
      customerPhone: customer.phone,
      idempotencyKey: randomUUID(),
      bodyHash: 'demonstration',
      openedAt: events.find((event) => event.kind === 'opened')?.createdAt ?? null,
      confirmedAt: confirmedAtOf(known, order, createdAt),
      dueDay:
        order.dueInDays === undefined ? null : dayPlus(dayIn(config.TIME_ZONE, known.now), order.dueInDays),
      isDemo: true,
      createdAt,
      updatedAt: events.at(-1)!.createdAt!,
    });
  }
  return rows;
}

/** Why the price of an item is below its list price. */
const promotionOf = ({ promotionCode: code, listPrice, promotionPercent }: Row) =>
  code === null
    ? null
    : {
        code: code as string,
        list: koboOfText(listPrice as string),
        percent: promotionPercent === null ? null : koboOfText(promotionPercent as string),
      };

/** Of an order that the staff work on: at the earliest an hour after it was placed, never in the future. */
function confirmedAtOf(known: Known, { status }: DemoOrder, createdAt: Date): Date | null {
  if (status !== 'processing' && status !== 'completed') return null;
  return new Date(createdAt.getTime() + Math.min(HOUR, (known.now.getTime() - createdAt.getTime()) * 0.5));
}

function itemRows(config: Config, known: Known, order: DemoOrder, orderId: string, createdAt: Date): Row[] {
  return Object.entries(order.items).map(([productKey, note], position) => {
    const product = demoProducts.find(({ key }) => key === productKey)!;
    const terms = termsOf(product.promotionKey, dayIn(config.TIME_ZONE, known.now));
    const price = priceOf(
      koboOfText(product.price),
      terms,
      terms?.code ?? null,
      dayIn(config.TIME_ZONE, createdAt),
    );
    return {
      id: uuidv7(),
      orderId,
      position,
      productId: known.products.get(productKey)!,
      productName: product.name,
      productPrice: textOfKobo(price.amount),
      listPrice: textOfKobo(price.list),
      promotionCode: price.code,
      promotionPercent: price.percent === null ? null : textOfKobo(price.percent),
      productImage: known.images.products.get(productKey)?.[0]?.url ?? '/uploads/placeholder.jpg',
      note,
      createdAt,
    };
  });
}

function eventRows(known: Known, order: DemoOrder, orderId: string, createdAt: Date): Row[] {
  const age = known.now.getTime() - createdAt.getTime();
  const event = (kind: string, after: number, by: DemoUser, detail: Record<string, string> = {}): Row => ({
    id: uuidv7(),
    orderId,
    kind,
    detail,
    actorId: known.users.get(by.key)!,
    actorName: nameOf(by),
    // Never in the future, however recent the order is.
    createdAt: new Date(createdAt.getTime() + Math.min(after, age * 0.9)),
  });
  const customer = userOf(order.customerKey);
  const admin = userOf('tunde');
  const step = (after: number, from: string, to: string) =>
    event('status', after, admin, { before: from, after: to });
  const events = [event('submitted', 0, customer)];
  if (!order.isUnopened) events.push(event('opened', 2 * MINUTE, customer));
  if (order.status === 'processing' || order.status === 'completed') {
    events.push(step(5 * HOUR, 'pending', 'processing'));
  }
  if (order.status === 'completed') events.push(step(9 * DAY, 'processing', 'completed'));
  if (order.status === 'cancelled') events.push(step(2 * DAY, 'pending', 'cancelled'));
  return events;
}

function termsOf(key: string | undefined, today: Day): PromotionTerms | null {
  const promotion = demoPromotions.find((one) => one.key === key);
  return promotion
    ? {
        code: promotion.code,
        startDate: dayPlus(today, promotion.startsInDays),
        endDate: dayPlus(today, promotion.endsInDays),
        promotionType: promotion.type,
        promotionValue: koboOfText(promotion.value),
      }
    : null;
}

const userOf = (key: string): DemoUser => demoUsers.find((user) => user.key === key)!;

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`;
