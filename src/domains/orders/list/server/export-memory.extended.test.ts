import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { csvOf } from '#platform/spreadsheet/csv.ts';
import { xlsxOf } from '#platform/spreadsheet/xlsx.ts';
import { createFixture } from '../../server/test-orders.ts';
import { exportAllOrders, orderSheetColumns } from './export-all-orders.ts';
import { addManyOrders } from './test-many-orders.ts';

test('BULK-06 100,000 rows are written in flat memory, as CSV and as XLSX', async () => {
  const fixture = await createFixture();
  onTestFinished(() => fixture.close());
  const admin = await fixture.addUser({ role: 'admin' });
  await addManyOrders(fixture, { user: await fixture.addUser(), count: 20_000, items: 5 });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 2 ** 20;
  };
  const sheet = () => ({
    columns: orderSheetColumns('https://shop.example'),
    rows: exportAllOrders(fixture, { userId: admin.id, role: 'admin' }, { filter: {}, except: [] }),
    timeZone: 'Africa/Lagos',
  });
  for (const write of [csvOf, xlsxOf]) {
    let size = 0;
    let pieces = 0;
    const samples: number[] = [];
    const before = inUse();
    for await (const piece of write(sheet(), 'Orders')) {
      size += piece.byteLength;
      pieces += 1;
      if (pieces % 4 === 0) samples.push(inUse() - before);
    }
    // The file is larger than what is in use at any moment.
    if (write === csvOf) expect(size).toBeGreaterThan(10 * 2 ** 20);
    expect(samples.length).toBeGreaterThan(5);
    const [median = 0] = samples.toSorted((a, b) => a - b).slice(samples.length / 2);
    expect(median, `MB in use: ${samples.map(Math.round)}`).toBeLessThan(10);
  }
}, 120_000);
