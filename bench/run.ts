import { parseArgs } from 'node:util';
import { ensureBuild } from '../tools/build.ts';
import { admin } from './admin.ts';
import { answers } from './answers.ts';
import { feeds } from './feeds.ts';
import { growth } from './growth.ts';
import { history } from './history.ts';
import { imports } from './import.ts';
import { interactions } from './interactions.ts';
import { live } from './live.ts';
import { memory } from './memory.ts';
import { middlePages } from './middle-pages.ts';
import { moves } from './moves.ts';
import { FULL, type Pace, QUICK } from './pace.ts';
import { pages } from './pages.ts';
import { paint } from './paint.ts';
import { plans } from './plans.ts';
import { profile } from './profile.ts';
import { queries } from './queries/queries.ts';
import { release } from './release.ts';
import { searches } from './searches.ts';
import { bigShop, openStage, type Stage } from './stage.ts';
import { start } from './start.ts';
import { detailsOf, type Row, row, tableOf } from './table.ts';
import { upgrade } from './upgrade.ts';
import { weight } from './weight.ts';

type Measurement = (stage: Stage, pace: Pace, print: (text: string) => void) => Promise<Row[]>;

/** They measure no times: they run at once, while the big shop is written. */
const WITHOUT_TIMES: Record<string, Measurement> = { weight, release, queries };
/** One after the other, with nothing beside. */
const ALONE: Record<string, Measurement> = {
  answers,
  pages,
  growth,
  'middle-pages': middlePages,
  searches,
  plans,
  admin,
  import: imports,
  history,
  upgrade,
  paint,
  interactions,
  moves,
  live,
  memory,
  feeds,
  profile,
};
const MEASUREMENTS = { ...WITHOUT_TIMES, ...ALONE };
const OF_BIG_SHOP = ['growth', 'middle-pages', 'searches', 'plans', 'admin', 'feeds'];
/** Only when it is asked for: it compares nothing. */
const ON_REQUEST = new Set(['profile']);

const USAGE = `npm run bench -- [--only start,${Object.keys(MEASUREMENTS).join(',')}] [--quick] [--million] [--plans] [--requests] [--worst]
  --quick     short runs: for a first look, not for published figures
  --million   a million products in the big shop instead of 100,000
  --plans     prints the plan of every statement
  --requests  prints every request of the cold visits
  --worst     prints the judged queries whose first hit is wrong`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    million: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
    requests: { type: 'boolean', default: false },
    worst: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}
const wanted = new Set(
  values.only?.split(',') ?? ['start', ...Object.keys(MEASUREMENTS).filter((name) => !ON_REQUEST.has(name))],
);
for (const name of wanted) {
  if (name === 'start' || name in MEASUREMENTS) continue;
  console.error(`There is no measurement '${name}'.\n${USAGE}`);
  process.exit(2);
}
// The first start seeds the demo store.
if (
  ['weight', 'release', 'paint', 'interactions', 'moves', 'live', 'queries', 'profile'].some((name) =>
    wanted.has(name),
  )
)
  wanted.add('start');

process.env.NODE_ENV = 'production';
const writeLine = (text: string) => console.error(text);
const pace: Pace = { ...(values.quick ? QUICK : FULL), ...(values.million && { many: 1_000_000 }) };
const started = performance.now();
const building = performance.now();
let isBuilt = false;
const buildDir = await ensureBuild((text) => {
  isBuilt = true;
  writeLine(text);
});
const buildSeconds = isBuilt ? (performance.now() - building) / 1000 : 0;
const stage = await openStage(buildDir, writeLine);
const rows: Row[] = [];
// On interruption, remove the database and the folder.
process.once('SIGINT', () => void stage.close().finally(() => process.exit(130)));
process.once('SIGTERM', () => void stage.close().finally(() => process.exit(143)));
const run = async (name: string, work: () => Promise<Row[]>) => {
  if (!wanted.has(name)) return;
  const began = performance.now();
  try {
    const found = await work();
    rows.push(...found);
    writeLine(tableOf(found));
  } catch (error) {
    writeLine((error as Error).stack ?? String(error));
    rows.push(row(name, `failed: ${(error as Error).message.split('\n')[0]}`, 'a result', false));
  }
  writeLine(`${name} measured in ${((performance.now() - began) / 1000).toFixed(0)} s`);
};
try {
  await run('start', () => start(stage, buildSeconds));
  const { plans, requests, worst } = values;
  const printed: Record<string, boolean> = {
    plans,
    admin: plans,
    weight: requests,
    release: requests,
    queries: worst,
  };
  const measure = ([name, work]: [string, Measurement]) =>
    run(name, () => work(stage, pace, printed[name] ? console.log : () => {}));
  // A measurement of the big shop says why it could not be written.
  const fillBigShop = async () => void (await stage.fill(bigShop(pace.many)).catch(() => {}));
  await Promise.all([
    ...Object.entries(WITHOUT_TIMES).map(measure),
    OF_BIG_SHOP.some((name) => wanted.has(name)) && fillBigShop(),
  ]);
  for (const entry of Object.entries(ALONE)) await measure(entry);
} finally {
  await stage.close();
}
console.log(`\n${tableOf(rows)}\n\n${detailsOf(rows)}`.trimEnd());
writeLine(`\nIn all ${((performance.now() - started) / 1000).toFixed(0)} s, build ${buildDir}`);
process.exitCode = rows.some(({ ok }) => ok === false) ? 1 : 0;
