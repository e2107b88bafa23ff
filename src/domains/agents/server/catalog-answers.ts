import type { ProductSummary } from '#domains/catalog/shapes.ts';
import { priceOfProduct } from '#domains/promotions/price.ts';
import { closeText } from '#shared/close-words.ts';
import type { Day } from '#shared/dates.ts';
import { isId } from '#shared/random-id.ts';
import { MOST_PRODUCTS, type SearchFilters, type UcpBody } from '../ucp.contract.ts';
import { errorAnswer, errorMessage, successOf, type UcpAnswer, type UcpMessage } from '../ucp-answer.ts';
import { type UcpProduct, ucpProductsOf } from '../ucp-product.ts';
import { type AgentsDeps, UcpRefusal } from './agents-deps.ts';

/** Hits of a page without a limit, as the protocol says. */
const PAGE_SIZE = 10;
/** Products of a page that is read to be filtered, and the pages read for one answer. */
const FILTERED_SIZE = 100;
const MOST_PAGES = 10;

/** Where the next page of a search begins: `skip` products of a page of the shop's own list were answered. */
interface Place {
  page: number;
  skip: number;
  size: number;
}

/**
 * Searches published products, or lists all. A page with filters may have fewer products than its limit. Without a hit a
 * message names the words that may have been meant.
 */
export async function searchCatalog(
  deps: AgentsDeps,
  { query, context, filters, pagination = {} }: UcpBody<'search_catalog'>,
): Promise<UcpAnswer> {
  const limit = Math.min(pagination.limit ?? PAGE_SIZE, MOST_PRODUCTS);
  const { fits, category, messages } = await filterOf(deps, filters, context?.currency, true);
  const found: string[] = [];
  let next: Place | null = pagination.cursor
    ? placeOf(pagination.cursor)
    : { page: 1, skip: 0, size: fits ? FILTERED_SIZE : limit };
  let total: number | undefined;
  for (let read = 0; next && read < MOST_PAGES && found.length < limit; read++) {
    const { page, size }: Place = next;
    const list = await deps.catalog.listProducts({ search: query, category, page, pageSize: size });
    // A page past the end is the last one, which was answered.
    if (list.page !== page) {
      next = null;
      break;
    }
    let { skip }: Place = next;
    for (; skip < list.items.length && found.length < limit; skip++) {
      const item = list.items[skip]!;
      if (!fits || fits(item, list.today)) found.push(item.id);
    }
    if (skip < list.items.length) next = { page, skip, size };
    else next = page < list.pageCount ? { page: page + 1, skip: 0, size } : null;
    if (!fits && !list.capped) total = list.total;
    if (list.total === 0)
      for (const { word, by } of list.close)
        messages.push({ type: 'info', code: 'close_words', content: closeText(word, by) });
  }
  const { products } = await productsOf(deps, found);
  return {
    ucp: successOf('catalog.search'),
    products: [...products.values()].map(({ product }) => product),
    pagination: {
      has_next_page: next !== null,
      ...(next && { cursor: cursorOf(next) }),
      ...(total !== undefined && { total_count: total }),
    },
    ...(messages.length > 0 && { messages }),
  };
}

const cursorOf = ({ page, skip, size }: Place): string =>
  Buffer.from(`${page}.${skip}.${size}`).toString('base64url');

function placeOf(cursor: string): Place {
  const match = /^([1-9]\d{0,5})\.(\d{1,3})\.([1-9]\d{0,2})$/.exec(
    Buffer.from(cursor, 'base64url').toString(),
  );
  const [page = 0, skip = 0, size = 0] = match?.slice(1).map(Number) ?? [];
  if (!match || size > FILTERED_SIZE)
    throw new UcpRefusal('invalid_cursor', 'This cursor is not of this shop.');
  return { page, skip, size };
}

type Fits = (product: Pick<ProductSummary, 'price' | 'promotion' | 'category'>, today: Day) => boolean;

/** What filters mean. With `isList` the list itself reads one category; all else is decided for each product. */
async function filterOf(
  { categoryIdsOf, shop }: AgentsDeps,
  { categories = [], price }: SearchFilters = {},
  currency?: string,
  isList = false,
): Promise<{ fits: Fits | null; category?: string; messages: UcpMessage[] }> {
  const messages: UcpMessage[] = [];
  const tests: Fits[] = [];
  const category = isList && categories.length === 1 ? categories[0] : undefined;
  if (categories.length > 0 && !category) {
    const wanted = new Set((await Promise.all(categories.map(categoryIdsOf))).flat());
    tests.push(({ category }) => category !== null && wanted.has(category.id));
  }
  if (price && currency && currency.toUpperCase() !== shop.currency) {
    messages.push({
      ...{ type: 'warning', code: 'filter_ignored' },
      content: `The price filter was ignored: prices are in ${shop.currency}.`,
    });
  } else if (price) {
    tests.push((product, today) => {
      const { amount } = priceOfProduct(product, product.promotion?.code, today);
      return amount >= (price.min ?? 0) && amount <= (price.max ?? Number.POSITIVE_INFINITY);
    });
  }
  const fits: Fits = (product, today) => tests.every((test) => test(product, today));
  return { fits: tests.length > 0 ? fits : null, category, messages };
}

/** The published products of these ids by id, in this order. Others are left out. */
export async function productsOf({ catalog, shop }: AgentsDeps, ids: readonly string[], isWhole = false) {
  const known = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];
  if (known.length === 0)
    return { products: new Map<string, ReturnType<ReturnType<typeof ucpProductsOf>>>() };
  const { products, today } = await catalog.getProducts({ ids: known });
  const convert = ucpProductsOf(shop, today);
  return {
    raw: products,
    today,
    products: new Map(products.map((product) => [product.id, convert(product, isWhole)])),
  };
}

/** Products by their ids. A product is its own variant, so each id is an exact match. */
export async function lookupCatalog(
  deps: AgentsDeps,
  { ids, context, filters }: UcpBody<'lookup_catalog'>,
): Promise<UcpAnswer> {
  const { fits, messages } = await filterOf(deps, filters, context?.currency);
  const { products, raw = [], today } = await productsOf(deps, ids, true);
  const fitting = raw.filter((one) => !fits || fits(one, today!));
  const missing = [...new Set(ids)].filter((id) => !products.has(id.toLowerCase()));
  return {
    ucp: successOf('catalog.lookup'),
    products: fitting.map(({ id }) => withInputs(products.get(id)!.product, ids)),
    messages: [
      ...messages,
      ...missing.map((id): UcpMessage => ({ type: 'info', code: 'not_found', content: id })),
    ],
  };
}

function withInputs(product: UcpProduct, ids: readonly string[]) {
  const inputs = [...new Set(ids)]
    .filter((id) => id.toLowerCase() === product.id)
    .map((id) => ({ id, match: 'exact' }));
  return { ...product, variants: product.variants.map((variant) => ({ ...variant, inputs })) };
}

/** One product in full. */
export async function getProductDetail(deps: AgentsDeps, { id }: UcpBody<'get_product'>): Promise<UcpAnswer> {
  const found = (await productsOf(deps, [id], true)).products.get(id.toLowerCase());
  if (!found) return errorAnswer([errorMessage('not_found', `There is no product ${id}.`, 'unrecoverable')]);
  return { ucp: successOf('catalog.lookup'), product: found.product };
}
