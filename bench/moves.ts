import type { CDPSession, Page } from '@playwright/test';
import { median } from './numbers.ts';
import type { Pace } from './pace.ts';
import { LATENCY_MS, openSlowly, withBrowser, withPhone } from './phone.ts';
import type { Stage } from './stage.ts';
import { type Row, row } from './table.ts';

const MOST_MS = 100;

interface Move {
  name: string;
  most: number;
  /** Before the press, untimed. */
  prepare(page: Page): Promise<void>;
  press(page: Page, devtools: CDPSession): Promise<void>;
}

const card = (page: Page) => page.locator('main article a').nth(1);

/** A finger is down for this long, ms: what is loaded at its touch begins before the press. */
const TOUCH_MS = 80;

async function openProduct(page: Page, devtools: CDPSession): Promise<void> {
  const { x, y } = (await card(page).boundingBox())!;
  const touchPoints = [{ x: x + 20, y: y + 20 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(TOUCH_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** What is measured in one visit, one move after the other. */
const VISITS: Move[][] = [
  [
    {
      name: 'a product, prefetched by a touch before',
      most: MOST_MS,
      prepare: async (page) => {
        await card(page).dispatchEvent('touchstart');
        await page.waitForTimeout(2_000);
      },
      press: openProduct,
    },
  ],
  [
    {
      name: 'a product, not prefetched',
      most: LATENCY_MS + MOST_MS,
      prepare: async () => {},
      press: openProduct,
    },
    {
      name: 'back to the list',
      most: MOST_MS,
      prepare: (page) => page.waitForTimeout(2_000),
      press: async (page) => {
        await page.evaluate(() => history.back());
      },
    },
  ],
];

/** Measures from a press on /products to the new page's heading, painted, on a slow phone. */
export async function moves(stage: Stage, { visits }: Pace): Promise<Row[]> {
  const server = await stage.demoStore();
  const url = `http://localhost:${server.port}/products`;
  const rows = await withBrowser(async (browser) => {
    const times = new Map<Move, number[]>(VISITS.flat().map((move) => [move, []]));
    for (const moves of VISITS) {
      for (let visit = 0; visit < visits; visit++) {
        await withPhone(browser, async ({ page, devtools }) => {
          await openSlowly({ page, devtools }, url);
          await card(page).scrollIntoViewIfNeeded();
          for (const move of moves) {
            await move.prepare(page);
            await page.evaluate(watchHeading);
            await move.press(page, devtools);
            times.get(move)!.push(await page.evaluate(() => (window as unknown as Watched).moved));
          }
        });
      }
    }
    return [...times].map(([{ name, most }, taken]) => {
      const time = median(taken);
      return row(
        `press to the next page: ${name}`,
        `${time.toFixed(0)} ms, slowest ${Math.max(...taken).toFixed(0)} ms`,
        `≤ ${most} ms`,
        time <= most,
      );
    });
  });
  await server.stop();
  return rows;
}

interface Watched {
  moved: Promise<number>;
}

/** Runs in the page: `moved` is the time from the press, or the step back, until another heading is painted, ms. */
function watchHeading(): void {
  (window as unknown as { moved: Promise<number> }).moved = new Promise((resolve) => {
    const heading = () => document.querySelector('main h1')?.textContent;
    const before = heading();
    const watch = ({ timeStamp }: Event) => {
      const look = () => {
        if (!heading() || heading() === before) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
      };
      look();
    };
    addEventListener('pointerup', watch, { capture: true, once: true });
    addEventListener('popstate', watch, { capture: true, once: true });
  });
}
