import { Hono } from 'hono';
import type { Database } from '#db/client.ts';
import { readMyData } from '#domains/accounts/server/my-data.service.ts';
import { requireSession } from '#domains/accounts/server/own-account-deps.ts';
import { exportOrders } from '#domains/orders/server/export-own-orders.ts';
import type { Auth } from '#platform/auth/create-auth.ts';
import type { Limits } from '#platform/limits/limits.ts';
import { errorsOf } from '#platform/rpc/gate.ts';
import type { SignedIn } from '#shared/caller.ts';
import { fileOf, refusalOf } from './file-response.ts';
import type { RequestVariables } from './request-variables.ts';

interface MyDataDeps {
  auth: Pick<Auth, 'callerOf' | 'sessionOf'>;
  database: Database;
  limits: Limits;
  shopName: string;
}

/** What the file leaves out and where that data is. */
const LEFT_OUT = [
  'What is in your cart is kept in your browser alone, not by us.',
  'Messages from the contact form are kept by the address that was typed, which anybody can type. Please write to us if you want a copy of yours.',
];

const HOUR = 60 * 60;
const errors = errorsOf('SIGN_IN_REQUIRED', 'PROFILE_NOT_FOUND');

/** GET /api/my-data: all data stored about the signed-in user, as one JSON file. Streamed order by order. */
export function myData(deps: MyDataDeps): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>();
  app.get('/api/my-data', async (c) => {
    const { headers } = c.req.raw;
    try {
      const user = await deps.auth.callerOf(headers);
      if (!user) throw errors.SIGN_IN_REQUIRED({ data: { action: 'download one’s data' } });
      await deps.limits.take(`my-data:${user.userId}`, 10, HOUR);
      const session = await requireSession({ ...deps, errors }, { headers, ipAddress: c.get('address') });
      const about = await readMyData({ ...deps, errors }, user, session);
      return fileOf('my-data.json', 'application/json; charset=utf-8', piecesOf(deps, user, about));
    } catch (error) {
      return refusalOf(error);
    }
  });
  return app;
}

async function* piecesOf({ database, shopName }: MyDataDeps, user: SignedIn, about: object) {
  const first = { shop: shopName, made: new Date(), leftOut: LEFT_OUT, ...about };
  yield `${JSON.stringify(first, null, 2).slice(0, -2)},\n  "orders": [`;
  let comma = '';
  for await (const order of exportOrders({ database }, user)) {
    yield `${comma}\n${JSON.stringify(order, null, 2)}`;
    comma = ',';
  }
  yield '\n  ]\n}\n';
}
