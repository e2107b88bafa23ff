import type { Queryable } from '#db/client.ts';
import type { Check } from '#platform/doctor/examine.ts';
import { type Finding, ok, problem, warning } from '#platform/doctor/finding.ts';
import type { Day } from '#shared/dates.ts';
import { plural } from '#shared/plural.ts';
import { targetOf } from '../dead-link.ts';
import {
  findLinkTargets,
  listFreeProducts,
  listProductsWithoutImage,
  listPromotionsUntil,
  listSlideLinks,
} from './shop-flaws.repository.ts';

/** Rows read of each kind; beyond that the number is 'more than'. */
const MOST = 100;

interface ShopChecksDeps {
  /** The owner's connections, read only. */
  db: Queryable;
  publicUrl: string;
  today(): Day;
}

/** What shoppers would notice: slides, products and promotions. */
export const shopChecks = ({ db, publicUrl, today }: ShopChecksDeps): Check[] => [
  { what: 'Slides', needs: 'Database', run: () => slides(db, publicUrl, today()) },
  { what: 'Product images', needs: 'Database', run: () => productImages(db) },
  { what: 'Prices', needs: 'Database', run: () => prices(db, today()) },
  { what: 'Promotions', needs: 'Database', run: () => promotions(db, today()) },
];

async function slides(db: Queryable, publicUrl: string, today: Day): Promise<Finding> {
  const action = { label: 'Hero slides', to: '/admin/hero-slides' };
  const links = (await listSlideLinks(db, MOST)).map(({ title, link }) => ({
    title,
    link,
    target: targetOf(link, publicUrl),
  }));
  const targets = links.flatMap(({ target }) => (target && target !== 'outside' ? [target] : []));
  const found = await findLinkTargets(db, {
    ids: targets.flatMap(({ productId }) => productId ?? []),
    categories: targets.flatMap(({ category }) => category ?? []),
    codes: targets.flatMap(({ promotion }) => promotion ?? []),
    today,
  });
  const leadsSomewhere = (target: (typeof links)[number]['target']) =>
    target === 'outside' ||
    (target !== null &&
      [target.productId, target.category, target.promotion].every(
        (key) => key === undefined || found.has(key),
      ));
  const dead = links.filter(({ target }) => !leadsSomewhere(target));
  if (dead.length === 0)
    return ok('Slides', `the links of ${plural(links.length, 'slide')} lead to a page`, { action });
  return problem(
    'Slides',
    `${listed(dead.map(({ title, link }) => `‘${title}’ leads to ${link}`))}, which shows nothing`,
    'give the slide another link, or hide it',
    { action },
  );
}

async function productImages(db: Queryable): Promise<Finding> {
  const products = await listProductsWithoutImage(db, MOST + 1);
  if (products.length === 0) return ok('Product images', 'every published product has one');
  return warning(
    'Product images',
    `${counted(products.length, 'has', 'have')} no image: ${listed(products.map(({ name }) => `‘${name}’`))}`,
    'add an image, or make the product a draft',
    { action: openProduct(products) },
  );
}

async function prices(db: Queryable, today: Day): Promise<Finding> {
  const products = await listFreeProducts(db, today, MOST + 1);
  if (products.length === 0) return ok('Prices', 'every published product has one');
  const names = products.map(({ name, code }) => `‘${name}’${code ? ` with ${code}` : ''}`);
  return problem(
    'Prices',
    `${counted(products.length, 'costs', 'cost')} nothing, now or on a coming day: ${listed(names)}`,
    'set the price, lower the value of the promotion, or make the product a draft',
    { action: openProduct(products) },
  );
}

async function promotions(db: Queryable, today: Day): Promise<Finding> {
  const action = { label: 'Promotions', to: '/admin/promotions' };
  const last = await listPromotionsUntil(db, today, MOST);
  if (last.length === 0) return ok('Promotions', 'none ends within 24 hours', { action });
  return warning(
    'Promotions',
    `${listed(last.map(({ name }) => `‘${name}’`))} ${last.length === 1 ? 'ends' : 'end'} today at midnight`,
    'prolong it, or plan the next one',
    { action },
  );
}

const counted = (count: number, verb: string, verbs: string): string =>
  count > MOST
    ? `More than ${MOST} products ${verbs}`
    : plural(count, `product ${verb}`, `products ${verbs}`);

const openProduct = ([first]: readonly { id: string; name: string }[]) => ({
  label: first ? `Open ‘${first.name}’` : 'Products',
  to: first ? `/admin/products/${first.id}` : '/admin/products',
});

/** The first three, and how many more. */
function listed(texts: readonly string[]): string {
  const rest = texts.length - 3;
  return `${texts.slice(0, 3).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
