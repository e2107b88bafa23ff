import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { openDatabase } from '#db/client.ts';
import { keepPreviewKey } from '#db/installation.ts';
import { applyPlannedChanges } from '#domains/calendar/server/planned-change.service.ts';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { contentRouter } from '#domains/content/server/router.ts';
import { promotionsRouter } from '#domains/promotions/server/router.ts';
import { clockIn } from '#platform/clock.ts';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { connectOwner, createTestDatabase } from '#platform/postgres/test-database.ts';
import { createPreviewLinks, previewKey } from '#platform/preview-links.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { type Day, dayIn, dayPlus } from '#shared/dates.ts';
import { codeOf } from '#shared/messages.ts';
import type { Preview } from '#shared/preview.ts';
import type { AppRouter } from './app-router.ts';
import { type PreviewDeps, previewRouter } from './preview-router.ts';
import { shopInfoOf, shopRouter } from './shop-router.ts';

const SECRET = 'the secret of a test shop, 32 characters';
const ZONE = 'UTC';

/** A database whose shop can be read as a visitor, today, on a moved clock, or in a preview. */
export async function openPreviewShop() {
  const base = await createTestDatabase();
  await keepPreviewKey(base.url, previewKey(SECRET));
  const database = await openDatabase(base);
  const owner = await connectOwner(base.url);
  const log = createLog('silent');
  const clock = clockIn(ZONE);
  const links = createPreviewLinks({ secret: SECRET, clock });
  const deps = {
    ...{ database, log, storage: localStorage(mkdtempSync(join(tmpdir(), 'aso-preview-'))) },
    shop: shopInfoOf(readConfig({})),
  };
  const context = testContext(null);
  const routerOf = (preview: Preview) =>
    previewRouter({ ...deps, clock, secureCookies: false } as unknown as PreviewDeps, preview);
  const clientOf = (router: object) => createRouterClient(router as AppRouter, { context });
  return {
    ...{ base, database, owner, links, today: clock.today() },
    /** A visitor's client of the shop on a day of its clock, whose planned changes are applied. */
    async onDay(today: Day) {
      const moved = { ...clock, today: () => today };
      await applyPlannedChanges({ database, clock: moved });
      const there = { ...deps, clock: moved, secureCookies: false };
      return clientOf({
        catalog: catalogRouter(there),
        content: contentRouter(there),
        promotions: promotionsRouter(there),
        shop: shopRouter(there as unknown as PreviewDeps),
      });
    },
    preview: (day: Day, link = links.sign(day)) => clientOf(routerOf(link)),
    /** The names of the operations that a preview has: 'catalog.suggest'. */
    shown: Object.entries(routerOf(links.sign(clock.today()))).flatMap(([domain, operations]) =>
      Object.keys(operations).map((operation) => `${domain}.${operation}`),
    ),
    async close() {
      await owner.end();
      await database.close();
      await base.drop();
    },
  };
}
export type PreviewShop = Awaited<ReturnType<typeof openPreviewShop>>;

/** Numbers below 1, the same for each seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const WORDS = ['Agbada', 'Buba', 'Adire', 'Iro', 'Gele', 'Kaftan', 'Ankara', 'Fila'];
const SORTS = ['featured', 'most-liked', 'newest', 'price-low', 'price-high', 'name-asc'] as const;

export interface RandomShop {
  products: string[];
  categories: string[];
  codes: string[];
}

/** Replaces the shop by a random one: its products, slides and promotions, and what is planned for the next `days`. */
export async function fillRandomly(
  owner: PreviewShop['owner'],
  seed: number,
  days: number,
): Promise<RandomShop> {
  const random = randomFrom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)]!;
  const today = dayIn(ZONE, new Date());
  await owner.query(
    `delete from planned_changes; delete from products; delete from promotions; delete from categories; delete from hero_slides`,
  );
  const categories = WORDS.slice(0, 3).map((word) => `${word.toLowerCase()}-${seed}`);
  const categoryIds = categories.map(() => randomUUID());
  for (const [at, slug] of categories.entries()) {
    await owner.query('insert into categories (id, name, slug, parent_id) values ($1, $2, $2, $3)', [
      categoryIds[at],
      slug,
      at === 2 ? categoryIds[0] : null,
    ]);
  }
  const codes = ['A', 'B', 'C'].map((code) => `${code}${seed}`);
  const promotionIds = codes.map(() => randomUUID());
  for (const [at, code] of codes.entries()) {
    const start = upTo(days) - 5;
    await owner.query(
      `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value) values ($1, $2, $2, $3, $4, $5, 15)`,
      [
        promotionIds[at],
        code,
        dayPlus(today, start),
        dayPlus(today, start + upTo(12)),
        oneOf(['fixed', 'percentage']),
      ],
    );
  }
  const products = Array.from({ length: 30 }, () => randomUUID());
  for (const [at, id] of products.entries()) {
    await owner.query(
      `insert into products (id, name, description, price, category_id, promotion_id, featured, status, sold_out, likes, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now() - $11 * interval '1 hour')`,
      [
        id,
        `${oneOf(WORDS)} ${oneOf(WORDS)} ${at}`,
        `${oneOf(WORDS)} cloth`,
        1_000 * (1 + upTo(20)),
        random() < 0.8 ? oneOf(categoryIds) : null,
        random() < 0.5 ? oneOf(promotionIds) : null,
        random() < 0.3,
        random() < 0.7 ? 'published' : 'draft',
        random() < 0.1,
        upTo(5),
        at,
      ],
    );
    if (random() < 0.8)
      await owner.query(
        `insert into product_images (id, product_id, image_url, is_primary, width, height) values (gen_random_uuid(), $1, $2, true, 4, 5)`,
        [id, `/uploads/${id}.jpg`],
      );
  }
  const slides = Array.from({ length: 4 }, () => randomUUID());
  for (const [at, id] of slides.entries()) {
    await owner.query(
      `insert into hero_slides (id, title, description, button_text, button_link, display_order, is_active, title_animation, description_animation)
       values ($1, $2, 'D', 'B', '/', $3, $4, 'animate-float', 'animate-float')`,
      [id, `Slide ${at}`, at, random() < 0.5],
    );
  }
  for (let n = 0; n < 60; n++) {
    const day = dayPlus(today, 1 + upTo(days));
    const [column, value] = oneOf<readonly [string, unknown]>([
      ['price', 500 * (1 + upTo(50))],
      ['status', oneOf(['draft', 'published'])],
      ['featured', random() < 0.5],
      ['is_active', random() < 0.5],
    ]);
    const isSlide = column === 'is_active';
    await owner.query(
      `insert into planned_changes (id, day, ${isSlide ? 'slide_id' : 'product_id'}, ${column})
       values (gen_random_uuid(), $1, $2, $3) on conflict do nothing`,
      [day, oneOf(isSlide ? slides : products), value],
    );
  }
  return { products, categories, codes };
}

type Client = Record<string, Record<string, (input: object) => Promise<unknown>>>;

/** Texts of searches: words, beginnings, misspelt words, several at once. */
const SEARCHES = ['adire', 'agbda', 'kaftn cloth', 'Àdìrẹ ge', 'iro'];

/** The inputs of every public read. */
function inputsOf({ products, categories, codes }: RandomShop): Record<string, object[]> {
  const [category, , child] = categories;
  const some = products.slice(0, 6);
  return {
    'content.listActiveSlides': [{}],
    'promotions.listActive': [{}],
    'shop.info': [{}],
    'catalog.listCategories': [{}],
    'catalog.categoryMenu': [{}],
    'catalog.featuredProducts': [{ limit: 8 }],
    'catalog.newestProducts': [{ limit: 8 }],
    'catalog.mostLikedProducts': [{ limit: 8 }],
    'catalog.listProducts': [
      ...SORTS.map((sort) => ({ sort })),
      { sort: 'price-low', page: 2 },
      { sort: 'price-high', category },
      { sort: 'featured', category: child },
      ...codes.map((promotion) => ({ sort: 'price-low', promotion })),
      { sort: 'featured', featured: true },
      { sort: 'newest', search: 'bu' },
      { sort: 'price-high', search: 'cloth', category },
      ...SEARCHES.map((search) => ({ sort: 'relevance', search })),
      { sort: 'relevance', search: 'cloth', page: 2 },
      { sort: 'relevance', search: 'agbada', category },
    ].map((list) => ({ pageSize: 6, ...list })),
    'catalog.suggest': SEARCHES.map((search) => ({ search })),
    'catalog.getProduct': some.map((id) => ({ id })),
    'catalog.relatedProducts': some.map((id) => ({ id, limit: 4 })),
    'catalog.getProducts': [{ ids: products.slice(0, 20) }],
  };
}

/** What a visitor may see of the shop, as the bytes that are answered: every public read with many inputs. */
export async function everyRead(client: unknown, shop: RandomShop): Promise<Record<string, string>> {
  const reads = Object.entries(inputsOf(shop)).flatMap(([operation, inputs]) =>
    inputs.map(async (input): Promise<[string, string]> => {
      const [domain, name] = operation.split('.') as [string, string];
      const call = (client as Client)[domain]![name]!(input);
      const answer = call.then(JSON.stringify, (error: unknown) => `refused: ${codeOf(error)}`);
      return [`${operation} ${JSON.stringify(input)}`, await answer];
    }),
  );
  return Object.fromEntries(await Promise.all(reads));
}

/** Answers that differ between previews of some days and the shop on a clock that is moved to each, in their order. */
export async function differences(shop: PreviewShop, filled: RandomShop, days: readonly Day[]) {
  const previews: Record<string, string>[] = [];
  for (const day of days) previews.push(await everyRead(shop.preview(day), filled));
  const found: { day: Day; read: string; preview: string; shop: string }[] = [];
  const seen = new Set<string>();
  for (const [at, day] of days.entries()) {
    const then = await everyRead(await shop.onDay(day), filled);
    for (const [read, answer] of Object.entries(then)) {
      seen.add(answer);
      const preview = previews[at]![read]!;
      if (preview !== answer) found.push({ day, read, preview, shop: answer });
    }
  }
  return { found, distinct: seen.size };
}
