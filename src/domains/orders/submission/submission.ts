import { codeOf, dataOf } from '#shared/messages.ts';
import type { ChangedLine, Order } from '../contract.ts';

/** A line as submitted. `shownPrice` is in naira, as displayed. */
export interface SentLine {
  productId: string;
  note: string;
  promotionCode: string | null;
  shownPrice: number;
}

export type Refusal = 'empty' | 'prices' | 'unavailable' | 'failed';

/** The result of a submission. Only a successful one has an order, and with it the chat link. */
export type Submission =
  | { success: true; requiresAuth: false; order: Order; whatsappLink: string | null }
  | {
      success: false;
      /** The user has to sign in first. */
      requiresAuth: boolean;
      order: null;
      whatsappLink: null;
      reason: Refusal;
      /** For 'prices' and 'unavailable': the lines before and after. */
      lines: ChangedLine[];
      error?: unknown;
    };

/** Minimum time the button is busy, in parallel with the request. */
export const BUSY_MS = 1000;

const refused = (reason: Refusal, over: { requiresAuth?: boolean; error?: unknown } = {}): Submission => ({
  success: false,
  requiresAuth: false,
  order: null,
  whatsappLink: null,
  reason,
  lines: dataOf<{ lines: ChangedLine[] }>(over.error).lines ?? [],
  ...over,
});

/** Sends the lines under the cart's idempotency key. Never throws: failures are results. */
export async function submitOrder(
  input: { idempotencyKey: string; lines: SentLine[]; signedIn: boolean },
  send: (input: { idempotencyKey: string; lines: SentLine[] }) => Promise<Order>,
  pause: (ms: number) => Promise<void> = (ms) => new Promise((done) => setTimeout(done, ms)),
): Promise<Submission> {
  const { idempotencyKey, lines, signedIn } = input;
  if (lines.length === 0) return refused('empty');
  if (!signedIn) return refused('failed', { requiresAuth: true });
  const [answer] = await Promise.allSettled([
    Promise.resolve().then(() => send({ idempotencyKey, lines })),
    pause(BUSY_MS),
  ]);
  if (answer.status === 'fulfilled') {
    // A proxy may answer anything: without an order the submission is not successful.
    const order = answer.value as Order | undefined;
    if (!order?.id) return refused('failed', { error: new Error('The answer was no order') });
    return { success: true, requiresAuth: false, order, whatsappLink: order.whatsappLink };
  }
  const error: unknown = answer.reason;
  switch (codeOf(error)) {
    case 'SIGN_IN_REQUIRED':
      return refused('failed', { requiresAuth: true, error });
    case 'PRICES_CHANGED':
      return refused('prices', { error });
    case 'PRODUCTS_GONE':
    case 'PRODUCTS_SOLD_OUT':
      return refused('unavailable', { error });
    default:
      return refused('failed', { error });
  }
}

/** The lines with the prices of the server's last answer. */
export const atNewPrices = (lines: readonly SentLine[], changed: readonly ChangedLine[]): SentLine[] =>
  lines.map((line) => {
    const after = changed.find((one) => one.productId === line.productId)?.after;
    return after == null ? line : { ...line, shownPrice: after };
  });
