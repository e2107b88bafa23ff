import { readFileSync } from 'node:fs';
import { demoCategories } from '#demo-store/categories.ts';
import type { DemoCategoryKey } from '#demo-store/category.ts';
import { demoProducts } from '#demo-store/products.ts';

/** How the query differs from what the shop itself writes. */
export const KINDS = [
  'exact',
  'no tone marks',
  'joined',
  'hyphens',
  'plural',
  'one letter',
  'two letters',
  'synonym',
  'two words',
  'noise',
  'category',
  'colour',
  'description',
] as const;
export type QueryKind = (typeof KINDS)[number];

/** A query as a shopper types it, with the names of the products of the demo store that are right as the first hit. */
export interface JudgedQuery {
  kind: QueryKind;
  query: string;
  reason: string;
  /** At least one. The order is for the reader: each of them is equally right. */
  products: ReadonlySet<string>;
}

const HEADER = 'kind\tquery\treason\tproducts';
const ALL_OF = 'all of ';

/**
 * Reads the judged queries: a header, then one query a line, cells divided by tabs, products by ' | '. 'all of Agbada'
 * stands for the products of that category and of those below it. Throws with the line for what the demo store does not
 * have, for an unknown kind, an empty cell and a query that is there twice.
 */
export function readJudgedQueries(text: string): JudgedQuery[] {
  const [header, ...lines] = text.trimEnd().split('\n');
  if (header !== HEADER) throw new Error(`The first line is not '${HEADER}'`);
  const seen = new Set<string>();
  return lines.map((line, index) => {
    const fail = (why: string): never => {
      throw new Error(`line ${index + 2}: ${why}`);
    };
    const cells = line.split('\t');
    const [kind = '', query = '', reason = '', products = ''] = cells;
    if (cells.length !== 4 || cells.some((cell) => cell.trim() !== cell || cell === '')) {
      fail('not four cells without blanks around them');
    }
    if (!KINDS.includes(kind as QueryKind)) fail(`there is no kind '${kind}'`);
    if (seen.has(query)) fail(`'${query}' is there twice`);
    seen.add(query);
    const names = products.split(' | ').flatMap((name) => namesOf(name) ?? fail(`there is no '${name}'`));
    return { kind: kind as QueryKind, query, reason, products: new Set(names) };
  });
}

export const judgedQueries = (): JudgedQuery[] =>
  readJudgedQueries(readFileSync(new URL('./judged-queries.tsv', import.meta.url), 'utf8'));

/** Names of products; undefined for a name that the demo store does not have. */
function namesOf(name: string): string[] | undefined {
  if (!name.startsWith(ALL_OF))
    return demoProducts.some((product) => product.name === name) ? [name] : undefined;
  const category = demoCategories.find((one) => one.name === name.slice(ALL_OF.length));
  return category && productsIn(category.key);
}

function productsIn(category: DemoCategoryKey): string[] {
  const below = demoCategories.filter(({ parentKey }) => parentKey === category);
  return [
    ...demoProducts.filter(({ categoryKey }) => categoryKey === category).map(({ name }) => name),
    ...below.flatMap(({ key }) => productsIn(key)),
  ];
}
