import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Row, row } from '../bench/table.ts';
import type { Fixture } from './fixture.ts';
import { resetLimits, sendOrders } from './shoppers.ts';

/**
 * The first process's free disk space is below its configured reserve: an upload is refused after its head alone,
 * orders continue, and the metrics and the dashboard show an alarm.
 */
export async function fullDisk(
  { shop, admin, shoppers, lines }: Fixture,
  metricsPort: number,
): Promise<Row[]> {
  const broken: string[] = [];
  const files = async () => (await readdir(join(shop.dataDir, 'uploads'), { recursive: true })).length;
  const before = await files();
  const path = `/api/v1/admin/products/${lines[0]!.productId}/images`;
  const { status, message } = await uploadWithoutBody(shop.url + path, {
    cookie: admin,
    origin: shop.origin,
  });
  if (status !== 507 || !message.includes('DISK_FULL'))
    broken.push(`an upload answered ${status}: ${message}`);
  if ((await files()) !== before) broken.push('a file was written');

  await resetLimits(shop.databaseUrl());
  const { acknowledged } = await sendOrders(shop, { cookies: shoppers, lines, count: 3 });
  if (acknowledged.size !== 3) broken.push(`${acknowledged.size} of 3 orders accepted`);
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
  if (!/^aso_disk_short 1$/m.test(metrics)) broken.push('no alarm in the metrics');
  const dashboard = await fetch(`${shop.url}/api/v1/admin/disk`, { headers: { cookie: admin } });
  const { isShort } = (await dashboard.json()) as { isShort?: boolean };
  if (isShort !== true) broken.push(`no alarm on the dashboard: ${dashboard.status}`);
  return [
    row(
      'free disk space below the reserve',
      `an upload answered ${status} before its body, ${acknowledged.size} of 3 orders accepted`,
      'uploads refused before writing, orders accepted, an alarm in metrics and dashboard',
      broken.length === 0,
      broken,
    ),
  ];
}

/** Announces an image of 3 MB and sends none of it; throws without a response within ten seconds. */
async function uploadWithoutBody(url: string, headers: Record<string, string>) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const upload = request(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'multipart/form-data; boundary=resilience',
        'content-length': 3_000_000,
      },
      signal: AbortSignal.timeout(10_000),
    });
    upload.once('response', resolve);
    upload.once('error', reject);
    upload.flushHeaders();
  });
  const message = await text(answer).catch(() => '');
  answer.destroy();
  return { status: answer.statusCode!, message };
}
