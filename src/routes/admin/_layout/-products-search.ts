import { PRODUCT_SORTS } from '#domains/catalog/products/product-list.ts';
import type { ProductsSearch } from '#domains/catalog/products/ui/admin/product-admin.queries.ts';

export interface ProductsAddress extends ProductsSearch {
  /** The list by default. */
  tab?: 'bulk';
}

type Raw = { [Name in keyof ProductsAddress]?: unknown };

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text.slice(0, 200);
};

/** Parses the search parameters; invalid values are dropped. */
export function productsAddressOf({ search, category, sort, page, tab }: Raw): ProductsAddress {
  const number = Number(textOf(page));
  return {
    search: textOf(search),
    category: textOf(category),
    sort: PRODUCT_SORTS.find((one) => one === sort && one !== 'newest'),
    page: Number.isInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined,
    tab: tab === 'bulk' ? 'bulk' : undefined,
  };
}
