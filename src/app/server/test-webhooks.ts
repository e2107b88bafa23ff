import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { v7 as uuidv7 } from 'uuid';
import { openDatabase } from '#db/client.ts';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { ordersRouter } from '#domains/orders/server/router.ts';
import { webhooksRouter } from '#domains/webhooks/server/router.ts';
import { sendDue } from '#domains/webhooks/server/send-due.ts';
import { clockIn } from '#platform/clock.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import { connectOwner, createTestDatabase } from '#platform/postgres/test-database.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { createSealedText } from '#platform/sealed-text.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import type { Caller, Role } from '#shared/caller.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';
import { webhookSource } from './webhook-source.ts';

// Fixture for tests of webhooks: real receivers, and the operations and the worker of the shop on a database of their own.

interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}
type Answer = (response: ServerResponse, received: Received) => void;

const closing: (() => void)[] = [];
export const closeReceivers = () => {
  for (const close of closing.splice(0)) close();
};

/** A receiver on this machine. `answer` can be replaced. */
async function startReceiver(answer: Answer = (response) => void response.writeHead(204).end()) {
  const receiver = { received: [] as Received[], answer, host: '', url: '' };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      receiver.received.push({ method, url, headers, body });
      receiver.answer(response, receiver.received.at(-1)!);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.url = `http://${receiver.host}/hook`;
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return receiver;
}

export type WebhookFixture = Awaited<ReturnType<typeof createWebhookFixture>>;

export async function createWebhookFixture() {
  const base = await createTestDatabase();
  await installJobs(base.url);
  const database = await openDatabase(base);
  const owner = await connectOwner(base.url);
  const dir = await mkdtemp(join(tmpdir(), 'aso-webhooks-'));
  const log = createLog('silent');
  const users = { user: uuidv7(), admin: uuidv7(), super_admin: uuidv7() };
  // biome-ignore lint/suspicious/noExplicitAny: rows of any query
  const rows = async (text: string, values: unknown[] = []): Promise<any[]> =>
    (await owner.query(text, values)).rows;
  for (const [role, id] of Object.entries(users))
    await rows('insert into profiles (id, email, first_name, role) values ($1, $2, $3, $4)', [
      id,
      `${role}@shop.test`,
      role,
      role,
    ]);
  const deps = {
    ...{ database, log, clock: clockIn('Africa/Lagos'), storage: localStorage(dir) },
    limits: createLimits(database.web),
    shop: {
      ...{ name: 'A', publicUrl: 'http://shop.test', whatsapp: '2348012345678', currency: 'NGN' },
      ...{ ordersEmail: 'o@shop.test', checkCodeOf: () => '7KQ4M2XZ' },
    },
  };
  const sealedText = createSealedText('a-secret-of-more-than-thirty-two-letters');
  /** Changed by tests: hosts that may be private, and names. */
  const rules = {
    allowedHosts: [] as string[],
    timeoutMs: 1_000,
    resolve: async () => ['93.184.215.14'],
  };
  /** The session of a user that has just confirmed who they are, or has not. */
  async function sessionOf(role: Role, isReauthenticated: boolean) {
    const id = uuidv7();
    await rows(
      `insert into sessions (id, user_id, token, expires_at, reauthenticated_at)
       values ($1, $2, $3, now() + interval '1 day', case when $4 then now() end)`,
      [id, users[role], id, isReauthenticated],
    );
    return { userId: users[role], sessionId: id };
  }
  const contextOf = (caller: Caller): RequestContext => ({
    requestId: randomUUID(),
    ipAddress: '192.0.2.1',
    headers: new Headers({ 'user-agent': 'Test browser' }),
    responseHeaders: new Headers(),
    log,
    findCaller: async () => caller,
  });
  const router = { orders: ordersRouter(deps), catalog: catalogRouter({ ...deps, secureCookies: false }) };
  const as = (role: Role, { isReauthenticated = true, asRole = role, apiKey = false } = {}) => {
    const auth = { sessionOf: () => sessionOf(role, isReauthenticated) };
    const webhooks = webhooksRouter({ auth, database, sealedText, webhookRules: rules });
    return createRouterClient(
      { ...router, webhooks },
      {
        context: contextOf({
          userId: users[role],
          role: asRole,
          ...(apiKey && { apiKey: { id: uuidv7(), scopes: ['orders:read', 'products:read'] as const } }),
        }),
      },
    );
  };
  const sendDeps = { database, sealedText, rules, log, source: webhookSource(router, log) };
  const send = (id: string) => sendDue(sendDeps, id, new AbortController().signal);
  return {
    ...{ base, database, owner, users, rows, as, rules, send, sendDeps, sealedText },
    /** The worker of the shop. */
    async startWorker() {
      const jobs = createJobs({
        ...{ database, log },
        handlers: {
          mail: async () => {},
          text: async () => {},
          sendToWebhook: (id, signal) => sendDue(sendDeps, id, signal),
        },
      });
      await jobs.start();
      return jobs;
    },
    /** A receiver that webhooks may be sent to. */
    async addReceiver(answer?: Answer) {
      const receiver = await startReceiver(answer);
      rules.allowedHosts.push(receiver.host);
      return receiver;
    },
    async addWebhook(url: string, events: WebhookEvent[], name = 'Accounting') {
      const id = uuidv7();
      const { secret } = await as('super_admin').webhooks.createWebhook({ id, name, url, events });
      return { id, secret };
    },
    async addOrder(status = 'pending') {
      const id = uuidv7();
      await rows(
        `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash, status)
         values ($1, (1000 + (select count(*) from orders))::text, $2, 'Amara Eze', 'amara@shop.test', $1, 'x', $3)`,
        [id, users.user, status],
      );
      await rows(
        `insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
         values (gen_random_uuid(), $1, 0, $1, 'Kaftan', 1250, 1250, '/x')`,
        [id],
      );
      return id;
    },
    /** What was recorded, oldest first. */
    deliveries: (columns = '*') => rows(`select ${columns} from webhook_deliveries order by created_at, id`),
    /** Makes every next attempt due. */
    makeDue: () => rows(`update webhook_deliveries set next_attempt_at = now() where state = 'waiting'`),
    async reset() {
      rules.allowedHosts = [];
      await rows(
        `truncate webhooks, webhook_deliveries, sessions, account_events, orders, order_items, products, pgboss.job cascade`,
      );
    },
    async close() {
      closeReceivers();
      await owner.end();
      await database.close();
      await base.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
