import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { nextRelease } from '../tools/next-release.ts';
import { kilobytes } from './numbers.ts';
import type { Pace } from './pace.ts';
import { withBrowser, withPhone } from './phone.ts';
import type { Server, Stage } from './stage.ts';
import { type Row, row } from './table.ts';
import { weigh } from './weight.ts';

const PAGES = ['/', '/products'];
const LIMIT = 15_000;

/**
 * Measures the JavaScript that a returning visitor's page loads after a release that changed one component, in a browser
 * with compression dictionaries.
 */
export async function release(
  stage: Stage,
  { stillSeconds }: Pace,
  print: (text: string) => void,
): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'aso-bench-release-'));
  try {
    const project = join(folder, 'project');
    await nextRelease(project, stage.buildDir);
    const built = await promisify(execFile)(process.execPath, ['tools/build.ts'], { cwd: project });
    const buildDir = built.stdout.trim().split('\n').at(-1)!;
    const before = await stage.demoStore();
    const { port } = before;
    // Both pages are visited at once, before and after the same release.
    const { promise: released, resolve: noteReleased } = Promise.withResolvers<Server>();
    let visited = 0;
    const bytesOf = (browser: Browser, path: string) =>
      withPhone(browser, async ({ page, devtools }) => {
        let scripts = 0;
        const lines = [path];
        weigh(devtools, (address, kind, size) => {
          lines.push(`${String(size).padStart(8)} ${kind.padEnd(10)} ${address}`);
          if (kind === 'JavaScript') scripts += size;
        });
        const visit = async () => {
          await page.goto(`http://localhost:${port}${path}`);
          await page.waitForTimeout(stillSeconds * 1000);
        };
        await visit();
        if (++visited === PAGES.length) {
          await before.stop();
          noteReleased(await stage.demoStore({ buildDir, earlierBuildDir: stage.buildDir, port }));
        }
        await released;
        scripts = 0;
        lines.push('the next release');
        await visit();
        print(lines.join('\n'));
        return scripts;
      });
    const bytes = await withBrowser((browser) => Promise.all(PAGES.map((path) => bytesOf(browser, path))));
    await (await released).stop();
    return PAGES.map((path, at) =>
      row(
        `${path} after a release that changed one component, JavaScript with dictionaries`,
        kilobytes(bytes[at]!),
        `≤ ${LIMIT / 1000} kB`,
        bytes[at]! > 0 && bytes[at]! <= LIMIT,
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
