import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { expect, plainLines, refusalOf, rowsOf, type SentLine, submit, test } from './shop.ts';

const many = (count: number): SentLine[] =>
  Array.from({ length: count }, () => ({ productId: randomUUID(), note: '', shownPrice: 1 }));

/** Invalid replacements for two valid lines, and how they are refused. */
const bodies: [string, (good: [SentLine, SentLine]) => unknown, number, string][] = [
  ['no lines', () => [], 400, 'BAD_INPUT'],
  ['51 lines', () => many(51), 400, 'BAD_INPUT'],
  ['a line twice', ([one]) => [one, one], 400, 'BAD_INPUT'],
  [
    'a line twice in another case',
    ([one]) => [one, { ...one, productId: one.productId.toUpperCase() }],
    400,
    'BAD_INPUT',
  ],
  ['lines that are not a list', () => 'all of them', 400, 'BAD_INPUT'],
  ['null as lines', () => null, 400, 'BAD_INPUT'],
  ['a line of null', ([one]) => [one, null], 400, 'BAD_INPUT'],
  ['a malformed product', ([one]) => [{ ...one, productId: "x' or 1=1" }], 400, 'BAD_INPUT'],
  ['a product as an object', ([one]) => [{ ...one, productId: { $ne: null } }], 400, 'BAD_INPUT'],
  ['an unknown product', ([one]) => [one, ...many(1)], 409, 'PRODUCTS_GONE'],
  [
    'a price that is too low',
    ([one]) => [{ ...one, shownPrice: one.shownPrice - 0.01 }],
    409,
    'PRICES_CHANGED',
  ],
  [
    'a price that is too high',
    ([one]) => [{ ...one, shownPrice: one.shownPrice + 1 }],
    409,
    'PRICES_CHANGED',
  ],
  ['a price of 0', ([one]) => [{ ...one, shownPrice: 0 }], 409, 'PRICES_CHANGED'],
  [
    'one wrong and one correct price',
    ([one, two]) => [one, { ...two, shownPrice: 1 }],
    409,
    'PRICES_CHANGED',
  ],
  ['a negative price', ([one]) => [{ ...one, shownPrice: -one.shownPrice }], 400, 'BAD_INPUT'],
  ['a price of a fraction of a kobo', ([one]) => [{ ...one, shownPrice: 0.001 }], 400, 'BAD_INPUT'],
  ['a huge price', ([one]) => [{ ...one, shownPrice: 1e300 }], 400, 'BAD_INPUT'],
  ['a price as text', ([one]) => [{ ...one, shownPrice: '12500' }], 400, 'BAD_INPUT'],
  ['no price', ([{ productId }]) => [{ productId }], 400, 'BAD_INPUT'],
  ['a note of 501 characters', ([one]) => [{ ...one, note: 'x'.repeat(501) }], 400, 'BAD_INPUT'],
  ['a note of 100 kB', ([one]) => [{ ...one, note: 'x'.repeat(100_000) }], 400, 'BAD_INPUT'],
  ['a note of 300 kB', ([one]) => [{ ...one, note: 'x'.repeat(300_000) }], 413, 'TOO_LARGE'],
  ['a note as an object', ([one]) => [{ ...one, note: { text: 'x' } }], 400, 'BAD_INPUT'],
  ['a code of 41 characters', ([one]) => [{ ...one, promotionCode: 'X'.repeat(41) }], 400, 'BAD_INPUT'],
];

for (const [what, linesOf, status, code] of bodies) {
  test(`an order with ${what} is refused with ${status}, and nothing of it is saved`, async ({ as, db }) => {
    const good = (await plainLines(as.visitor, 2)) as [SentLine, SentLine];
    const before = await rowsOf(db);
    expect(await refusalOf(await submit(as.customer, linesOf(good)))).toMatchObject({ status, code });
    expect(await rowsOf(db)).toEqual(before);
  });
}

test('an invalid key is refused', async ({ as, db }) => {
  const lines = await plainLines(as.visitor, 1);
  const before = await rowsOf(db);
  for (const key of ['', 'x', "'; drop table orders", '\u0000', '0'.repeat(10_000)]) {
    expect((await submit(as.customer, lines, key)).status()).toBe(400);
  }
  expect(await rowsOf(db)).toEqual(before);
});

test('a wrong price is answered with the lines before and after', async ({ as }) => {
  const [line] = (await plainLines(as.visitor, 1)) as [SentLine];
  const answer = await submit(as.customer, [{ ...line, shownPrice: 1 }]);
  expect((await answer.json()).data.lines).toEqual([
    { productId: line.productId, name: expect.any(String), before: 1, after: line.shownPrice },
  ]);
});

/** A product of the test's own, deleted afterwards. */
async function madeProduct(db: Client, price: string): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into products (id, name, description, price, created_at) values ($1, 'Short-lived cap', '', $2, '2020-01-01')`,
    [id, price],
  );
  return id;
}

test('a deleted product cannot be ordered, and the refusal names it', async ({ as, db }) => {
  const good = await plainLines(as.visitor, 1);
  const productId = await madeProduct(db, '500');
  const lines = [...good, { productId, shownPrice: 500 }];
  await db.query('delete from products where id = $1', [productId]);
  const before = await rowsOf(db);
  const answer = await submit(as.customer, lines);
  expect(await refusalOf(answer)).toMatchObject({ status: 409, code: 'PRODUCTS_GONE' });
  expect((await answer.json()).data.lines).toEqual([{ productId, name: null, before: 500, after: null }]);
  expect(await rowsOf(db)).toEqual(before);
});

test('a promotion of another product gives no discount, nor does an ended one', async ({ as, db }) => {
  const [line] = (await plainLines(as.visitor, 1)) as [SentLine];
  const { rows } = await db.query('select code, end_date < current_date as over from promotions');
  for (const { code } of rows) {
    const answer = await submit(as.customer, [
      { ...line, promotionCode: code, shownPrice: line.shownPrice / 2 },
    ]);
    expect(await refusalOf(answer), code).toMatchObject({ code: 'PRICES_CHANGED' });
  }
});

test('OPEN-22 a hostile note is stored as text and takes one line of the message', async ({ as, db }) => {
  const [line] = (await plainLines(as.visitor, 1)) as [SentLine];
  const note = '</script><script>alert(1)</script>\n*bold* javascript:alert(1) \u0000\u202egnp.exe & %0A"\'';
  const answer = await submit(as.customer, [{ ...line, note }]);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toContain('application/json');
  const order = await answer.json();
  const kept = '</script><script>alert(1)</script>\n*bold* javascript:alert(1) gnp.exe & %0A"\'';
  expect(order.items[0].note).toBe(kept);
  const { rows } = await db.query('select note from order_items where order_id = $1', [order.id]);
  expect(rows).toEqual([{ note: kept }]);
  const link = new URL(order.whatsappLink);
  expect(link.origin).toBe('https://wa.me');
  expect(link.searchParams.get('text')).toContain(
    '</script><script>alert(1)</script> bold javascript:alert(1)',
  );
});

test('the emails of an order show a hostile note as text', async ({ as }) => {
  const [line] = (await plainLines(as.visitor, 1)) as [SentLine];
  const order = await (await submit(as.customer, [{ ...line, note: '<img src=x onerror=alert(1)>' }])).json();
  let emailPaths: string[] = [];
  await expect
    .poll(
      async () => {
        const list = await (await as.visitor.get('/dev/mailbox')).text();
        emailPaths = [...list.matchAll(/href="(\/dev\/mailbox\/[^"]+)"><strong>([^<]*)</g)]
          .filter(([, , subject]) => subject?.includes(`#${order.orderNumber}`))
          .map(([, href]) => href!);
        return emailPaths.length;
      },
      { timeout: 20_000 },
    )
    .toBe(2);
  for (const emailPath of emailPaths) {
    for (const page of [emailPath, `${emailPath}/html`]) {
      const html = await (await as.visitor.get(page)).text();
      expect(html).toMatch(/&(lt|#60);img src=x onerror=alert\(1\)&(gt|#62);/);
      expect(html).not.toContain('<img src=x');
    }
  }
});

const notes: [string, unknown][] = [
  ['501 characters', 'x'.repeat(501)],
  ['100 kB', 'x'.repeat(100_000)],
  ['a number', 7],
  ['null', null],
  ['a list', ['a']],
];
for (const [what, note] of notes) {
  test(`a note of ${what} is refused and the old one stays`, async ({ as, db }) => {
    const lines = (await plainLines(as.visitor, 1)).map((line) => ({ ...line, note: 'Size 42' }));
    const order = await (await submit(as.customer, lines)).json();
    const answer = await as.customer.patch(`/api/v1/order-items/${order.items[0].id}`, { data: { note } });
    expect(await refusalOf(answer)).toMatchObject({ status: 400, code: 'BAD_INPUT' });
    const { rows } = await db.query(
      'select note, whatsapp_link from order_items join orders on orders.id = order_id where order_id = $1',
      [order.id],
    );
    expect(rows).toEqual([{ note: 'Size 42', whatsapp_link: order.whatsappLink }]);
  });
}
