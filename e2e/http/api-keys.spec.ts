import { randomUUID } from 'node:crypto';
import { ACCOUNTS, expect, send, test } from './shop.ts';

interface Sent {
  method?: string;
  body?: object;
  headers?: Record<string, string>;
}

test('AGENT-02 a key does what its scopes allow, and nothing else', async ({ as, db }) => {
  const made: string[] = [];
  const make = async (...scopes: string[]) => {
    const id = randomUUID();
    made.push(id);
    const data = { id, name: 'Delivery', scopes, days: 30 };
    const early = await as.super.post('/api/v1/admin/api-keys', { data });
    expect(await early.json()).toMatchObject({ code: 'REAUTHENTICATION_REQUIRED' });
    await db.query(
      `update sessions set reauthenticated_at = now()
      where user_id = (select id from profiles where email = $1)`,
      [ACCOUNTS.super],
    );
    const answer = await as.super.post('/api/v1/admin/api-keys', { data });
    expect(answer.status()).toBe(200);
    return (await answer.json()).key as string;
  };
  const by = async (key: string, path: string, { method, body, headers }: Sent = {}) => {
    const { status, text } = await send(path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status, ...JSON.parse(text) };
  };
  try {
    const reader = await make('orders:read');
    const writer = await make('products:read', 'products:write');
    expect(await by(reader, '/api/v1/admin/orders')).toMatchObject({ status: 200, page: 1 });
    expect(await by(reader, '/api/v1/admin/products')).toMatchObject({
      status: 403,
      code: 'SCOPE_MISSING',
      message: 'This API key needs the scope products:read to manage products',
    });
    const { rows } = await db.query('select id, featured from products limit 1');
    const [{ id, featured }] = rows;
    const body = { featured: !featured, shown: featured };
    const path = `/api/v1/admin/products/${id}/featured`;
    expect(await by(reader, path, { method: 'PUT', body })).toMatchObject({
      status: 403,
      code: 'SCOPE_MISSING',
    });
    // Without an origin, as programs send it.
    expect(await by(writer, path, { method: 'PUT', body })).toMatchObject({ status: 200 });
    const names = await db.query('select actor_name from change_sets order by at desc limit 1');
    expect(names.rows[0].actor_name).toBe('API key “Delivery”');
    await by(writer, path, { method: 'PUT', body: { featured, shown: !featured } });

    // Operations without a scope: of admins, of super admins, of the maker's own account.
    for (const closed of [
      '/admin/messages',
      '/admin/users',
      '/admin/api-keys',
      '/admin/history',
      '/orders',
      '/me/sessions',
    ])
      expect(await by(reader, `/api/v1${closed}`), closed).toMatchObject({
        status: 403,
        code: 'NO_PERMISSION',
      });
    // To an operation for everybody a key is a visitor.
    expect((await send('/api/v1/me', { headers: { authorization: `Bearer ${reader}` } })).text).toBe('null');
    // Keys are for the documented API alone.
    const elsewhere = [
      ['/api/rpc/orders/listAll', 401],
      ['/api/exports/orders.csv', 401],
      ['/api/my-data', 401],
    ] as const;
    for (const [url, status] of elsewhere)
      expect((await send(url, { headers: { authorization: `Bearer ${reader}` } })).status, url).toBe(status);

    // An invalid key is refused also beside a valid session.
    const { cookies } = await as.super.storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    expect((await send('/api/v1/admin/orders', { headers: { cookie } })).status).toBe(200);
    expect(await by('aso_wrong', '/api/v1/admin/orders', { headers: { cookie } })).toMatchObject({
      status: 401,
      code: 'API_KEY_INVALID',
    });

    const [first] = made;
    expect((await as.admin.delete(`/api/v1/admin/api-keys/${first}`)).status()).toBe(403);
    expect((await as.super.delete(`/api/v1/admin/api-keys/${first}`)).status()).toBe(200);
    expect(await by(reader, '/api/v1/admin/orders')).toMatchObject({ status: 401, code: 'API_KEY_INVALID' });
  } finally {
    await db.query('delete from api_keys where id = any ($1)', [made]);
  }
});
