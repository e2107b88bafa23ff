import { PRODUCT_SORTS } from '#domains/catalog/products/product-list.ts';
import type { ProductsSearch } from '#domains/catalog/products/ui/admin/product-admin.queries.ts';

export interface ProductsPageSearch extends ProductsSearch {
  /** The list by default. */
  tab?: 'bulk';
}

type Raw = { [Name in keyof ProductsPageSearch]?: unknown };

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text.slice(0, 200);
};

/** Parses the search parameters; invalid values are dropped. */
export function productsPageSearchOf({ search, category, sort, page, tab }: Raw): ProductsPageSearch {
  const number = Number(textOf(page));
  return {
    search: textOf(search),
    category: textOf(category),
    sort: PRODUCT_SORTS.find((one) => one === sort && one !== 'newest'),
    page: Number.isInteger(number) && number > 1 && number <= 1_000_000 ? number : undefined,
    tab: tab === 'bulk' ? 'bulk' : undefined,
  };
}
