import { type AdminStock, adminCases, type BuildTargets, stockOfAdmin } from './admin-cases.ts';
import { type Plan, plansOf } from './explain.ts';
import { load, type Target } from './load.ts';
import { median, quantile } from './numbers.ts';
import type { Pace } from './pace.ts';
import { signInOwner } from './signed-in-user.ts';
import { bigShop, type Server, SMALL_SHOP, type Stage } from './stage.ts';
import { note, type Row, row } from './table.ts';

const MOST_TIMES = 3;
/** Of one case in one round. */
const REQUESTS = 20;

interface Shop {
  server: Server;
  stock: AdminStock;
}

/**
 * Measures how much longer the back office's lists and dashboard take in a shop a hundred times as big, and how
 * PostgreSQL executes them there. `print` receives every plan.
 */
export async function admin(
  stage: Stage,
  { many, rounds }: Pace,
  print: (text: string) => void,
): Promise<Row[]> {
  const shops = [await open(stage, SMALL_SHOP), await open(stage, bigShop(many))] as const;
  const rows: Row[] = [];
  const scans: string[] = [];
  for (const { name, ask, isNoted } of adminCases) {
    const { times, small, big } = await compare(shops, ask, rounds);
    const plans = await plansOfCase(shops[1], ask);
    for (const { statement, text, buffers, scanned } of plans) {
      print(`\n── ${name}: ${buffers} buffers\n${statement}\n${text}`);
      for (const table of scanned) scans.push(`${name}: ${table}`);
    }
    const buffers = plans.reduce((sum, plan) => sum + plan.buffers, 0);
    const measured = `${big.toFixed(1)} ms against ${small.toFixed(1)} ms, ${times.toFixed(2)} × (${buffers} buffers)`;
    const what = `p50 of ${name}, ${many.toLocaleString('en')} against 1,000`;
    rows.push(
      isNoted
        ? note(what, measured)
        : row(what, measured, `≤ ${MOST_TIMES.toFixed(2)} ×`, times <= MOST_TIMES, plans.map(describe)),
    );
  }
  await Promise.all(shops.map(({ server }) => server.stop()));
  const found = [...new Set(scans)];
  return [
    ...rows,
    row(
      'Seq Scans on growing tables in the back office',
      String(found.length),
      '0',
      found.length === 0,
      found,
    ),
  ];
}

const describe = ({ statement, buffers }: Plan) => `${buffers} buffers: ${statement.slice(0, 160)}`;

/** Alternates between both shops, so that other load on the machine affects both. */
async function compare(shops: readonly [Shop, Shop], ask: BuildTargets, rounds: number) {
  const figures: [number[], number[]] = [[], []];
  const p50 = async ({ server, stock }: Shop) => {
    const targets = ask(stock);
    const target = (index: number) => signed(targets[index % targets.length]!, stock);
    const { latencies } = await load({ port: server.port, connections: 2, requests: REQUESTS, target });
    return quantile(latencies, 0.5);
  };
  for (const shop of shops) await p50(shop);
  for (let round = 0; round < rounds; round++) {
    for (const at of [0, 1] as const) figures[at].push(await p50(shops[at]));
  }
  return {
    small: median(figures[0]),
    big: median(figures[1]),
    times: median(figures[1].map((figure, round) => figure / figures[0][round]!)),
  };
}

async function plansOfCase({ server, stock }: Shop, ask: BuildTargets): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const target of ask(stock)) plans.push(...(await plansOf(server, signed(target, stock))));
  return plans;
}

const signed = (target: Target, { cookie }: AdminStock): Target => ({ ...target, headers: { cookie } });

async function open(stage: Stage, filling: Parameters<Stage['shopWith']>[0]): Promise<Shop> {
  const server = await stage.shopWith(filling);
  const cookie = await signInOwner(server);
  return { server, stock: await stockOfAdmin(server, cookie, filling.orders ?? 0) };
}
