import { createHash } from 'node:crypto';
import { UCP_OPERATIONS, type UcpBody, type UcpOperationName } from '../ucp.contract.ts';
import type { UcpAnswer } from '../ucp-answer.ts';
import type { SessionWrite } from './agent-session.repository.ts';
import { type AgentsDeps, UcpRefusal } from './agents-deps.ts';
import { getProductDetail, lookupCatalog, searchCatalog } from './catalog-answers.ts';
import { cancelSession, createCart, createCheckout, readSession, updateSession } from './session-answers.ts';

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

const handlers: { [N in UcpOperationName]: (deps: AgentsDeps, call: Call<N>) => Promise<UcpAnswer> } = {
  search_catalog: (deps, { body }) => searchCatalog(deps, body),
  lookup_catalog: (deps, { body }) => lookupCatalog(deps, body),
  get_product: (deps, { body }) => getProductDetail(deps, body),
  create_cart: (deps, { body, request }) => createCart(deps, body, request),
  get_cart: (deps, { id }) => readSession(deps, 'cart', id),
  update_cart: (deps, { id, body, request }) => updateSession(deps, { kind: 'cart', id }, body, request),
  cancel_cart: (deps, { id, request }) => cancelSession(deps, { kind: 'cart', id }, request),
  create_checkout: (deps, { body, request }) => createCheckout(deps, body, request),
  get_checkout: (deps, { id }) => readSession(deps, 'checkout', id),
  update_checkout: (deps, { id, body, request }) =>
    updateSession(deps, { kind: 'checkout', id }, body, request),
  // The buyer alone places orders, whatever the agent sends.
  complete_checkout: (deps, { id }) => readSession(deps, 'checkout', id),
  cancel_checkout: (deps, { id, request }) => cancelSession(deps, { kind: 'checkout', id }, request),
};

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

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
  const request =
    key === undefined ? undefined : { key: sha256([agent, key]), hash: sha256([name, id, parsed.data]) };
  const handler: (deps: AgentsDeps, call: Call<never>) => Promise<UcpAnswer> = handlers[name];
  return handler(deps, { body: parsed.data as never, id, request });
}
