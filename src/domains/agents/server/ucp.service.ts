import { createHash } from 'node:crypto';
import { UCP_OPERATIONS, type UcpBody, type UcpOperationName } from '../ucp.contract.ts';
import type { UcpAnswer } from '../ucp-answer.ts';
import type { SessionKind, SessionWrite } from './agent-session.repository.ts';
import { type AgentsDeps, UcpRefusal } from './agents-deps.ts';
import { getProductDetail, lookupCatalog, searchCatalog } from './catalog-answers.ts';
import {
  cancelSession,
  completeCheckout,
  createCart,
  createCheckout,
  readSession,
  repeatedAnswer,
  updateSession,
} from './session-answers.ts';

/** A request, as both bindings make it of theirs. */
export interface UcpRequest {
  /** The cart or checkout, of operations on one. */
  id?: string;
  /** Not validated yet. */
  body: unknown;
  idempotencyKey?: string;
  /** The URL of the agent's profile. Tells the keys of agents apart; it is never read. */
  agent?: string;
}

interface Call<N extends UcpOperationName> {
  body: UcpBody<N>;
  id: string;
  request: SessionWrite['request'];
}

/**
 * A write that answers a repeated key before it refuses: a retry does not fail on what changed since its first answer.
 * Keys are looked up only then, because a write looks up its own, and each lookup of an unknown key uses up a number of
 * the bounded table.
 */
const once =
  <C extends Pick<Call<never>, 'request'>>(
    kind: SessionKind,
    write: (deps: AgentsDeps, call: C) => Promise<UcpAnswer>,
  ) =>
  async (deps: AgentsDeps, call: C): Promise<UcpAnswer> => {
    const answer = await write(deps, call);
    if (!call.request || answer.ucp.status !== 'error') return answer;
    return (await repeatedAnswer(deps, kind, call.request)) ?? answer;
  };

const handlers: { [N in UcpOperationName]: (deps: AgentsDeps, call: Call<N>) => Promise<UcpAnswer> } = {
  search_catalog: (deps, { body }) => searchCatalog(deps, body),
  lookup_catalog: (deps, { body }) => lookupCatalog(deps, body),
  get_product: (deps, { body }) => getProductDetail(deps, body),
  create_cart: once('cart', (deps, { body, request }) => createCart(deps, body, request)),
  get_cart: (deps, { id }) => readSession(deps, 'cart', id),
  update_cart: once('cart', (deps, { id, body, request }) =>
    updateSession(deps, { kind: 'cart', id }, body, request),
  ),
  cancel_cart: once('cart', (deps, { id, request }) => cancelSession(deps, { kind: 'cart', id }, request)),
  create_checkout: once('checkout', (deps, { body, request }) => createCheckout(deps, body, request)),
  get_checkout: (deps, { id }) => readSession(deps, 'checkout', id),
  update_checkout: once('checkout', (deps, { id, body, request }) =>
    updateSession(deps, { kind: 'checkout', id }, body, request),
  ),
  complete_checkout: once('checkout', (deps, { id, request }) => completeCheckout(deps, id, request)),
  cancel_checkout: once('checkout', (deps, { id, request }) =>
    cancelSession(deps, { kind: 'checkout', id }, request),
  ),
};

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** JSON that is the same for equal values, in whatever order their members were sent. */
function canonicalJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UcpRefusal('invalid_request', 'The body is nested too deeply.');
  }
}

/** Does one operation. Throws UcpRefusal for an invalid body or key, or a key of another request. */
export async function runUcpOperation(
  deps: AgentsDeps,
  name: UcpOperationName,
  { id = '', body, idempotencyKey: key, agent }: UcpRequest,
): Promise<UcpAnswer> {
  const parsed = UCP_OPERATIONS[name].body.safeParse(body);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UcpRefusal('invalid_request', `${['$', ...(issue?.path ?? [])].join('.')}: ${issue?.message}`);
  }
  if (key !== undefined && (key === '' || key.length > 255)) {
    throw new UcpRefusal('invalid_request', 'An idempotency key has 1 to 255 characters.');
  }
  // The body as it was sent: also what the shop does not read makes it another request.
  const request =
    key === undefined
      ? undefined
      : { key: sha256(JSON.stringify([agent, key])), hash: sha256(canonicalJson([name, id, body])) };
  const handler: (deps: AgentsDeps, call: Call<never>) => Promise<UcpAnswer> = handlers[name];
  return handler(deps, { body: parsed.data as never, id, request });
}
