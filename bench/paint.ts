import type { Browser } from '@playwright/test';
import { median } from './numbers.ts';
import type { Pace } from './pace.ts';
import { withBrowser, withPhone } from './phone.ts';
import type { Stage } from './stage.ts';
import { WITHOUT_SCRIPTS } from './strip.ts';
import { type Row, row } from './table.ts';

/** Network and CPU of a shopper's phone. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const SLOWER = 4;

interface Paint {
  /** Milliseconds from the start of the navigation. */
  lcp: number;
  cls: number;
  /** Paint and layout shift metrics. */
  element: string;
  moved: string[];
}

/** Measures the largest contentful paint on a slow phone, against the same page without any script. */
export async function paint(stage: Stage, { visits, invalidationTimeoutSeconds }: Pace): Promise<Row[]> {
  const server = await stage.demoStore();
  const rows = await withBrowser(async (browser) => {
    const rows: Row[] = [];
    for (const path of ['/', '/products']) {
      const url = `http://localhost:${server.port}${path}`;
      const visit = (withScripts: boolean) => see(browser, url, withScripts, invalidationTimeoutSeconds);
      await visit(true);
      await visit(false);
      const whole: Paint[] = [];
      const plain: Paint[] = [];
      for (let round = 0; round < visits; round++) {
        whole.push(await visit(true));
        plain.push(await visit(false));
      }
      const [lcp, without] = [median(whole.map((p) => p.lcp)), median(plain.map((p) => p.lcp))];
      const cls = median(whole.map((p) => p.cls));
      const moved = [...new Set(whole.flatMap((p) => p.moved))];
      rows.push(
        row(
          `${path} on a slow phone, LCP`,
          `${(lcp / 1000).toFixed(2)} s (${whole.at(-1)!.element})`,
          '≤ 2.5 s',
          lcp <= 2500,
        ),
        row(
          `${path}, LCP against no scripts`,
          `${(lcp / without).toFixed(2)} × ${(without / 1000).toFixed(2)} s (${plain.at(-1)!.element})`,
          '≤ 1.50 ×',
          lcp / without <= 1.5,
        ),
        row(
          `${path}, CLS`,
          `${cls.toFixed(3)}${moved.length > 0 ? ` (${moved.slice(0, 3).join(', ')})` : ''}`,
          '≤ 0.02',
          cls <= 0.02,
        ),
      );
    }
    return rows;
  });
  await server.stop();
  return rows;
}

function see(
  browser: Browser,
  url: string,
  withScripts: boolean,
  invalidationTimeoutSeconds: number,
): Promise<Paint> {
  return withPhone(
    browser,
    async ({ page, devtools }) => {
      await devtools.send('Network.emulateNetworkConditions', NETWORK);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
      await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
      await page.waitForTimeout(invalidationTimeoutSeconds * 1000);
      return page.evaluate(readPaint);
    },
    withScripts ? {} : { [WITHOUT_SCRIPTS]: 'yes' },
  );
}

/** Runs in the page: reads the browser's performance entries. */
function readPaint(): Promise<Paint> {
  interface LargestPaint extends PerformanceEntry {
    element?: Element;
  }
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources?: { node?: Node }[];
  }
  const noted = <T extends PerformanceEntry>(type: string) =>
    new Promise<T[]>((resolve) => {
      const entries: T[] = [];
      new PerformanceObserver((list) => entries.push(...(list.getEntries() as T[]))).observe({
        type,
        buffered: true,
      });
      setTimeout(() => resolve(entries), 300);
    });
  const nameOf = (node?: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return 'gone';
    const text = element.getAttribute('alt') ?? element.textContent ?? '';
    return `${element.tagName.toLowerCase()} '${text.trim().slice(0, 24)}'`;
  };
  return Promise.all([noted<LargestPaint>('largest-contentful-paint'), noted<Shift>('layout-shift')]).then(
    ([paints, shifts]) => {
      const last = paints.at(-1);
      const unasked = shifts.filter((shift) => !shift.hadRecentInput);
      return {
        lcp: last?.startTime ?? Number.POSITIVE_INFINITY,
        cls: unasked.reduce((sum, { value }) => sum + value, 0),
        element: nameOf(last?.element),
        moved: unasked.flatMap(({ sources }) => (sources ?? []).map(({ node }) => nameOf(node))),
      };
    },
  );
}
