import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nextRelease } from '../tools/next-release.ts';
import { kilobytes } from './numbers.ts';
import type { Pace } from './pace.ts';
import { withBrowser, withPhone } from './phone.ts';
import type { Stage } from './stage.ts';
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
    return await withBrowser(async (browser) => {
      const rows: Row[] = [];
      for (const path of PAGES) {
        const before = await stage.demoStore();
        const { port } = before;
        const bytes = await withPhone(browser, async ({ page, devtools }) => {
          let scripts = 0;
          weigh(devtools, (address, kind, size) => {
            print(`${String(size).padStart(8)} ${kind.padEnd(10)} ${address}`);
            if (kind === 'JavaScript') scripts += size;
          });
          const visit = async () => {
            await page.goto(`http://localhost:${port}${path}`);
            await page.waitForTimeout(stillSeconds * 1000);
          };
          await visit();
          await before.stop();
          const after = await stage.demoStore({ buildDir, earlierBuildDir: stage.buildDir, port });
          scripts = 0;
          print('the next release');
          await visit();
          await after.stop();
          return scripts;
        });
        rows.push(
          row(
            `${path} after a release that changed one component, JavaScript with dictionaries`,
            kilobytes(bytes),
            `≤ ${LIMIT / 1000} kB`,
            bytes > 0 && bytes <= LIMIT,
          ),
        );
      }
      return rows;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
