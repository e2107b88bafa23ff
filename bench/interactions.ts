import type { Page } from '@playwright/test';
import { median } from './numbers.ts';
import type { Pace } from './pace.ts';
import { openSlowly, withBrowser, withPhone } from './phone.ts';
import type { Stage } from './stage.ts';
import { type Row, row } from './table.ts';

const INTERACTIONS: Record<string, (page: Page) => Promise<void>> = {
  'a category': (page) => page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(1).tap(),
  'another order': (page) => page.getByLabel('Sort by').press('ArrowDown'),
  'Add to cart': (page) =>
    page
      .getByRole('button', { name: /: in the cart$/ })
      .first()
      .tap(),
  Menu: (page) => page.getByRole('button', { name: 'Menu' }).tap(),
};

/** Measures from a press to the next paint, on /products on a slow phone. */
export async function interactions(stage: Stage, { visits }: Pace): Promise<Row[]> {
  const server = await stage.demoStore();
  const url = `http://localhost:${server.port}/products`;
  const rows = await withBrowser(async (browser) => {
    const rows: Row[] = [];
    for (const [name, press] of Object.entries(INTERACTIONS)) {
      const times: number[] = [];
      for (let visit = 0; visit < visits; visit++) {
        times.push(
          await withPhone(browser, async ({ page, devtools }) => {
            await openSlowly({ page, devtools }, url);
            await press(page);
            await page.waitForTimeout(1_000);
            return page.evaluate(readLongest);
          }),
        );
      }
      const time = median(times);
      rows.push(row(`press of ${name}, to the next paint`, `${time.toFixed(0)} ms`, '≤ 100 ms', time <= 100));
    }
    return rows;
  });
  await server.stop();
  return rows;
}

/** Runs in the page: the longest interaction so far, ms, in steps of 8; those below 16 ms are not recorded and count 16. */
function readLongest(): Promise<number> {
  return new Promise((resolve) => {
    const entries: PerformanceEntry[] = [];
    const options = { type: 'event', buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe(options);
    setTimeout(() => {
      const pressed = entries.filter(
        (entry) => (entry as PerformanceEntry & { interactionId: number }).interactionId,
      );
      resolve(Math.max(16, ...pressed.map(({ duration }) => duration)));
    }, 300);
  });
}
