import { test as base, expect } from '@playwright/test';
import { hashPassword } from 'better-auth/crypto';
import pg from 'pg';
import sharp from 'sharp';
import { v4 as uuid } from 'uuid';
import { PAGES } from '../../src/app/server/http/page-table.ts';
import { type OtherShop, SETTINGS, startOtherShop } from '../other-shop.ts';
import { databaseUrlOf } from '../start-shop.ts';

/** What belongs to the demonstration, and may not be in another shop. */
const OF_THE_DEMO =
  /aso house|aso-house\.example|lagos|yaba|2348012345678|\bNGN\b|₦|naira\b|en-NG|agbada|aso-oke|adire|\btailor|sewn in|#faf6ec|#262c6b/i;
const EMAIL = 'customer@mkate.example';
const PASSWORD = 'a long password of theirs';
const PRODUCT = '0193a2c4-5d6e-4f70-8a9b-1c2d3e4f5a6b';
const NOTHING = '0193a2c4-5d6e-4f70-8a9b-000000000000';

const test = base.extend<object, { shop: OtherShop }>({
  shop: [
    async ({}, use) => {
      const shop = await startOtherShop();
      const db = new pg.Client(databaseUrlOf(shop.dataDir));
      await db.connect();
      const userId = uuid();
      await db.query(
        `insert into profiles (id, email, email_verified, name, first_name, last_name)
         values ($1, $2, true, 'Wanjiru Kamau', 'Wanjiru', 'Kamau')`,
        [userId, EMAIL],
      );
      await db.query(
        `insert into accounts (id, user_id, account_id, provider_id, password)
         values (gen_random_uuid(), $1, $1::uuid::text, 'credential', $2)`,
        [userId, await hashPassword(PASSWORD)],
      );
      await db.query(`insert into categories (id, name, slug) values ($1, 'Loaves', 'loaves')`, [uuid()]);
      await db.query(
        `insert into products (id, name, description, price, featured) values ($1, 'Rye', 'Dark and sour.', 1250.5, true)`,
        [PRODUCT],
      );
      await db.end();
      await use(shop);
      await shop.end();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Every page that is the same for everybody, one of each other kind, and the documents for machines. */
const ADDRESSES = [
  ...PAGES.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])),
  `/products/${PRODUCT}`,
  `/products/${NOTHING}`,
  `/orders/${NOTHING}`,
  '/products?search=nothing+of+that+name',
  '/products?category=loaves',
  '/account/security',
  '/admin',
  '/admin/login',
  '/no-such-page',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/pages.xml',
  '/sitemap/products-1.xml',
  '/site.webmanifest',
  '/favicon.svg',
  '/openapi.json',
  '/api/v1/products',
  '/api/v1/no-such-operation',
];

for (const address of ADDRESSES) {
  test(`${address} of another shop has no fact of the demonstration`, async ({ shop }) => {
    const answer = await fetch(`${shop.url}${address}`);
    const text = await answer.text();
    expect(text.match(new RegExp(`.{0,60}(${OF_THE_DEMO.source}).{0,60}`, 'i'))?.[0]).toBeUndefined();
    if (answer.headers.get('content-type')?.startsWith('text/html') && answer.status < 400) {
      expect(text).toContain('<html lang="en-KE"');
      expect(text).toContain('Mkate Bakery');
    }
  });
}

for (const path of ['/dev/components', '/dev/mailbox']) {
  test(`${path} is not in a live shop`, async ({ shop }) => {
    const answer = await fetch(shop.url + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('Everything in src/design');
  });
}

test('prices, structured data, manifest and API follow the settings', async ({ shop }) => {
  const textOf = async (path: string) => (await fetch(shop.url + path)).text();
  const product = await textOf(`/products/${PRODUCT}`);
  expect(product).toContain('Ksh');
  expect(product).toContain('1,250.50');
  expect(product).toContain('"priceCurrency":"KES"');
  expect(await textOf('/')).toContain('"@type":"Bakery"');
  expect(JSON.parse(await textOf('/site.webmanifest'))).toMatchObject({ name: 'Mkate Bakery' });
  const { info } = JSON.parse(await textOf('/openapi.json'));
  expect(info.title).toBe('Mkate Bakery');
  expect(info.description).toContain('Amounts are in KES');
  expect(await textOf('/favicon.svg')).toContain('d="M4 4h24v24H4z"');
});

test('what browsers load, back office included, has no fact of the demonstration', ({ shop }) => {
  expect(shop.clientFiles.size).toBeGreaterThan(50);
  const found = [...shop.clientFiles].flatMap(([path, text]) => {
    const match = new RegExp(`.{0,60}(${OF_THE_DEMO.source}).{0,60}`, 'i').exec(text);
    return match ? [`${path}: ${match[0]}`] : [];
  });
  expect(found).toEqual([]);
});

test('the icon and the preview image have the colours of the shop', async ({ shop }) => {
  const pixelOf = async (path: string, left: number, top: number) => {
    const bytes = await (await fetch(shop.url + path)).arrayBuffer();
    const part = sharp(Buffer.from(bytes)).extract({ left, top, width: 1, height: 1 });
    return [...(await part.removeAlpha().raw().toBuffer())];
  };
  // #faf6ec, reversed: #ce6faf.
  expect(await pixelOf('/icon-192.png', 1, 1)).toEqual([0xce, 0x6f, 0xaf]);
  const [red = 0, green = 0, blue = 0] = await pixelOf(`/share/${PRODUCT}.jpg`, 1190, 10);
  expect(Math.hypot(red - 0xce, green - 0x6f, blue - 0xaf)).toBeLessThan(12);
});

test('AGENT-01 with AGENTS=false nothing is said to agents', async ({ shop }) => {
  const search = { method: 'POST', body: '{}' };
  const answers = [
    await fetch(`${shop.url}/.well-known/ucp`),
    await fetch(`${shop.url}/ucp/v1/catalog/search`, search),
    await fetch(`${shop.url}/ucp/mcp`, search),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('order, WhatsApp message and emails are of the shop', async ({ shop, playwright }) => {
  const client = await playwright.request.newContext({
    baseURL: shop.url,
    extraHTTPHeaders: { origin: shop.url },
  });
  const signIn = { data: { email: EMAIL, password: PASSWORD } };
  expect((await client.post('/api/auth/sign-in/email', signIn)).status()).toBe(200);
  const lines = [{ productId: PRODUCT, note: '', promotionCode: null, shownPrice: 1250.5 }];
  const answer = await client.post('/api/v1/orders', { data: { idempotencyKey: uuid(), lines } });
  expect(answer.status(), await answer.text()).toBe(200);
  const link = new URL(((await answer.json()) as { whatsappLink: string }).whatsappLink);
  expect(link.href).toContain(`wa.me/${SETTINGS.WHATSAPP_NUMBER.slice(1)}`);
  const message = link.searchParams.get('text') ?? '';
  expect(message).toContain('Hello Mkate Bakery!');
  expect(message).toContain('1,250.50');
  const reset = { data: { email: EMAIL, redirectTo: '/auth' } };
  await client.post('/api/auth/request-password-reset', reset);
  await expect.poll(() => shop.mail.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  for (const { source } of shop.mail.received) {
    expect(source).toContain('Mkate Bakery');
    expect(source).not.toMatch(OF_THE_DEMO);
  }
  expect(message).not.toMatch(OF_THE_DEMO);
  await client.dispose();
});
