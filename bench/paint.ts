import type { Browser } from '@playwright/test';
import { median } from './numbers.ts';
import type { Pace } from './pace.ts';
import { slow, withBrowser, withPhone } from './phone.ts';
import type { Stage } from './stage.ts';
import { WITHOUT_SCRIPTS } from './strip.ts';
import { type Row, row } from './table.ts';

interface Paint {
  /** Milliseconds from the start of the navigation. */
  lcp: number;
  cls: number;
  /** Milliseconds of the tasks after the first paint: what each takes beyond 50 ms, summed, and the longest. */
  blocking: number;
  longest: number;
  /** Paint and layout shift metrics. */
  element: string;
  moved: string[];
}

/**
 * Measures on a slow phone the largest contentful paint, against the same page without any script, and how long its
 * scripts block the page.
 */
export async function paint(stage: Stage, { visits, watchSeconds }: Pace): Promise<Row[]> {
  const server = await stage.demoStore();
  const rows = await withBrowser(async (browser) => {
    const rows: Row[] = [];
    for (const path of ['/', '/products', await pathOfProduct(server.port)]) {
      const url = `http://localhost:${server.port}${path}`;
      const visit = (withScripts: boolean) => see(browser, url, withScripts, watchSeconds);
      // The first visit creates the images.
      await visit(true);
      const whole: Paint[] = [];
      const plain: Paint[] = [];
      for (let round = 0; round < visits; round++) {
        whole.push(await visit(true));
        plain.push(await visit(false));
      }
      const [lcp, without] = [median(whole.map((p) => p.lcp)), median(plain.map((p) => p.lcp))];
      const cls = median(whole.map((p) => p.cls));
      const blocking = median(whole.map((p) => p.blocking));
      const longest = median(whole.map((p) => p.longest));
      const moved = [...new Set(whole.flatMap((p) => p.moved))];
      rows.push(
        row(
          `${path} on a slow phone, LCP`,
          `${(lcp / 1000).toFixed(2)} s (${whole.at(-1)!.element})`,
          '≤ 1.2 s',
          lcp <= 1200,
        ),
        row(
          `${path}, LCP against no scripts`,
          `${(lcp / without).toFixed(2)} × ${(without / 1000).toFixed(2)} s (${plain.at(-1)!.element})`,
          '≤ 1.50 ×',
          lcp / without <= 1.5,
        ),
        row(`${path}, blocking time`, `${blocking.toFixed(0)} ms`, '≤ 60 ms', blocking <= 60),
        row(`${path}, longest task`, `${longest.toFixed(0)} ms`, '≤ 80 ms', longest <= 80),
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

function see(browser: Browser, url: string, withScripts: boolean, watchSeconds: number): Promise<Paint> {
  return withPhone(
    browser,
    async ({ page, devtools }) => {
      await slow(devtools);
      await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
      await page.waitForTimeout(watchSeconds * 1000);
      return page.evaluate(readPaint);
    },
    withScripts ? {} : { headers: { [WITHOUT_SCRIPTS]: 'yes' } },
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
  return Promise.all([
    noted<LargestPaint>('largest-contentful-paint'),
    noted<Shift>('layout-shift'),
    noted('longtask'),
    noted('paint'),
  ]).then(([paints, shifts, tasks, firsts]) => {
    const first = firsts.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0;
    const long = tasks.filter(({ startTime }) => startTime >= first).map(({ duration }) => duration);
    const last = paints.at(-1);
    const unasked = shifts.filter((shift) => !shift.hadRecentInput);
    return {
      blocking: long.reduce((sum, duration) => sum + duration - 50, 0),
      longest: Math.max(0, ...long),
      lcp: last?.startTime ?? Number.POSITIVE_INFINITY,
      cls: unasked.reduce((sum, { value }) => sum + value, 0),
      element: nameOf(last?.element),
      moved: unasked.flatMap(({ sources }) => (sources ?? []).map(({ node }) => nameOf(node))),
    };
  });
}

/** The page of the first product of the list. */
async function pathOfProduct(port: number): Promise<string> {
  const response = await fetch(`http://localhost:${port}/api/v1/products`);
  const { items } = (await response.json()) as { items: { id: string }[] };
  return `/products/${items[0]!.id}`;
}
