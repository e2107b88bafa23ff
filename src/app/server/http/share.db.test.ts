import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { contextOf, createFixture, type Fixture } from '#domains/catalog/server/test-catalog.ts';
import { RateLimited } from '#platform/limits/limits.ts';
import { productHead } from '#routes/-product-head.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { RequestVariables } from './request-variables.ts';
import { share } from './share.ts';

const shop = { name: 'Aso House', currency: 'NGN', publicUrl: 'https://shop.test' } as ShopInfo;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

type Deps = Parameters<typeof share>[0];

function appOf(of: ShopInfo = shop, more: Partial<Deps> = {}) {
  const app = new Hono<{ Variables: RequestVariables }>();
  app.use(async (c, next) => {
    c.set('address', c.req.header('x-address') ?? '192.0.2.1');
    await next();
  });
  app.route(
    '/',
    share({
      router: { catalog: catalogRouter(fixture.deps) } as never,
      storage: fixture.deps.storage,
      shareImages: { cached: async () => Buffer.from('drawn'), draw: async () => expect.fail() },
      limits: { take: async () => expect.fail() },
      shop: of,
      visitor: () => contextOf(),
      ...more,
    }),
  );
  return app;
}

const keepingOf = async (path: string, of?: ShopInfo) =>
  (await appOf(of).request(path)).headers.get('cache-control');

/** The path that the page of the product names now. */
async function linkedPath(id: string): Promise<string> {
  const { product, today } = await fixture.apiOf().getProduct({ id });
  const { meta } = productHead(shop, product, 'ADIRE', today);
  const url = meta.find((one) => 'property' in one && one.property === 'og:image')?.content;
  return String(url).slice(shop.publicUrl.length);
}

test('SHARE-01 an image may be kept under the version of what it shows, and under no other', async () => {
  const categoryId = await fixture.category('Men');
  const promotionId = await fixture.promotion('ADIRE', '2026-11-01', '2026-11-30');
  const id = await fixture.product('Agbada', { categoryId, promotionId });
  const { owner } = fixture;
  const linked = await linkedPath(id);
  expect(linked).toMatch(new RegExp(`^/share/${id}\\.jpg\\?promotion=ADIRE&v=[0-9a-z]{1,7}$`));
  expect(await keepingOf(linked)).toBe('public, max-age=86400');
  for (const path of [`/share/${id}.jpg`, `/share/${id}.jpg?v=guess`, linked.replace('promotion=ADIRE&', '')])
    expect([path, await keepingOf(path)]).toEqual([path, 'public, no-cache']);
  expect(await keepingOf('/share/categories/men.jpg?v=undefined')).toBe('public, no-cache');
  expect(await keepingOf('/share/categories/men.jpg')).toBe('public, no-cache');
  expect(await keepingOf(linked, { ...shop, name: 'Aso Boutique' })).toBe('public, no-cache');

  let before = linked;
  for (const change of [
    `update products set price = price + 1 where id = '${id}'`,
    `update products set name = 'Agbada set' where id = '${id}'`,
    `update categories set name = 'Gentlemen' where id = '${categoryId}'`,
    // The same price from another promotion until another day.
    `update promotions set end_date = '2026-12-24' where id = '${promotionId}'`,
    `update promotions set promotion_type = 'fixed', promotion_value = 12.63 where id = '${promotionId}'`,
    `update products set sold_out = true where id = '${id}'`,
  ]) {
    await owner.query(change);
    expect([change, await keepingOf(before)]).toEqual([change, 'public, no-cache']);
    before = await linkedPath(id);
    expect([change, await keepingOf(before)]).toEqual([change, 'public, max-age=86400']);
  }
});

test('an address has 60 images drawn a minute; those that were drawn are answered all the same', async () => {
  const kept = await fixture.product('Kept');
  const others = [await fixture.product('Agbada'), await fixture.product('Buba')];
  const taken = new Map<string, number>();
  const app = appOf(shop, {
    limits: {
      async take(key, max, seconds) {
        const hits = (taken.get(key) ?? 0) + 1;
        taken.set(key, hits);
        if (hits > max) throw new RateLimited(seconds);
      },
    },
    shareImages: {
      cached: async ({ name }) => (name === 'Kept' ? Buffer.from('kept') : null),
      draw: async (_, network) => Buffer.from(network),
    },
  });
  const get = (id: string, address: string) =>
    app.request(`/share/${id}.jpg`, { headers: { 'x-address': address } });
  for (let n = 0; n < 60; n++) expect((await get(others[n % 2]!, '192.0.2.7')).status).toBe(200);
  const refused = await get(others[0]!, '192.0.2.7');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(await (await get(kept, '192.0.2.7')).text()).toBe('kept');
  expect(await (await get(others[0]!, '198.51.100.3')).text()).toBe('198.51.100.0/24');
});
