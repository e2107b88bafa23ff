// Fault injection: npm run resilience. With --short as in npm test, in about a minute and a half.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startTestMailServer } from '#platform/mail/test-mail-server.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { databaseVariables } from '#platform/postgres/test-database.ts';
import { startTestS3 } from '#platform/storage/test-s3.ts';
import { openTcpProxy } from '#platform/test-tcp-proxy.ts';
import { generate } from '../bench/seed/generate.ts';
import { detailsOf, type Row, tableOf } from '../bench/table.ts';
import { ensureBuild } from '../tools/build.ts';
import { findCaddy } from '../tools/caddy.ts';
import { freePlaces, startProxy } from '../tools/proxy.ts';
import { trouble } from '../tools/test-report.ts';
import { databaseUnavailable } from './database-unavailable.ts';
import { createFixture, type Size } from './fixture.ts';
import { fullDisk } from './full-disk.ts';
import { killedDatabase, killedShop } from './killed.ts';
import { lostDisk } from './lost-disk.ts';
import { mailUnavailable } from './mail-unavailable.ts';
import { mixedLoad } from './mixed-load.ts';
import { killedOneOfTwo } from './one-of-two.ts';
import { startShop } from './shop.ts';
import { storageUnavailable } from './storage-unavailable.ts';

const long: Size = {
  kills: 20,
  orders: 200,
  unavailableSeconds: 30,
  loadSeconds: 600,
  losses: 20,
  lossSeconds: [20, 120],
  returnsWithin: 5,
  limitNote: '',
};
/** Judges correctness; time limits are wide enough for a busy machine. */
const short: Size = {
  kills: 2,
  orders: 40,
  unavailableSeconds: 8,
  loadSeconds: 15,
  losses: 1,
  lossSeconds: [5, 5],
  returnsWithin: 30,
  limitNote: ' (5 s in the full run)',
};

const PRODUCTS = 1_000;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    /** A file for the numbers of passed and failed rows, and what the failed ones say, as JSON. */
    report: { type: 'string' },
  },
});
const size = values.short ? short : long;
const rows: Row[] = [];

/** Runs a part and adds its rows; an error becomes a failed row. */
async function tried(name: string, work: () => Promise<Row[]>): Promise<void> {
  console.log(`${name} …`);
  const started = performance.now();
  rows.push(
    ...(await work().catch((error: Error) => [
      { what: name, measured: error.message, budget: '', ok: false, details: [String(error.stack)] },
    ])),
  );
  console.log(`  ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** Runs all parts, on a first process with the embedded database and a second over the same database. */
async function run(): Promise<void> {
  const places = await freePlaces();
  const metricsPort = await freePort();
  await using cleanups = new AsyncDisposableStack();
  const mail = await startTestMailServer();
  cleanups.defer(mail.close);
  const s3 = await startTestS3();
  cleanups.defer(s3.close);
  const bucket = await s3.newBucket();
  const storageProxy = await openTcpProxy(() => bucket.endpoint);
  cleanups.defer(storageProxy.close);
  // Both processes have the proxy's URL and one mail server.
  const ofBoth = { PUBLIC_URL: places.url, TRUSTED_PROXIES: '127.0.0.1', SMTP_URL: mail.url };
  const shop = await startShop({
    ...ofBoth,
    PORT: String(places.ports[0]),
    METRICS_PORT: String(metricsPort),
    // No disk has that much: uploads are refused here during the whole run, and nothing else may be affected.
    DISK_RESERVE: '100000TB',
  });
  cleanups.defer(shop.end);
  await generate({ databaseUrl: shop.databaseUrl(), products: PRODUCTS, orders: 0, users: 0 });
  const databaseProxy = await openTcpProxy(shop.runningDatabase);
  cleanups.defer(databaseProxy.close);
  const second = await startShop({
    ...ofBoth,
    PORT: String(places.ports[1]),
    DATA_DIR: shop.dataDir,
    ...databaseVariables(shop.dataDir, databaseProxy.url),
    S3_ENDPOINT: storageProxy.url,
    S3_REGION: bucket.region,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
  });
  cleanups.defer(second.end);
  const fixture = await createFixture(shop, second, size);
  console.log(`  ${(performance.now() / 1000).toFixed(1)} s until two processes are ready`);

  await tried('the shop killed', () => killedShop(fixture));
  await tried('PostgreSQL killed', () => killedDatabase(fixture));
  await tried('one of two killed behind the proxy', async () => {
    const caddy = findCaddy(console.log);
    if (!caddy.path) throw new Error(`no Caddy found; install it with: ${caddy.fix}`);
    const end = await startProxy(caddy.path, places);
    try {
      return await killedOneOfTwo(fixture, places.url);
    } finally {
      await end();
    }
  });
  await tried('the mail server unavailable', () => mailUnavailable(fixture, mail));
  await tried('the object storage unavailable', () => storageUnavailable(fixture, storageProxy, bucket));
  await tried('the disk full', () => fullDisk(fixture, metricsPort));
  await tried('the database unavailable', () => databaseUnavailable(fixture, databaseProxy));
  await tried('mixed load', () => mixedLoad(fixture));
}

process.env.BUILD_DIR ??= await ensureBuild(console.log);
await tried('two processes', async () => {
  await run();
  return [];
});

await tried('the disk lost', () => lostDisk(size));

console.log(`\n${tableOf(rows)}\n`);
const details = detailsOf(rows);
if (details) console.log(details);
const missed = rows.filter(({ ok }) => ok === false);
if (values.report) {
  const passed = rows.filter(({ ok }) => ok).length;
  const troubles = missed.map(({ what, measured, budget, details = [] }) =>
    trouble(
      [what],
      [`expected: ${budget}`, `measured: ${measured}`, ...details].join('\n'),
      'npm run resilience -- --short',
    ),
  );
  await writeFile(values.report, JSON.stringify({ passed, failed: missed.length, troubles }));
}
process.exitCode = missed.length ? 1 : 0;
