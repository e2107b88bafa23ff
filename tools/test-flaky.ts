import { randomInt } from 'node:crypto';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from './build.ts';
import { findChromium } from './chromium.ts';
import { playwrightPart } from './test-part.ts';
import { type PlaywrightReport, playwrightCounts, playwrightTests } from './test-report.ts';

// Runs the end-to-end tests ten times, each time in another random order and without retries, and prints which of them
// failed how often: npm run test:flaky -- [--rounds=10] [--seed=1] [--project=phone] [files]
// Round n has the seed `seed + n`; `--seed=<that> --rounds=1` repeats it alone. A whole round takes a quarter of an
// hour, so name files.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: `${randomInt(1, 1_000_000)}` },
    project: { type: 'string', multiple: true, default: ['http', 'phone', 'desktop'] },
  },
});
const rounds = Number(values.rounds);
const playwright = [process.execPath, `${dirname(import.meta.dirname)}/node_modules/@playwright/test/cli.js`];

const BUILD_DIR = await ensureBuild(console.log);
const chromium = await findChromium(console.log);
if (!chromium.path) throw new Error(`no browser found; install it with: ${chromium.fix}`);

/** The seeds with which a test failed, by its project, file, line and title. */
const failures = new Map<string, number[]>();
let runs = 0;
const troubles: string[] = [];

function collect(report: PlaywrightReport, seed: number) {
  for (const { spec, projectName, status, path } of playwrightTests(report.suites)) {
    runs += 1;
    if (status === 'expected') continue;
    const name = [projectName, `e2e/${spec.file}:${spec.line}`, ...path, spec.title].join(' › ');
    failures.set(name, [...(failures.get(name) ?? []), seed]);
  }
  const outcome = playwrightCounts(report);
  troubles.push(...(outcome.troubles ?? []));
  return outcome;
}

for (let round = 0; round < rounds; round++) {
  const seed = Number(values.seed) + round;
  // One project after the other: each change of project restarts the worker and its browser.
  for (const project of values.project) {
    console.log(`\n── round ${round + 1} of ${rounds}, ${project}, seed ${seed} ──`);
    await playwrightPart(
      playwright,
      { BUILD_DIR, CHROMIUM_PATH: chromium.path },
      {
        options: [
          ...[`--shuffle=${seed}`, '--fully-parallel', '--retries=0', '--pass-with-no-tests'],
          ...[`--project=${project}`, ...positionals],
        ],
        countsOf: (report) => collect(report, seed),
      },
    );
  }
}
for (const one of new Set(troubles)) console.log(`\n${one}`);
console.log(`\n${runs} tests in ${rounds} rounds from seed ${values.seed}, ${failures.size} of them failed:`);
for (const [name, seeds] of [...failures].sort(([, a], [, b]) => b.length - a.length)) {
  console.log(`${String(seeds.length).padStart(3)} of ${rounds}  ${name}  (seeds ${seeds.join(', ')})`);
}
process.exitCode = failures.size ? 1 : 0;
