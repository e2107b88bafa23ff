import { itemsPath } from '#domains/wishlist/linked-items.ts';
import { type Kobo, sumOfKobo } from '#shared/money.ts';
import { isId } from '#shared/random-id.ts';
import type { LineItems, UcpBody } from '../ucp.contract.ts';
import {
  errorAnswer,
  errorMessage,
  successOf,
  totalsOf,
  type UcpAnswer,
  type UcpMessage,
} from '../ucp-answer.ts';
import {
  type AgentSession,
  findSession,
  type SessionKind,
  type SessionWrite,
  writeSession,
} from './agent-session.repository.ts';
import { type AgentsDeps, UcpRefusal } from './agents-deps.ts';
import { productsOf } from './catalog-answers.ts';

type Request = SessionWrite['request'];

const ESCALATION = errorMessage(
  'buyer_confirmation_required',
  'The buyer sends the order: continue_url opens the shop with these products in the cart of their browser, where they sign in and submit it.',
  'requires_buyer_review',
);
const AGREEMENT: UcpMessage = {
  ...{ type: 'info', code: 'agreed_with_seller' },
  content:
    'Size, delivery and payment are agreed with the shop in WhatsApp after the order. The total is of the products alone.',
};

interface Contents {
  lines: { id: string; price: Kobo; title: string; image: string }[];
  /** Why products are not among the lines. */
  messages: UcpMessage[];
}

/** The products of a session as they are offered now; those that cannot be ordered become messages. */
async function contentsOf(deps: AgentsDeps, ids: readonly string[]): Promise<Contents> {
  const { products } = await productsOf(deps, ids);
  const contents: Contents = { lines: [], messages: [] };
  for (const id of new Set(ids.map((one) => one.toLowerCase()))) {
    const found = products.get(id);
    if (!found) contents.messages.push(errorMessage('item_unavailable', `There is no product ${id}.`));
    else if (!found.product.variants[0]!.availability.available)
      contents.messages.push(errorMessage('out_of_stock', `${found.product.title} (${id}) is sold out.`));
    else contents.lines.push({ id, price: found.price, title: found.product.title, image: found.image });
  }
  return contents;
}

/** A cart or checkout at current prices. A checkout is left to the buyer, whatever was sent. */
function sessionAnswer(
  { shop }: AgentsDeps,
  kind: SessionKind,
  { id, canceled, expiresAt }: AgentSession,
  { lines, messages }: Contents,
): UcpAnswer {
  const escalates = kind === 'checkout' && !canceled;
  return {
    ucp: successOf(kind),
    id,
    ...(kind === 'checkout' && { status: canceled ? 'canceled' : 'requires_escalation' }),
    line_items: lines.map(({ id, title, price, image }) => ({
      id,
      item: { id, title, price, image_url: image },
      quantity: 1,
      totals: totalsOf(price),
    })),
    currency: shop.currency,
    totals: totalsOf(sumOfKobo(lines.map(({ price }) => price))),
    messages: [...messages, ...(escalates ? [ESCALATION, AGREEMENT] : [])],
    links: [
      { type: 'about', url: `${shop.publicUrl}/about`, title: `About ${shop.name}` },
      { type: 'contact', url: `${shop.publicUrl}/contact`, title: 'Contact' },
    ],
    expires_at: expiresAt.toISOString(),
    ...(!canceled && {
      continue_url: shop.publicUrl + (lines.length > 0 ? itemsPath(lines.map(({ id }) => id)) : '/wishlist'),
    }),
  };
}

const notFound = (kind: SessionKind): UcpAnswer =>
  errorAnswer([errorMessage('not_found', `There is no such ${kind}, or it has ended.`, 'unrecoverable')]);

/** Products are made once each: more of the same is said to be one. */
function quantityMessages(items: LineItems): UcpMessage[] {
  const counts = new Map<string, number>();
  for (const { item, quantity } of items) counts.set(item.id, (counts.get(item.id) ?? 0) + quantity);
  return [...counts].flatMap(([id, count]) =>
    count > 1
      ? [
          {
            type: 'warning',
            code: 'quantity_adjusted',
            content: `One of ${id} instead of ${count}: the buyer asks the shop for more.`,
          },
        ]
      : [],
  );
}

/** Writes a session of the products that can be ordered, unless there are none. */
async function save(
  deps: AgentsDeps,
  write: Omit<SessionWrite, 'productIds'>,
  productIds: readonly string[],
  hints: UcpMessage[] = [],
): Promise<UcpAnswer> {
  const { kind } = write;
  const contents = await contentsOf(deps, productIds);
  const isRefused = productIds.length > 0 && contents.lines.length === 0;
  if (write.action === 'create' && isRefused) return errorAnswer(contents.messages, deps.shop.publicUrl);
  const answer = await written(deps, { ...write, productIds: contents.lines.map(({ id }) => id) });
  if (!answer) return notFound(kind);
  const isFirst = answer.outcome === 'written';
  const current = isFirst ? contents : await contentsOf(deps, answer.session.productIds);
  return sessionAnswer(deps, kind, answer.session, { ...current, messages: [...hints, ...current.messages] });
}

/** The session that a key has written, as it is now; null for a key that wrote none. */
export async function repeatedAnswer(
  deps: AgentsDeps,
  kind: SessionKind,
  request: NonNullable<Request>,
): Promise<UcpAnswer | null> {
  // An update of no session writes nothing, and tells what the key has written.
  const earlier = await written(deps, { action: 'update', kind, request });
  if (!earlier) return null;
  return sessionAnswer(deps, kind, earlier.session, await contentsOf(deps, earlier.session.productIds));
}

/** Null without an open session. */
async function written(deps: AgentsDeps, write: SessionWrite) {
  const answer = await writeSession(deps.database.web, write);
  if (answer.outcome === 'conflict') {
    throw new UcpRefusal('idempotency_conflict', 'This idempotency key was used for another request.', 409);
  }
  return 'session' in answer ? answer : null;
}

const idsOf = (items: LineItems): string[] => items.map(({ item }) => item.id);

export const createCart = (deps: AgentsDeps, { line_items }: UcpBody<'create_cart'>, request: Request) =>
  save(deps, { action: 'create', kind: 'cart', request }, idsOf(line_items), quantityMessages(line_items));

/** A checkout of products, or of what a cart contains now. A cart has one open checkout. */
export async function createCheckout(
  deps: AgentsDeps,
  { line_items = [], cart_id }: UcpBody<'create_checkout'>,
  request: Request,
): Promise<UcpAnswer> {
  const write = { action: 'create', kind: 'checkout', request } as const;
  if (cart_id === undefined) return save(deps, write, idsOf(line_items), quantityMessages(line_items));
  const cart = isId(cart_id) ? await findSession(deps.database.web, 'cart', cart_id) : null;
  if (!cart || cart.canceled) return notFound('cart');
  return save(deps, { ...write, cartId: cart.id }, cart.productIds);
}

/** Replaces the products of an open session. */
export async function updateSession(
  deps: AgentsDeps,
  target: { kind: SessionKind; id: string },
  { line_items }: UcpBody<'update_cart'>,
  request: Request,
): Promise<UcpAnswer> {
  if (!isId(target.id)) return notFound(target.kind);
  return save(
    deps,
    { action: 'update', ...target, request },
    idsOf(line_items),
    quantityMessages(line_items),
  );
}

/** The session as it is now; a canceled cart is gone, a canceled checkout says so. */
export async function readSession(deps: AgentsDeps, kind: SessionKind, id: string): Promise<UcpAnswer> {
  const session = isId(id) ? await findSession(deps.database.web, kind, id) : null;
  if (!session || (kind === 'cart' && session.canceled)) return notFound(kind);
  return sessionAnswer(deps, kind, session, await contentsOf(deps, session.productIds));
}

/** The buyer alone places orders, whatever the agent sends: only the key of the request is kept. */
export async function completeCheckout(deps: AgentsDeps, id: string, request: Request): Promise<UcpAnswer> {
  if (request && isId(id)) await written(deps, { action: 'update', kind: 'checkout', id, request });
  return readSession(deps, 'checkout', id);
}

export async function cancelSession(
  deps: AgentsDeps,
  target: { kind: SessionKind; id: string },
  request: Request,
): Promise<UcpAnswer> {
  const answer = isId(target.id) && (await written(deps, { action: 'cancel', ...target, request }));
  if (!answer) return notFound(target.kind);
  return sessionAnswer(deps, target.kind, answer.session, await contentsOf(deps, answer.session.productIds));
}
