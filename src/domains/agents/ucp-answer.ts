import type { Kobo } from '#shared/money.ts';
import { UCP_VERSION } from './ucp.contract.ts';

/** A message of an answer. `severity` is of errors alone: who can resolve it. */
export type UcpMessage =
  | { type: 'error'; code: string; content: string; severity: Severity }
  | { type: 'warning' | 'info'; code: string; content: string };
type Severity = 'recoverable' | 'requires_buyer_review' | 'unrecoverable';

/** Any answer of the protocol; its schemas describe the rest. */
export interface UcpAnswer {
  ucp: { version: string; status: 'success' | 'error' };
  messages?: UcpMessage[];
  [field: string]: unknown;
}

export type Capability = 'catalog.search' | 'catalog.lookup' | 'cart' | 'checkout';
/** With the `$id` of the schema file of each. */
const CAPABILITIES: Record<Capability, string> = {
  'catalog.search': 'catalog_search',
  'catalog.lookup': 'catalog_lookup',
  cart: 'cart',
  checkout: 'checkout',
};

export const errorMessage = (
  code: string,
  content: string,
  severity: Severity = 'recoverable',
): UcpMessage => ({ type: 'error', code, content, severity });

/** The metadata of an answer that has what was requested. */
export const successOf = (capability: Capability) => ({
  version: UCP_VERSION,
  status: 'success' as const,
  capabilities: { [`dev.ucp.shopping.${capability}`]: [{ version: UCP_VERSION }] },
  // Nothing is paid in the shop: payment is agreed with the seller.
  ...(capability === 'checkout' && { payment_handlers: {} }),
});

/** An answer without what was requested. */
export const errorAnswer = (messages: UcpMessage[], continueUrl?: string): UcpAnswer => ({
  ucp: { version: UCP_VERSION, status: 'error' },
  messages,
  ...(continueUrl && { continue_url: continueUrl }),
});

/** A subtotal and a total, which are equal: the shop adds neither tax nor delivery. */
export const totalsOf = (amount: Kobo) => [
  { type: 'subtotal', display_text: 'Subtotal', amount },
  { type: 'total', display_text: 'Total', amount },
];

/** The profile under /.well-known/ucp: what the shop can do, and where. */
export function ucpProfile(publicUrl: string) {
  const spec = `https://ucp.dev/${UCP_VERSION}/specification`;
  const files = `https://ucp.dev/${UCP_VERSION}`;
  const service = (transport: 'rest' | 'mcp', file: string, path: string) => ({
    version: UCP_VERSION,
    spec: `${spec}/overview`,
    transport,
    schema: `${files}/services/shopping/${file}.json`,
    endpoint: `${publicUrl}${path}`,
  });
  return {
    ucp: {
      version: UCP_VERSION,
      services: {
        'dev.ucp.shopping': [
          service('rest', 'rest.openapi', '/ucp/v1'),
          service('mcp', 'mcp.openrpc', '/ucp/mcp'),
        ],
      },
      capabilities: Object.fromEntries(
        Object.entries(CAPABILITIES).map(([name, file]) => [
          `dev.ucp.shopping.${name}`,
          [
            {
              version: UCP_VERSION,
              spec: `${spec}/${name.replace('.', '/')}`,
              schema: `${files}/schemas/shopping/${file}.json`,
            },
          ],
        ]),
      ),
      payment_handlers: {},
    },
  };
}
