import type { Product } from '#domains/catalog/shapes.ts';
import { priceOf } from '#domains/promotions/price.ts';
import type { Day } from '#shared/dates.ts';
import type { Image } from '#shared/image.ts';
import { type Kobo, koboOfNaira, sumOfKobo } from '#shared/money.ts';
import { type Cart, type CartEntry, keptPrice } from './cart.ts';

/** What the shop says about the products of a cart. */
export interface Answer {
  products: readonly Pick<Product, 'id' | 'name' | 'price' | 'promotion' | 'image' | 'featured' | 'likes'>[];
  today: Day;
}

/** One line as it is shown: today's price, not the remembered one. */
export interface CartRow {
  entry: CartEntry;
  id: string;
  name: string;
  image: Image;
  /** What is to be paid today. */
  amount: Kobo;
  list: Kobo;
  /** The code that makes `amount` smaller than `list`, or null. */
  code: string | null;
  /** It was added under a promotion that no longer applies. */
  lapsed: boolean;
  /** The shop no longer has it. It counts neither as an item to order nor in the total. */
  gone: boolean;
  likes: number;
}

/** The rows of a cart with the shop's answer; without one (not there yet) with what the cart remembers. */
export const priced = (cart: Cart, answer: Answer | undefined): CartRow[] =>
  cart.map((entry) => (answer ? rowOf(entry, answer) : remembered(entry)));

function remembered(entry: CartEntry): CartRow {
  const { id, name, price, image } = entry.product;
  return {
    entry,
    id,
    name,
    image: { ...image, placeholder: '' },
    amount: keptPrice(entry),
    list: koboOfNaira(price),
    code: entry.promotion?.code ?? null,
    lapsed: false,
    gone: false,
    likes: 0,
  };
}

function rowOf(entry: CartEntry, { products, today }: Answer): CartRow {
  const product = products.find((one) => one.id === entry.product.id);
  if (!product) {
    const list = koboOfNaira(entry.product.price);
    return { ...remembered(entry), amount: list, list, code: null, gone: true };
  }
  const price = priceOf(koboOfNaira(product.price), product.promotion, entry.promotion?.code, today);
  return {
    entry,
    id: product.id,
    name: product.name,
    image: product.image,
    ...price,
    lapsed: entry.promotion !== null && price.code === null,
    gone: false,
    likes: product.likes,
  };
}

/** The sum of what is to be paid for the rows that can be ordered. */
export const totalOf = (rows: readonly CartRow[]): Kobo =>
  sumOfKobo(rows.filter((row) => !row.gone).map((row) => row.amount));

/** The orders a cart can be looked at in; 'featured' is the order of adding. */
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

/** By the price shown; equal ones keep the order of adding. */
export const sorted = (rows: readonly CartRow[], sort: CartSort): CartRow[] =>
  rows.toSorted(comparisons[sort]);
