import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { testAuth } from '#domains/accounts/server/sign-in/test-auth.ts';
import { readConfig } from '#platform/config.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { urlsAt } from '#platform/postgres/test-database.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { openCollector, type SentSpan } from '#platform/tracing/test-collector.ts';
import { eventually } from '#shared/test-eventually.ts';
import { boot } from '../server.ts';

const auths = testAuth();
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

const below = (spans: SentSpan[], parent: SentSpan) =>
  spans.filter(({ parentId }) => parentId === parent.spanId);

test('an order is one trace from the proxy to its last statement, its emails are separate traces, and no personal data is in any', async () => {
  const collector = await openCollector();
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-traced-'));
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
  await installJobs(auths.url);
  const config = readConfig({
    ...LIVE_FACTS,
    SHOP_MODE: 'live',
    PUBLIC_URL: 'http://shop.test',
    TRUSTED_PROXIES: '10.0.0.1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const secret = 'a-secret-of-more-than-thirty-two-letters';
  const shop = await boot({ config, dataDir, databaseUrl: auths.url, ...urlsAt(auths.url), secret }, log);
  const ada = await auths.signedIn();
  const productId = randomUUID();
  await auths.owner.query(
    `insert into products (id, name, description, price) values ($1, 'Kaftan', 'Cut', 4321)`,
    [productId],
  );

  const key = randomUUID();
  const order = { idempotencyKey: key, lines: [{ productId, shownPrice: 4321, note: 'wider at the hem' }] };
  const submit = (headers: Headers, peer: string) => {
    headers.set('content-type', 'application/json');
    headers.set('origin', 'http://shop.test');
    headers.set('traceparent', `00-${TRACE}-${PARENT}-01`);
    const body = JSON.stringify({ json: order });
    const url = 'http://shop.test/api/rpc/orders/submit?of=ada';
    return shop.fetch(new Request(url, { method: 'POST', headers, body }), peer);
  };
  const answer = await submit(ada.one.headers(), '10.0.0.1');
  expect(answer.status).toBe(200);
  // A signed-out visitor, without a trusted proxy.
  expect((await submit(new Headers(), '203.0.113.9')).status).toBe(401);
  await shop.fetch(new Request('http://shop.test/readyz'), '10.0.0.1');
  await shop.started();
  const done = async () =>
    (await auths.owner.query("select from pgboss.job where name = 'mail' and state = 'completed'")).rowCount;
  await eventually(async () => expect(await done()).toBe(2));
  await shop.close();
  await collector.close();

  const { spans } = collector;
  const request = spans.find(({ traceId, kind }) => traceId === TRACE && kind === 2)!;
  expect(request).toMatchObject({ name: 'POST /api/rpc/orders/submit', parentId: PARENT, failed: false });
  expect(request.facts).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/rpc/orders/submit',
    'http.response.status_code': 200,
    'aso.request_id': answer.headers.get('x-request-id'),
  });
  const [operation, ...others] = below(spans, request);
  expect(others).toEqual([]);
  expect(operation).toMatchObject({ name: 'orders.submit', kind: 1, facts: { 'aso.caller.role': 'user' } });
  const statements = below(spans, operation!);
  expect(new Set(statements.map(({ kind }) => kind))).toEqual(new Set([3]));
  const texts = statements.map(({ facts }) => String(facts['db.query.text']));
  expect(texts).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^select .*sessions/),
      'begin',
      expect.stringMatching(/^insert into "orders" /),
      expect.stringMatching(/^select enqueue_order_mails/),
      'commit',
    ]),
  );
  // This trace has no other spans.
  expect(spans.filter(({ traceId }) => traceId === TRACE)).toHaveLength(2 + statements.length);

  const refused = spans.find(({ name, traceId }) => name === 'orders.submit' && traceId !== TRACE)!;
  expect(refused).toMatchObject({ failed: false, facts: { 'aso.refusal': 'SIGN_IN_REQUIRED' } });
  const itsRequest = spans.find(({ spanId }) => spanId === refused.parentId)!;
  expect(itsRequest).toMatchObject({ parentId: '', facts: { 'http.response.status_code': 401 } });

  const emailSpans = spans.filter(({ name }) => name === 'job mail');
  expect(emailSpans).toHaveLength(2);
  for (const emailSpan of emailSpans) {
    expect(emailSpan).toMatchObject({ kind: 5, parentId: '', failed: false });
    expect(emailSpan.traceId).not.toBe(TRACE);
  }
  expect(spans.some(({ name }) => name.includes('readyz'))).toBe(false);

  const sent = Buffer.concat(collector.asked.map(({ bytes }) => bytes)).toString('latin1');
  const token = /=([^;.]+)/.exec(ada.one.headers().get('cookie')!)![1]!;
  for (const hers of [
    ...[ada.id, ada.email, 'Ada Obi', token, key, productId, 'wider', '4321', 'of=ada', 'shop.test', '203.0'],
  ]) {
    expect(sent.includes(hers), hers).toBe(false);
  }
  const traceIds = lines.filter(({ msg }) => msg === 'request').map(({ trace_id }) => trace_id);
  expect(traceIds).toEqual([TRACE, itsRequest.traceId, undefined]);
  await rm(dataDir, { recursive: true, force: true });
});
