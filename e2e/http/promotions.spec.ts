import { newWord } from '../browsing.ts';
import { expect, plainLines, refusalOf, send, test } from './shop.ts';

const typed = (code: string, more: object = {}) => ({
  name: `Zq ${code}`,
  tagLine: `Take it with ${code}`,
  code,
  startDate: '2020-01-01',
  endDate: '2099-12-31',
  promotionType: 'PERCENTAGE',
  promotionValue: 10,
  ...more,
});

test.afterEach(({ db }) => db.query(`DELETE FROM promotions WHERE name LIKE 'Zq%'`));

test('CALLS-45 CALLS-46 OPEN-04 an admin’s change of a promotion is on the shop’s next pages', async ({
  as,
}) => {
  const code = newWord().toUpperCase();
  const listPath = `/products?promotion=${code}`;
  const [line] = await plainLines(as.visitor, 1);
  const product = line!.productId;
  const productPath = `/products/${product}`;
  expect((await send('/')).text).not.toContain(code);
  expect((await send(productPath)).text).not.toContain(code);

  const made = await as.admin.post('/api/v1/admin/promotions', { data: typed(code) });
  expect(made.status()).toBe(200);
  const { id, version, promotionType } = await made.json();
  expect(promotionType).toBe('percentage');
  // The newest promotion is in the banner of the next page.
  expect((await send('/')).text).toContain(`Take it with ${code}`);
  expect((await send(listPath)).text).not.toContain(product);

  const assigned = await as.admin.patch(`/api/v1/admin/promotions/${id}/products`, {
    data: { join: [product] },
  });
  expect(await assigned.json()).toEqual({ joined: 1, moved: 0, left: 0 });
  expect((await send(listPath)).text).toContain(product);
  expect((await send(productPath)).text).toContain(code);

  const saved = await as.admin.patch(`/api/v1/admin/promotions/${id}`, {
    data: { ...typed(code, { tagLine: 'Said anew' }), version },
  });
  expect(saved.status()).toBe(200);
  expect((await send('/')).text).toContain('Said anew');

  expect((await as.admin.delete(`/api/v1/admin/promotions/${id}`)).status()).toBe(200);
  expect((await send('/')).text).not.toContain(code);
  expect((await send(productPath)).text).not.toContain(code);
});

test('PERM-11 both roles manage promotions; a duplicate code and an older version are refused with messages', async ({
  as,
}) => {
  const code = newWord();
  const { id } = await (await as.super.post('/api/v1/admin/promotions', { data: typed(code) })).json();
  const again = await as.admin.post('/api/v1/admin/promotions', { data: typed(code.toUpperCase()) });
  expect(await refusalOf(again)).toMatchObject({ status: 409, code: 'CONFLICT' });
  const change = (version: number, tagLine: string) =>
    as.admin.patch(`/api/v1/admin/promotions/${id}`, { data: { ...typed(code, { tagLine }), version } });
  expect((await change(1, 'First')).status()).toBe(200);
  expect(await refusalOf(await change(1, 'Second'))).toMatchObject({ status: 409, code: 'STALE' });
  // Two deletions at once: one succeeds, the other gets NOT_FOUND.
  const both = await Promise.all(
    [as.admin, as.super].map((role) => role.delete(`/api/v1/admin/promotions/${id}`)),
  );
  expect(both.map((answer) => answer.status()).sort()).toEqual([200, 404]);
});

test('invalid ids, too many and unknown products each get a specific error', async ({ as, db }) => {
  const code = newWord();
  const { id } = await (await as.admin.post('/api/v1/admin/promotions', { data: typed(code) })).json();
  const assign = (data: object) => as.admin.patch(`/api/v1/admin/promotions/${id}/products`, { data });
  const unknown = '0193b3a4-0000-7000-8000-000000000000';
  expect(await refusalOf(await assign({ join: ['x'] }))).toMatchObject({ status: 400, code: 'BAD_INPUT' });
  expect(await refusalOf(await assign({ join: [unknown] }))).toMatchObject({
    status: 409,
    code: 'PRODUCTS_GONE',
  });
  const many = Array.from(
    { length: 2001 },
    (_, n) => `0193b3a4-0000-7000-8000-${String(n).padStart(12, '0')}`,
  );
  expect((await assign({ join: many })).status()).toBe(400);
  expect((await assign({ join: [...many, ...many, ...many, ...many] })).status()).toBe(413);
  const { rows } = await db.query('SELECT count(*)::int AS n FROM products WHERE promotion_id = $1', [id]);
  expect(rows).toEqual([{ n: 0 }]);
});
