import { unzipSync } from 'fflate';
import { expect, refusalOf, test } from './shop.ts';

test('BULK-06 staff download orders and products with a filter, as CSV and XLSX, and nobody else does', async ({
  as,
  db,
}) => {
  const csv = await as.admin.get('/api/exports/orders.csv', { params: { status: 'pending' } });
  expect(csv.status()).toBe(200);
  expect(csv.headers()).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
  });
  const { rows } = await db.query(
    `select count(*)::int as items from order_items i join orders o on o.id = i.order_id where o.status = 'pending'`,
  );
  const lines = (await csv.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(rows[0].items + 1);
  expect(lines[0]).toContain('"Order","Placed","Status","Customer"');
  expect(lines.slice(1).every((line) => line.includes('"Pending"'))).toBe(true);

  const xlsx = await as.super.get('/api/exports/products.xlsx', { params: { search: 'agbada' } });
  const files = unzipSync(new Uint8Array(await xlsx.body()));
  const sheet = Buffer.from(files['xl/worksheets/sheet1.xml'] ?? []).toString();
  const { total } = await (
    await as.admin.get('/api/v1/admin/products', { params: { search: 'agbada' } })
  ).json();
  expect(sheet.match(/<row>/g)).toHaveLength(total + 1);

  for (const path of ['/api/exports/orders.csv', '/api/exports/products.xlsx']) {
    expect(await refusalOf(await as.visitor.get(path))).toMatchObject({
      status: 401,
      code: 'SIGN_IN_REQUIRED',
    });
    expect(await refusalOf(await as.customer.get(path))).toMatchObject({
      status: 403,
      code: 'NO_PERMISSION',
    });
  }
  const check = { params: { check: 'true', status: 'pending' } };
  expect((await as.admin.get('/api/exports/orders.csv', check)).status()).toBe(204);
  expect((await as.customer.get('/api/exports/orders.csv', check)).status()).toBe(403);
  const wrong = await as.admin.get('/api/exports/orders.csv', { params: { status: 'x' } });
  expect(await refusalOf(wrong)).toMatchObject({ status: 400, code: 'BAD_INPUT' });
  expect((await as.admin.get('/api/exports/users.csv')).status()).toBe(404);
});

test('BULK-02 a selection is sent as ids, or as a filter with what is left out, and nothing else is', async ({
  as,
  db,
}) => {
  const { rows } = await db.query('select id, order_number as number from orders order by created_at desc');
  const numbersIn = async (selection: object) => {
    const answer = await as.admin.post('/api/exports/orders.csv', { data: selection });
    expect(answer.status()).toBe(200);
    const lines = (await answer.text()).trimEnd().split('\r\n').slice(1);
    return [...new Set(lines.map((line) => line.split('"')[1]))];
  };
  const [first, second, third] = rows;
  expect(await numbersIn({ ids: [third.id, first.id] })).toEqual([first.number, third.number]);
  const others = await numbersIn({ filter: { opened: true }, except: [second.id] });
  expect(others).not.toContain(second.number);
  const ids = Array.from({ length: 1_001 }, () => first.id);
  for (const wrong of [{ ids }, { ids: [] }, {}, { filter: { colour: 'red' }, except: [] }, 'no JSON'])
    expect(await refusalOf(await as.admin.post('/api/exports/orders.csv', { data: wrong }))).toMatchObject({
      status: 400,
      code: 'BAD_INPUT',
    });
  const large = await as.admin.post('/api/exports/orders.csv', { data: 'x'.repeat(300_000) });
  expect(await refusalOf(large)).toMatchObject({ status: 413, code: 'TOO_LARGE' });
  const ofVisitor = await as.visitor.post('/api/exports/products.xlsx', { data: { ids: [first.id] } });
  expect(await refusalOf(ofVisitor)).toMatchObject({ status: 401, code: 'SIGN_IN_REQUIRED' });
});
