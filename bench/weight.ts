import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Browser, CDPSession } from '@playwright/test';
import { kilobytes } from './numbers.ts';
import type { Pace } from './pace.ts';
import { withBrowser, withPhone } from './phone.ts';
import { signInOwner } from './signed-in-user.ts';
import type { Stage } from './stage.ts';
import { type Row, row } from './table.ts';

type Kind = 'page' | 'JavaScript' | 'CSS' | 'fonts' | 'images' | 'other';
type Weights = Record<Kind | 'all', number>;

const LIMITS: { path: string; isStaff?: boolean; limits: Partial<Record<Kind | 'all', number>> }[] = [
  { path: '/products', limits: { all: 250_000, JavaScript: 139_000, CSS: 20_000, fonts: 60_000 } },
  { path: '/', limits: { all: 300_000 } },
  { path: '/admin/products', isStaff: true, limits: { JavaScript: 265_000 } },
];

/** Without it the back office loads the scripts of its other screens too, while the first one is idle. */
const DATA_SAVER = 'data_saver=on';

/** Moves from a page to another one inside the shop, by each of the first links. */
const MOVE = { from: '/products', link: 'main a[href^="/products/"]', cards: 5, limit: 40_000 };

/** A first visit with what the service worker loads while the page is idle. */
const WITH_WORKER = { path: '/products', limit: 355_000 };

type Print = (text: string) => void;

/**
 * Measures the transferred bytes of a first visit by phone, headers included, without interaction. Bytes hardly depend on
 * the time that they take: several phones visit at once.
 */
export async function weight(stage: Stage, { stillSeconds }: Pace, print: Print): Promise<Row[]> {
  const server = await stage.demoStore();
  const staff = await signInOwner(server);
  const urlOf = (path: string) => `http://localhost:${server.port}${path}`;
  const rows = await withBrowser(async (browser) => {
    const first = (print: Print) =>
      Promise.all(
        LIMITS.map(({ path, isStaff }) => {
          const cookies = isStaff ? `${staff}; ${DATA_SAVER}` : undefined;
          return visit(browser, urlOf(path), stillSeconds, print, { cookies });
        }),
      );
    const opened = (print: Print) =>
      Promise.all(
        Array.from({ length: MOVE.cards }, (_, card) =>
          visit(browser, urlOf(MOVE.from), stillSeconds / 2, print, { move: { link: MOVE.link, card } }),
        ),
      );
    // The first visits create the images, and files are compressed in the background after the start: only the second ones
    // count.
    await first(() => {});
    const weights = await first(print);
    await opened(() => {});
    const { path, limit } = WITH_WORKER;
    const bytes = await visitWithWorker(browser, server.port, path, stillSeconds);
    return [
      ...rowsOfFirst(weights),
      row(
        `cold ${path} at 360 px with the service worker, all bytes`,
        kilobytes(bytes),
        `≤ ${limit / 1000} kB`,
        bytes <= limit,
      ),
      rowOfOpened(await opened(print)),
    ];
  });
  await server.stop();
  return rows;
}

function rowsOfFirst(visits: Weights[]): Row[] {
  return LIMITS.flatMap(({ path, limits }, at) =>
    (Object.entries(limits) as [Kind | 'all', number][]).map(([kind, limit]) => {
      const weights = visits[at]!;
      return row(
        `cold ${path} at 360 px, ${kind === 'all' ? 'all bytes' : kind}`,
        kilobytes(weights[kind]) + (kind === 'all' ? ` (${partsOf(weights)})` : ''),
        `≤ ${limit / 1000} kB`,
        weights[kind] <= limit,
      );
    }),
  );
}

function rowOfOpened(visits: Weights[]): Row {
  const sorted = visits.toSorted((one, other) => one.all - other.all);
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  const largest = sorted.at(-1)!;
  return row(
    `a product opened from /products, all bytes, the largest of ${MOVE.cards}`,
    `${kilobytes(largest.all)} (${partsOf(largest)}), median ${kilobytes(middle.all)}`,
    `≤ ${MOVE.limit / 1000} kB`,
    largest.all <= MOVE.limit,
  );
}

/**
 * The bytes that the shop sends until the service worker is installed and the page has been still: counted before the
 * browser, because a page's developer tools do not see what its worker loads.
 */
async function visitWithWorker(
  browser: Browser,
  port: number,
  path: string,
  seconds: number,
): Promise<number> {
  const sockets: Socket[] = [];
  const counter = createServer((client) => {
    const shop = connect(port, 'localhost');
    sockets.push(client);
    for (const socket of [client, shop]) {
      socket.on('error', () => undefined);
      socket.once('close', () => {
        client.destroy();
        shop.destroy();
      });
    }
    client.pipe(shop).pipe(client);
  });
  counter.listen(0, 'localhost');
  await once(counter, 'listening');
  try {
    return await withPhone(
      browser,
      async ({ page }) => {
        await page.goto(`http://localhost:${(counter.address() as AddressInfo).port}${path}`);
        await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
        await page.waitForTimeout(seconds * 1000);
        return sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
      },
      { serviceWorkers: 'allow' },
    );
  } finally {
    counter.close();
  }
}

const partsOf = (weights: Weights): string =>
  Object.entries(weights)
    .filter(([name, bytes]) => name !== 'all' && bytes > 0)
    .map(([name, bytes]) => `${name} ${(bytes / 1000).toFixed(0)}`)
    .join(', ');

const nothing = (): Weights => ({ all: 0, page: 0, JavaScript: 0, CSS: 0, fonts: 0, images: 0, other: 0 });

/** What a first visit takes; with `move` what the page takes that is opened from it, by the link of this number. */
function visit(
  browser: Browser,
  url: string,
  seconds: number,
  print: Print,
  { cookies, move }: { cookies?: string | undefined; move?: { link: string; card: number } } = {},
): Promise<Weights> {
  return withPhone(browser, async ({ page, devtools }) => {
    let weights = nothing();
    const lines: string[] = [];
    weigh(devtools, (address, kind, bytes) => {
      weights[kind] += bytes;
      weights.all += bytes;
      lines.push(`${String(bytes).padStart(8)} ${kind.padEnd(10)} ${address}`);
    });
    if (cookies) {
      const named = cookies.split('; ').map((cookie) => cookie.split(/=(.*)/) as [string, string]);
      await page
        .context()
        .addCookies(named.map(([name, value]) => ({ name, value, url: new URL('/', url).href })));
    }
    await page.goto(url);
    await page.waitForTimeout(seconds * 1000);
    if (move) {
      const link = page.locator(move.link).nth(move.card);
      // What scrolling to it loads belongs to the first page.
      await link.scrollIntoViewIfNeeded();
      await page.waitForTimeout(2_000);
      weights = nothing();
      lines.push(`${await link.getAttribute('href')} is opened`);
      await link.tap();
      await page.waitForTimeout(seconds * 1000);
      if (page.url() === url) throw new Error(`${move.link} opened no page`);
    }
    print([`${url} is visited`, ...lines, `${String(weights.all).padStart(8)} in all\n`].join('\n'));
    return weights;
  });
}

/** Reports each answer with the bytes of its transfer. */
export function weigh(
  devtools: CDPSession,
  record: (address: string, kind: Kind, bytes: number) => void,
): void {
  const known = new Map<string, { address: string; kind: Kind }>();
  devtools.on('Network.requestWillBeSent', ({ request, redirectResponse }) => {
    if (redirectResponse) record(request.url, 'other', redirectResponse.encodedDataLength);
  });
  devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
    known.set(requestId, { address: response.url, kind: kindOf(response.mimeType, type) });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { address, kind } = known.get(requestId) ?? { address: '?', kind: 'other' };
    if (!address.startsWith('data:')) record(address, kind, encodedDataLength);
  });
}

function kindOf(mimeType: string, type: string): Kind {
  if (mimeType.includes('javascript')) return 'JavaScript';
  if (mimeType === 'text/css') return 'CSS';
  if (mimeType.startsWith('font/') || type === 'Font') return 'fonts';
  if (mimeType.startsWith('image/')) return 'images';
  return type === 'Document' ? 'page' : 'other';
}
