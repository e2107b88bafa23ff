import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { eventually } from '#shared/test-eventually.ts';
import { inSpan } from './span.ts';
import { withoutLiterals } from './statement-span.ts';
import { openCollector } from './test-collector.ts';
import { traceParentOf } from './trace-parent.ts';
import { inTrace, openTracing, type Tracing } from './tracing.ts';

const atEnd: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});

async function open(env: Record<string, string>) {
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
  const tracing = await openTracing(readConfig(env), log);
  return { tracing: tracing!, logged };
}

const one = (tracing: Tracing, name = 'one') =>
  inTrace(tracing, name, { kind: 'server', facts: {} }, async () => {});
/** Enough spans to make the exporter send at once. */
const many = (tracing: Tracing) => Promise.all(Array.from({ length: 512 }, () => one(tracing)));

test('an unavailable collector is logged once, and once when it accepts traces again, without its response or the key', async () => {
  const collector = await openCollector();
  atEnd.push(collector.close);
  const { tracing, logged } = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20c2VjcmV0, x-shop = aso',
    OTEL_SERVICE_NAME: 'yaba',
  });
  collector.refuse(403);
  for (const times of [1, 2]) {
    await many(tracing);
    await eventually(() => expect(collector.asked).toHaveLength(times));
  }
  collector.refuse(200);
  await many(tracing);
  await eventually(() => expect(collector.spans).toHaveLength(512));
  await one(tracing, 'the last');
  await tracing.close();
  expect(collector.spans.at(-1)).toMatchObject({ name: 'the last', kind: 2, parentId: '', failed: false });
  expect(collector.asked[0]).toMatchObject({
    path: '/v1/traces',
    headers: { authorization: 'Basic c2VjcmV0', 'x-shop': 'aso', 'content-type': 'application/x-protobuf' },
  });
  expect(collector.resources[0]).toMatchObject({ 'service.name': 'yaba' });
  expect(logged.map(({ msg, reason }) => [msg, reason])).toEqual([
    ['no collector takes the traces', 'Forbidden'],
    ['the collector takes traces again', undefined],
  ]);
  expect(JSON.stringify(logged)).not.toContain('c2VjcmV0');
});

test('a dead collector delays neither spans nor the shutdown', async () => {
  const { tracing, logged } = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  });
  // A wait for the collector would last until this test times out.
  for (let times = 0; times < 20; times++) await many(tracing);
  const stopped = performance.now();
  await tracing.close();
  expect(performance.now() - stopped).toBeLessThan(10_000);
  expect(logged).toEqual([]);
});

test('a span that throws is recorded as failed with its kind only; a refusal is not a failure', async () => {
  const collector = await openCollector();
  atEnd.push(collector.close);
  const { tracing } = await open({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const failing = (error: unknown) =>
    inTrace(tracing, 'whole', { kind: 'server', facts: {} }, () =>
      inSpan('step', {}, () => Promise.reject(error)),
    ).catch(() => {});
  await failing(Object.assign(new Error('ada@shop.test is there'), { code: '23505' }));
  await failing(new TypeError('ada@shop.test'));
  await failing(Object.assign(new Error('ada@shop.test'), { status: 404 }));
  await tracing.close();
  expect(collector.spans.map(({ name, failed, facts }) => [name, failed, facts['error.type']])).toEqual([
    ['step', true, '23505'],
    ['whole', true, '23505'],
    ['step', true, 'TypeError'],
    ['whole', true, 'TypeError'],
    ['step', false, undefined],
    ['whole', false, undefined],
  ]);
  expect(collector.asked[0]!.bytes.includes('ada@')).toBe(false);
});

test('a share of the traces that start here is recorded; of those that a proxy started, the recorded ones', async () => {
  const { tracing } = await open({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    OTEL_TRACES_SAMPLER_ARG: '0',
  });
  const parent = (flags: string) =>
    traceParentOf(`00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}`);
  const begin = (flags?: string) =>
    tracing.begin('one', { kind: 'server', facts: {}, parent: flags ? parent(flags) : undefined });
  expect([begin(), begin('00')]).toEqual([undefined, undefined]);
  expect(begin('01')?.traceId).toBe('0af7651916cd43dd8448eb211c80319c');
});

test.each([
  '',
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331',
  '00-00000000000000000000000000000000-b7ad6b7169203331-01',
  '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
  '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more',
  'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
])('invalid traceparent: %s', (header) => expect(traceParentOf(header)).toBeUndefined());

test.each([
  ['select * from orders where id = $1 limit 20', 'select * from orders where id = $1 limit ?'],
  ["select 'it''s ada' as a,\n  'b' || \"t1\".c2", 'select ? as a, ? || "t1".c2'],
  [`select '${'x'.repeat(2_000)}`, 'select ?'],
])('%s is recorded without its values', (text, recorded) => expect(withoutLiterals(text)).toBe(recorded));
