import { codeOf, dataOf } from '#shared/messages.ts';
import type { ChangedLine, Order } from './contract.ts';

/** A line as it is sent. `shownPrice` is in naira, what the shopper sees beside it. */
export interface SentLine {
  productId: string;
  note: string;
  promotionCode: string | null;
  shownPrice: number;
}

export type Refusal = 'empty' | 'prices' | 'gone' | 'failed';

/** What became of a submission. Only one that succeeded has an order, and with it the chat link. */
export type Submission =
  | { success: true; requiresAuth: false; order: Order; whatsappLink: string | null }
  | {
      success: false;
      /** She has to sign in first. */
      requiresAuth: boolean;
      order: null;
      whatsappLink: null;
      reason: Refusal;
      /** For 'prices' and 'gone': the lines before and after. */
      lines: ChangedLine[];
      error?: unknown;
    };

/** The button is busy for at least this long, beside the request. */
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

/** Sends the lines under the cart's key. Never throws: whatever happens is an answer. */
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
    // Whoever stands between may answer anything; without an order nothing is claimed.
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
      return refused('gone', { error });
    default:
      return refused('failed', { error });
  }
}

/** The lines at the prices the shop has just told. */
export const atNewPrices = (lines: readonly SentLine[], changed: readonly ChangedLine[]): SentLine[] =>
  lines.map((line) => {
    const after = changed.find((one) => one.productId === line.productId)?.after;
    return after == null ? line : { ...line, shownPrice: after };
  });
