import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('OpenTelemetry is loaded only with an endpoint', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({ load(url, context, next) {
      const [, name] = /@opentelemetry\\/([^/]+)/.exec(url) ?? [];
      if (name) loaded.add(name);
      return next(url, context);
    } });
    const { openTracing } = await import('#platform/tracing/tracing.ts');
    const { readConfig } = await import('#platform/config.ts');
    await import('#db/client.ts');
    await import('#platform/rpc/gate.ts');
    await import('#platform/jobs/jobs.ts');
    await import('#app/server/http/traced.ts');
    const off = [...loaded, await openTracing(readConfig({}))];
    await openTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }));
    console.log(JSON.stringify([off, loaded.has('sdk-trace')]));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--no-warnings',
    '-e',
    program,
  ]);
  expect(JSON.parse(stdout)).toEqual([[null], true]);
});
