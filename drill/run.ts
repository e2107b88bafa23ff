// What happens when something breaks: npm run drill. With --short in less than three minutes.
import { parseArgs } from 'node:util';
import { detailsOf, type Row, tableOf } from '../bench/table.ts';
import { ensureBuild } from '../tools/build.ts';
import { databaseAway, fullDisk, killedDatabase, killedOneOfTwo, killedShop, setScene } from './faults.ts';
import { startShop } from './shop.ts';

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const size = values.short ? { kills: 3, orders: 40 } : { kills: 20, orders: 200 };

await ensureBuild(console.log);
const rows: Row[] = [];
async function tried(name: string, work: () => Promise<Row[]>): Promise<void> {
  console.log(`${name} …`);
  rows.push(
    ...(await work().catch((error: Error) => [
      { what: name, measured: error.message, must: '', ok: false, details: [String(error.stack)] },
    ])),
  );
}

const shop = await startShop();
try {
  const scene = await setScene(shop, size);
  await tried('the shop killed', () => killedShop(scene));
  await tried('PostgreSQL killed', () => killedDatabase(scene));
  await tried('the database away', () => databaseAway(scene, values.short ? 10 : 30));
  const DATABASE_URL = shop.databaseUrl();
  const second = await startShop({ DATABASE_URL, DATA_DIR: shop.dataDir });
  try {
    await tried('one of two killed', () => killedOneOfTwo(scene, second, values.short ? 1 : 5));
  } finally {
    await second.end();
  }
} finally {
  await shop.end();
}
const full = await startShop({ DISK_RESERVE: '100000TB' });
try {
  await tried('the disk full', () => fullDisk(full));
} finally {
  await full.end();
}

console.log(`\n${tableOf(rows)}\n`);
const details = detailsOf(rows);
if (details) console.log(details);
process.exitCode = rows.every(({ ok }) => ok !== false) ? 0 : 1;
