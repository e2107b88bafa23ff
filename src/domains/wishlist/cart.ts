import type { Kobo } from '#shared/money.ts';
import { koboOfNaira } from '#shared/money.ts';
import { MAX_LINES, MAX_NOTE } from '#shared/order-limits.ts';

/** The cart's key in localStorage. */
export const CART_KEY = 'wishlist';

/**
 * The stored copy of a product, so that the cart can be shown before the server answers. Prices are in naira.
 */
export interface CartProduct {
  id: string;
  name: string;
  /** The list price when the product was added. */
  price: number;
  image: { url: string; width: number; height: number };
}

export interface CartEntry {
  product: CartProduct;
  notes: string;
  /** The promotion through which it was found, and its price then, in naira. */
  promotion: { code: string; price: number } | null;
  /** When it was added, an ISO instant; '' if unknown. */
  addedAt: string;
}

export type Cart = readonly CartEntry[];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const clipped = (note: string): string => note.slice(0, MAX_NOTE).toWellFormed();

/** Parses an amount of naira that the shop could have written, also as text; otherwise undefined. */
function nairaOf(value: unknown): number | undefined {
  const amount = typeof value === 'string' && value.trim() ? Number(value) : value;
  if (typeof amount !== 'number' || amount < 0 || amount > 9_999_999_999.99) return undefined;
  try {
    koboOfNaira(amount);
    return amount;
  } catch {
    return undefined;
  }
}

const sizeOf = (value: unknown, otherwise: number): number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= 20_000
    ? (value as number)
    : otherwise;

function imageOf(value: unknown): CartProduct['image'] {
  const raw = isObject(value) ? value : {};
  // Accepts only a path of this shop: the storage is untrusted.
  const url = typeof raw.url === 'string' && /^\/(?!\/)/.test(raw.url) ? raw.url : '/uploads/placeholder.jpg';
  return { url, width: sizeOf(raw.width, 1200), height: sizeOf(raw.height, 1500) };
}

function entryOf(value: unknown): CartEntry | undefined {
  if (!isObject(value) || !isObject(value.product)) return undefined;
  const { id, name, price, image } = value.product;
  const naira = nairaOf(price);
  if (typeof id !== 'string' || id === '' || id.length > 100 || typeof name !== 'string') return undefined;
  if (naira === undefined) return undefined;
  const promotion = isObject(value.promotion) ? value.promotion : {};
  const promotional = nairaOf(promotion.price);
  return {
    product: { id, name: name.slice(0, 500).toWellFormed(), price: naira, image: imageOf(image) },
    notes: typeof value.notes === 'string' ? clipped(value.notes) : '',
    promotion:
      typeof promotion.code === 'string' && promotion.code !== '' && promotional !== undefined
        ? { code: promotion.code.slice(0, 40), price: promotional }
        : null,
    addedAt: typeof value.addedAt === 'string' ? value.addedAt : '',
  };
}

/** Parses the stored text and drops invalid entries. Never throws. */
export function parseCart(text: string | null): Cart {
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  const byId = new Map<string, CartEntry>();
  for (const one of value) {
    const entry = entryOf(one);
    if (entry && !byId.has(entry.product.id)) byId.set(entry.product.id, entry);
    if (byId.size === MAX_LINES) break;
  }
  return [...byId.values()];
}

export const holds = (cart: Cart, productId: string): boolean =>
  cart.some((entry) => entry.product.id === productId);

/** Sets the entry's note; does nothing for an absent product. */
export const withNote = (cart: Cart, productId: string, note: string): Cart =>
  cart.map((entry) => (entry.product.id === productId ? { ...entry, notes: clipped(note) } : entry));

/** Appends an entry; for a product already present only updates the note. 'full' if the cart is full. */
export function withEntry(cart: Cart, entry: CartEntry): Cart | 'full' {
  if (holds(cart, entry.product.id)) return withNote(cart, entry.product.id, entry.notes);
  if (cart.length >= MAX_LINES) return 'full';
  return [...cart, { ...entry, notes: clipped(entry.notes) }];
}

export const without = (cart: Cart, productIds: readonly string[]): Cart =>
  cart.filter((entry) => !productIds.includes(entry.product.id));

/**
 * Puts entries of `before` back behind what they stood behind, except those that were added again, and where the cart is
 * full.
 */
export function restored(cart: Cart, before: Cart, productIds: readonly string[]): Cart {
  let all = cart;
  let place = 0;
  for (const entry of before) {
    const at = all.findIndex(({ product }) => product.id === entry.product.id);
    if (at >= 0) place = at + 1;
    else if (productIds.includes(entry.product.id) && all.length < MAX_LINES)
      all = all.toSpliced(place++, 0, entry);
  }
  return all;
}

/**
 * The cart with all of an order's entries. A product that is in it already gets the note if it has none. Why not all fit:
 * 'full', or 'note' for a product with two different notes.
 */
export function withAll(cart: Cart, entries: Cart): Cart | 'full' | 'note' {
  let all = cart;
  for (const entry of entries) {
    const own = all.find(({ product }) => product.id === entry.product.id);
    if (own && entry.notes && own.notes !== entry.notes) {
      if (own.notes.trim()) return 'note';
      all = withNote(all, entry.product.id, entry.notes);
    } else if (!own) {
      if (all.length >= MAX_LINES) return 'full';
      all = [...all, entry];
    }
  }
  return all;
}

/** Whether two carts have the same lines, notes and codes, and so make the same order. */
export const ordersTheSame = (one: Cart, other: Cart): boolean => substance(one) === substance(other);

const substance = (cart: Cart): string =>
  JSON.stringify(
    cart
      .map((entry) => [entry.product.id, entry.notes, entry.promotion?.code ?? null])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

/** The price of an entry when it was added. */
export const storedPrice = (entry: CartEntry): Kobo =>
  koboOfNaira(entry.promotion?.price ?? entry.product.price);
