import { z } from 'zod';
import { MAX_LINES } from '#shared/order-limits.ts';
import { text } from '#shared/shapes.ts';

/** The version of the Universal Commerce Protocol (https://ucp.dev) that the shop speaks. */
export const UCP_VERSION = '2026-04-08';

/** The largest page of a search, and the most ids of a lookup. */
export const MOST_PRODUCTS = 50;

// What an agent sends: each text and list is bounded, and unknown fields are dropped. Data of the buyer, payment and
// signals are not read, because the buyer enters them in the shop.

const productId = text(100);
const amount = z.int().min(0).max(1_000_000_000_000);
/** Any text, as the protocol says: prices of another currency than the shop's are not compared. */
const context = z.object({ currency: z.string().optional() });
const filters = z.object({
  categories: z.array(text(200)).max(20).optional(),
  price: z.object({ min: amount.optional(), max: amount.optional() }).optional(),
});
export type SearchFilters = z.output<typeof filters>;

const catalogSearch = z.object({
  query: text(500).optional(),
  context: context.optional(),
  filters: filters.optional(),
  pagination: z
    // A larger limit than the shop's is answered by as many as it has.
    .object({ cursor: text(100).optional(), limit: z.int().min(1).optional() })
    .optional(),
});
const catalogLookup = z.object({
  ids: z.array(productId).min(1).max(MOST_PRODUCTS),
  context: context.optional(),
  filters: filters.optional(),
});
const productDetail = z.object({ id: productId });

const lineItems = z
  .array(z.object({ item: z.object({ id: productId }), quantity: z.int().min(1).max(1_000_000) }))
  .max(MAX_LINES);
export type LineItems = z.output<typeof lineItems>;
const cart = z.object({ line_items: lineItems });
const checkout = z
  .object({ line_items: lineItems.optional(), cart_id: text(100).optional() })
  .refine((body) => body.line_items !== undefined || body.cart_id !== undefined, {
    path: ['line_items'],
    error: 'Required without cart_id',
  });
const nothing = z.object({}).optional();

/** One operation, as both bindings read it: REST by `method` and `path`, MCP as a tool of its name. */
export interface UcpOperation<Body extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT';
  /** Below the REST endpoint; `:id` is the cart or checkout. */
  path: string;
  /** For a model that chooses among tools. */
  summary: string;
  /** The name of the body among the arguments of the tool. */
  argument?: 'catalog' | 'cart' | 'checkout';
  body: Body;
  /** The status of a REST answer that has a cart or checkout. */
  status?: 201;
  /** Whether it writes a row, and has a limit of its own. */
  creates?: true;
}

const operation = <Body extends z.ZodType>(declared: UcpOperation<Body>) => declared;

export const UCP_OPERATIONS = {
  search_catalog: operation({
    ...({ method: 'POST', path: '/catalog/search', argument: 'catalog', body: catalogSearch } as const),
    summary: 'Search the products of the shop by words, categories and price.',
  }),
  lookup_catalog: operation({
    ...({ method: 'POST', path: '/catalog/lookup', argument: 'catalog', body: catalogLookup } as const),
    summary: 'Read products by their ids: current price, promotion and availability.',
  }),
  get_product: operation({
    ...({ method: 'POST', path: '/catalog/product', argument: 'catalog', body: productDetail } as const),
    summary: 'Read one product with its whole description and all images.',
  }),
  create_cart: operation({
    ...({
      method: 'POST',
      path: '/carts',
      argument: 'cart',
      body: cart,
      status: 201,
      creates: true,
    } as const),
    summary: 'Create a cart of products. Each product is made once: quantities are 1.',
  }),
  get_cart: operation({
    ...({ method: 'GET', path: '/carts/:id', body: nothing } as const),
    summary: 'Read a cart at current prices.',
  }),
  update_cart: operation({
    ...({ method: 'PUT', path: '/carts/:id', argument: 'cart', body: cart } as const),
    summary: 'Replace the products of a cart.',
  }),
  cancel_cart: operation({
    ...({ method: 'POST', path: '/carts/:id/cancel', body: nothing } as const),
    summary: 'Cancel a cart.',
  }),
  create_checkout: operation({
    ...({ method: 'POST', path: '/checkout-sessions', argument: 'checkout', body: checkout } as const),
    ...({ status: 201, creates: true } as const),
    summary: 'Create a checkout of products or a cart. Its continue_url fills the buyer’s own cart.',
  }),
  get_checkout: operation({
    ...({ method: 'GET', path: '/checkout-sessions/:id', body: nothing } as const),
    summary: 'Read a checkout at current prices.',
  }),
  update_checkout: operation({
    ...({ method: 'PUT', path: '/checkout-sessions/:id', argument: 'checkout', body: cart } as const),
    summary: 'Replace the products of a checkout.',
  }),
  complete_checkout: operation({
    ...({ method: 'POST', path: '/checkout-sessions/:id/complete', argument: 'checkout' } as const),
    body: nothing,
    summary: 'Never places an order: answers the checkout, which the buyer completes at its continue_url.',
  }),
  cancel_checkout: operation({
    ...({ method: 'POST', path: '/checkout-sessions/:id/cancel', body: nothing } as const),
    summary: 'Cancel a checkout.',
  }),
};

export type UcpOperations = typeof UCP_OPERATIONS;
export type UcpOperationName = keyof UcpOperations;
export type UcpBody<N extends UcpOperationName> = z.output<UcpOperations[N]['body']>;
