import type { Product } from '#domains/catalog/shapes.ts';
import { type EffectivePrice, priceOfProduct } from '#domains/promotions/price.ts';
import type { Day } from '#shared/dates.ts';
import type { Image } from '#shared/image.ts';
import { type Kobo, koboOfNaira, sumOfKobo } from '#shared/money.ts';
import { type Cart, type CartEntry, storedPrice } from './cart.ts';

/** The server's data on the products of a cart. */
export interface Answer {
  products: readonly Pick<
    Product,
    'id' | 'name' | 'price' | 'promotion' | 'image' | 'featured' | 'soldOut' | 'likes'
  >[];
  today: Day;
}

/** One displayed line, with today's price. */
export interface CartRow extends EffectivePrice {
  entry: CartEntry;
  id: string;
  name: string;
  image: Image;
  /** The day of the price; unknown before there is an answer. */
  today: Day | undefined;
  /** Whether it was added under a promotion that no longer applies. */
  lapsed: boolean;
  /** Whether the product was deleted, or is a draft. */
  isDeleted: boolean;
  /** Whether it can be seen but not ordered. */
  isSoldOut: boolean;
  likes: number;
}

/** The rows of a cart with the server's data, or with the stored data if there is no answer yet. */
export const priced = (cart: Cart, answer: Answer | undefined): CartRow[] =>
  cart.map((entry) => (answer ? rowOf(entry, answer) : remembered(entry)));

function remembered(entry: CartEntry): CartRow {
  const { id, name, price, image } = entry.product;
  return {
    entry,
    id,
    name,
    image: { ...image, placeholder: '' },
    amount: storedPrice(entry),
    list: koboOfNaira(price),
    code: entry.promotion?.code ?? null,
    percent: null,
    endDate: null,
    today: undefined,
    lapsed: false,
    isDeleted: false,
    isSoldOut: false,
    likes: 0,
  };
}

function rowOf(entry: CartEntry, { products, today }: Answer): CartRow {
  const product = products.find((one) => one.id === entry.product.id);
  if (!product) {
    const list = koboOfNaira(entry.product.price);
    return { ...remembered(entry), amount: list, list, code: null, isDeleted: true };
  }
  const price = priceOfProduct(product, entry.promotion?.code, today);
  return {
    entry,
    id: product.id,
    name: product.name,
    image: product.image,
    ...price,
    today,
    lapsed: entry.promotion !== null && price.code === null,
    isDeleted: false,
    isSoldOut: product.soldOut,
    likes: product.likes,
  };
}

/** Whether a row can be ordered. Others count neither as items to order nor in the total. */
export const canOrder = (row: CartRow): boolean => !row.isDeleted && !row.isSoldOut;

/** The sum of the effective prices of the rows that can be ordered. */
export const totalOf = (rows: readonly CartRow[]): Kobo =>
  sumOfKobo(rows.filter(canOrder).map((row) => row.amount));

/** The cart's sort orders; 'featured' is the order of adding. */
export const CART_SORTS = [
  'featured',
  'price-low',
  'price-high',
  'name-asc',
  'name-desc',
  'most-liked',
] as const;
export type CartSort = (typeof CART_SORTS)[number];

const byName = (a: CartRow, b: CartRow): number =>
  a.name.localeCompare(b.name, 'en', { sensitivity: 'base' });
const comparisons: Record<CartSort, (a: CartRow, b: CartRow) => number> = {
  featured: () => 0,
  'price-low': (a, b) => a.amount - b.amount,
  'price-high': (a, b) => b.amount - a.amount,
  'name-asc': byName,
  'name-desc': (a, b) => byName(b, a),
  'most-liked': (a, b) => b.likes - a.likes,
};

/** Sorts by the displayed price; equal prices keep the order of adding. */
export const sorted = (rows: readonly CartRow[], sort: CartSort): CartRow[] =>
  rows.toSorted(comparisons[sort]);
