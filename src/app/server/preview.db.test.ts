import { createHmac } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SoughtWord } from '#domains/catalog/products/server/search.repository.ts';
import { previewKey } from '#platform/preview-links.ts';
import { dayPlus } from '#shared/dates.ts';
import { previewAt } from '#shared/preview.ts';
import {
  differences,
  everyRead,
  fillRandomly,
  openPreviewShop,
  type PreviewShop,
} from './test-preview-shops.ts';

let shop: PreviewShop;
const day = (days: number) => dayPlus(shop.today, days);
beforeAll(async () => {
  shop = await openPreviewShop();
});
afterAll(() => shop.close());

test('CAL-02 the preview of a day answers the bytes of the shop whose clock is moved to it', async () => {
  const days = [1, 2, 3, 5, 8, 13].map(day);
  const filled = await fillRandomly(shop.owner, 7, 13);
  const { found, distinct } = await differences(shop, filled, days);
  expect(found).toEqual([]);
  // The shop did change from day to day.
  expect(distinct).toBeGreaterThan(60);
});

test('CAL-02 every public read is compared, with searches by relevance, close hits and suggestions', async () => {
  const filled = await fillRandomly(shop.owner, 7, 13);
  const answers = await everyRead(shop.preview(day(1)), filled);
  const compared = new Set(Object.keys(answers).map((read) => read.split(' ')[0]));
  expect([...compared].sort()).toEqual([...shop.shown].sort());
  const of = (read: string) => JSON.parse(answers[read]!);
  const misspelt = { pageSize: 6, sort: 'relevance', search: 'agbda' };
  expect(of(`catalog.listProducts ${JSON.stringify(misspelt)}`).close).not.toEqual([]);
  expect(of('catalog.suggest {"search":"agbda"}').meant).not.toEqual([]);
  expect(of('catalog.suggest {"search":"adire"}').products).not.toEqual([]);
});

const anything: SoughtWord = {
  ...{ role: 'find', isStopWord: false, contains: ['%%'], also: [], whole: '', begin: '' },
  ...{ short: null, isScanned: true, nameLevel: null, descriptionLevel: null },
  ...{ categories: [], wholeCategories: [] },
};

/** How many drafts, images of drafts and slides a statement of a request reads with this setting. */
async function readWith(setting: string): Promise<number[]> {
  const client = new pg.Client(shop.base.webUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.preview', $1, true)`, [setting]);
    const { rows } = await client.query(
      `select (select count(*)::int from preview.products) as products,
        (select count(*)::int from preview.product_images) as images,
        (select count(*)::int from preview.hero_slides) as slides,
        (select count(*)::int from preview.find_published($1, true, 'all', false, null, false, null, 99, null, null, null, '{}')) as found`,
      [JSON.stringify([anything])],
    );
    return Object.values(rows[0]);
  } finally {
    await client.end();
  }
}

test('CAL-02 a visitor who forges the setting gets nothing, and a link no more than what is due by its day', async () => {
  await shop.owner.query('delete from products; delete from hero_slides');
  const [due, later, draft] = ['1', '2', '3'].map((end) => `00000000-0000-7000-8000-00000000000${end}`);
  await shop.owner.query(
    `insert into products (id, name, description, price, status) select id, 'Draft', 'D', 1, 'draft' from unnest($1::uuid[]) id`,
    [[due, later, draft]],
  );
  await shop.owner.query(
    `insert into product_images (id, product_id, image_url, is_primary, width, height)
     select gen_random_uuid(), id, '/uploads/x.jpg', true, 1, 1 from products`,
  );
  await shop.owner.query(
    `insert into planned_changes (id, day, product_id, status) values (gen_random_uuid(), $3, $1, 'published'), (gen_random_uuid(), $4, $2, 'published')`,
    [due, later, day(3), day(9)],
  );
  const { link } = shop.links.sign(day(3));
  expect(await readWith(link)).toEqual([1, 1, 0, 1]);
  expect(await readWith(shop.links.sign(day(2)).link)).toEqual([0, 0, 0, 0]);
  expect(await readWith(shop.links.sign(day(9)).link)).toEqual([2, 2, 0, 2]);

  const [ofDay, ends, signature] = link.split('.') as [string, string, string];
  const signed = (text: string, key: Buffer | string) =>
    `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  const hourAgo = Math.floor(Date.now() / 1000) - 3600;
  const forged = [
    '',
    'true',
    ofDay,
    `${day(9)}.${ends}.${signature}`,
    `${ofDay}.${Number(ends) + 1}.${signature}`,
    `${ofDay}.${ends}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
    signed(`${ofDay}.${ends}`, 'another key'),
    signed(`${ofDay}.${hourAgo}`, previewKey('the secret of a test shop, 32 characters')),
    `${link}@${Date.now() / 1000}`,
  ];
  for (const setting of forged) expect(await readWith(setting), setting).toEqual([0, 0, 0, 0]);
  // The shop's own connections of previews say so instead of showing an empty shop.
  const client = shop.preview(day(3), { ...shop.links.sign(day(3)), link: forged[3]! });
  await expect(client.catalog.newestProducts({ limit: 1 })).rejects.toMatchObject({ code: 'UNEXPECTED' });
});

test('CAL-02 a preview reads nothing personal and writes nothing, whatever statement runs in it', async () => {
  await shop.owner.query(
    `insert into profiles (id, email) values ('00000000-0000-7000-8000-000000000009', 'own@shop.test') on conflict do nothing`,
  );
  const { webPool } = shop.database;
  const preview = shop.database.preview(shop.links.sign(day(3)).link);
  for (const table of ['profiles', 'orders', 'planned_changes', 'contact_submissions', 'staff_products']) {
    const { rows } = await preview.web.execute(`select count(*)::int as n from ${table}`);
    expect(rows, table).toEqual([{ n: 0 }]);
  }
  for (const statement of [
    `insert into product_likes (product_id, browser_id) select id, gen_random_uuid() from public.products limit 1`,
    `update public.products set price = 1`,
    'select * from preview.signing_key',
    'select * from preview.due',
  ]) {
    await expect(preview.web.execute(statement), statement).rejects.toMatchObject({
      cause: { code: expect.stringMatching(/^(25006|42501)$/) },
    });
  }
  // And leaves nothing behind: the other connections of requests do not know the views.
  const { rows } = await webPool.query(`select 'products'::regclass::text as name`);
  expect(rows).toEqual([{ name: 'products' }]);
});

test('CAL-02 a preview answers the public reads and the prices of a cart, and no other operation', async () => {
  const filled = await fillRandomly(shop.owner, 3, 5);
  const client = shop.preview(day(1)) as unknown as Record<
    string,
    Record<string, (input: object) => Promise<unknown>>
  >;
  for (const [domain, operation] of [
    ['catalog', 'likeProduct'],
    ['catalog', 'getForAdmin'],
    ['content', 'listSlides'],
    ['promotions', 'createPromotion'],
    ['shop', 'disk'],
  ] as const) {
    expect(() => client[domain]![operation]!({ id: filled.products[0] }), operation).toThrow();
  }
  const answers = Object.values(await everyRead(client, filled));
  const refused = answers.filter((answer) => answer.startsWith('refused'));
  // Of products that are drafts on that day.
  expect(new Set(refused)).toEqual(new Set(['refused: NOT_FOUND']));
  expect(answers.length - refused.length).toBeGreaterThan(20);
});

test('CAL-02 a link works for 24 hours, and for its day only', () => {
  const { links } = shop;
  const preview = links.sign('2026-12-12');
  expect(links.check(`${preview.path}/products`)).toEqual(preview);
  expect(preview.endsAt.getTime() - Date.now()).toBeGreaterThan(86_390_000);
  expect(links.check(preview.path.replace('2026-12-12', '2026-12-13'))).toBe('PREVIEW_INVALID');
  expect(links.check(`${preview.path}A`)).toBe('PREVIEW_INVALID');
  expect(links.check(preview.path.slice(0, -1))).toBe('PREVIEW_INVALID');
  expect(links.check('/preview/')).toBe('PREVIEW_INVALID');
  expect(previewAt('/products/2026-12-12')).toBeNull();
});
