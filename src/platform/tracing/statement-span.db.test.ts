import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase } from '#platform/postgres/test-database.ts';
import { statementSpan } from './statement-span.ts';
import { openCollector } from './test-collector.ts';
import { inTrace, openTracing } from './tracing.ts';

test('statements waiting for one connection are spans of the trace that sent them, and a failed one records its code', async () => {
  const [testDatabase, collector] = await Promise.all([createTestDatabase(), openCollector()]);
  const tracing = await openTracing(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }),
    createLog('silent'),
  );
  const database = await openDatabase(testDatabase, { size: 1, onStatement: statementSpan });
  // Outside any trace.
  await database.webPool.query('select 1');
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      inTrace(tracing, `trace${n}`, { kind: 'server', facts: {} }, async () => {
        await database.webPool.query(`select $1::int as trace${n}`, [n]);
        await database.asCaller(null, (tx) => tx.execute(sql.raw(`select 'a' as trace${n}`)));
        await database.web.execute(sql.raw(`select trace${n}`)).catch(() => {});
      }),
    ),
  );
  await database.close();
  await tracing!.close();
  const { spans } = collector;
  for (let n = 0; n < 8; n++) {
    const root = spans.find(({ name }) => name === `trace${n}`)!;
    const steps = spans.filter(({ parentId }) => parentId === root.spanId);
    expect(steps.map(({ name, facts }) => [name, facts['db.query.text'], facts['error.type']])).toEqual([
      ['SELECT', `select $1::int as trace${n}`, undefined],
      ['BEGIN', 'begin', undefined],
      ['SELECT', 'select public.set_caller($1, $2, $3, $4)', undefined],
      ['SELECT', `select ? as trace${n}`, undefined],
      ['COMMIT', 'commit', undefined],
      ['SELECT', `select trace${n}`, '42703'],
    ]);
  }
  expect(spans).toHaveLength(8 * 7);
  await collector.close();
  await testDatabase.drop();
});
