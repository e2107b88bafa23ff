import { v7 as uuidv7 } from 'uuid';
import { hitLimit } from '#platform/limits/limit.repository.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { Errors } from '#shared/errors.ts';
import type { Kobo } from '#shared/money.ts';
import type { OrderOut } from '../../contract.ts';
import { whatsappLink } from '../../message/whatsapp.ts';
import { noteOf } from '../../note.ts';
import { orderNumbers } from '../../order-number.ts';
import { productNamesOf } from '../../search.ts';
import type { OrderDeps } from '../../server/deps.ts';
import {
  type CustomerRow,
  countAllOrders,
  enqueueOrderMails,
  findCustomer,
  findOrderByKey,
  insertOrder,
  insertOrderEvent,
  insertOrderItems,
  type OrderTransaction,
  type OrderWithItems,
  ProductChangedError,
} from '../../server/order.repository.ts';
import { messageOf, orderOf } from '../../server/order-shape.ts';
import { bodyHash } from './body-hash.ts';
import { type PricedLine, type PriceErrors, priceLines, type SubmittedLine } from './price-lines.ts';
import { listPricedProducts, lockImages } from './priced-product.repository.ts';

export interface Submission {
  idempotencyKey: string;
  account?: string | undefined;
  lines: { productId: string; note: string; promotionCode: string | null; shownPrice: Kobo }[];
}

/**
 * Limits per hour: new orders of one user, and submissions from one IP address, which a mobile network shares
 * among many users.
 */
const ORDERS_PER_HOUR = 30;
const SENT_PER_HOUR = 300;
const HOUR = 3600;

interface SubmitDeps extends OrderDeps {
  errors: Errors<'PROFILE_NOT_FOUND' | 'KEY_REUSED' | 'OTHER_ACCOUNT' | 'RATE_LIMITED'> & PriceErrors;
}

/** Whether an order waited for another account than that of the session. */
export const isOfOther = ({ account }: Pick<Submission, 'account'>, { userId }: SignedIn): boolean =>
  account !== undefined && account.toLowerCase() !== userId;

/**
 * Creates an order from a cart, once per idempotency key, in one transaction: the order, its items, its event
 * and the two emails.
 */
export async function submitOrder(
  deps: SubmitDeps,
  user: SignedIn,
  submission: Submission,
  ipAddress: string,
): Promise<OrderOut> {
  if (isOfOther(submission, user)) throw deps.errors.OTHER_ACCOUNT();
  await deps.limits.take(`order-from:${ipAddress}`, SENT_PER_HOUR, HOUR);
  const lines = submission.lines.map((line) => ({
    productId: line.productId.toLowerCase(),
    note: noteOf(line.note),
    promotionCode: line.promotionCode || null,
    shownPrice: line.shownPrice,
  }));
  const key = { value: submission.idempotencyKey, hash: bodyHash(lines) };
  const submit = () => writeOrder(deps, user, { key, lines });
  const saved = await submit().catch((error) => {
    // Another request changed a product between reading and writing it: retry once.
    if (error instanceof ProductChangedError) return submit();
    throw error;
  });
  return orderOf(saved);
}

interface Cart {
  key: { value: string; hash: string };
  lines: SubmittedLine[];
}

/** Writes the order in one transaction, or returns the one that already has this key. */
function writeOrder(deps: SubmitDeps, user: SignedIn, { key, lines }: Cart): Promise<OrderWithItems> {
  return deps.database.asCaller(user, async (tx) => {
    const before = await findOrderByKey(tx, user.userId, key.value);
    if (before) return requireSameBody(deps, before, key.hash);
    const customer = await findCustomer(tx, user.userId);
    if (!customer) throw deps.errors.PROFILE_NOT_FOUND();
    // Keeps the file of an image that is deleted while the order is written.
    await lockImages(tx);
    // Read without a lock: one statement sees one snapshot, whose price is compared with the one displayed
    // and then stored. The database refuses an item whose product has changed since.
    const products = await listPricedProducts(
      tx,
      lines.map((line) => line.productId),
    );
    const priced = priceLines(deps.errors, lines, products, deps.clock.today());
    return saveOrder(deps, tx, { user, customer, key, priced });
  });
}

interface Ready {
  user: SignedIn;
  customer: CustomerRow;
  key: { value: string; hash: string };
  priced: PricedLine[];
}

async function saveOrder(deps: SubmitDeps, tx: OrderTransaction, ready: Ready): Promise<OrderWithItems> {
  const { user, customer, key, priced } = ready;
  const id = uuidv7();
  for (const orderNumber of orderNumbers(await countAllOrders(tx))) {
    const link = whatsappLink(messageOf({ id, orderNumber }, priced), deps.shop);
    const row = await insertOrder(tx, {
      id,
      orderNumber,
      whatsappLink: link,
      userId: user.userId,
      customerName: customer.name,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      idempotencyKey: key.value,
      bodyHash: key.hash,
      productNames: productNamesOf(priced),
    });
    if (row) {
      await enforceOrderLimit(deps, tx, user.userId);
      const items = await insertOrderItems(
        tx,
        priced.map((item) => ({ ...item, id: uuidv7(), orderId: id })),
      );
      await insertOrderEvent(tx, { orderId: id, kind: 'submitted', actorId: user.userId });
      await enqueueOrderMails(tx, id);
      return { ...row, items };
    }
    // Either the number is in use, or a parallel submission has just committed this key.
    const parallel = await findOrderByKey(tx, user.userId, key.value);
    if (parallel) return requireSameBody(deps, parallel, key.hash);
  }
  throw new Error('No free order number was found');
}

function requireSameBody({ errors }: SubmitDeps, order: OrderWithItems, hash: string): OrderWithItems {
  if (order.bodyHash !== hash) throw errors.KEY_REUSED();
  return order;
}

/** Counts after the insert, so that only new orders count, not repeated submissions. */
async function enforceOrderLimit(deps: SubmitDeps, tx: OrderTransaction, userId: string): Promise<void> {
  const hits = await hitLimit(tx, `order:${userId}`, HOUR);
  if (hits > ORDERS_PER_HOUR) {
    const seconds = HOUR - (Math.floor(deps.clock.now().getTime() / 1000) % HOUR);
    throw deps.errors.RATE_LIMITED({ data: { seconds } });
  }
}
