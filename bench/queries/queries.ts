import type { Pace } from '../pace.ts';
import { read } from '../requests.ts';
import type { Server, Stage } from '../stage.ts';
import { note, type Row, row } from '../table.ts';
import { judgedQueries } from './judged-queries.ts';
import { type Answer, reciprocalRank, scoreOf, scoresByKind } from './score.ts';

/** Worst queries named below the table when a budget is missed. */
const WORST = 40;

interface Item {
  name: string;
}

/** Asks the shop of the demo store every judged query, as its search box does, and scores the order of the hits. */
export async function queries(stage: Stage, _pace: Pace, print: (text: string) => void): Promise<Row[]> {
  const server = await stage.demoStore();
  const answers: Answer[] = [];
  for (const judged of judgedQueries()) answers.push({ judged, found: await search(server, judged.query) });
  await server.stop();

  const worstFirst = answers
    .filter((answer) => reciprocalRank(answer) < 1)
    .toSorted((one, other) => reciprocalRank(one) - reciprocalRank(other));
  const lines = worstFirst.map(
    (answer) =>
      `${reciprocalRank(answer).toFixed(2)} ${answer.judged.kind}: ${answer.judged.query} → ${answer.found[0] ?? 'nothing'}`,
  );
  print(lines.join('\n'));
  const { rank, nothing } = scoreOf(answers);
  return [
    ...scoresByKind(answers).map(([kind, score]) =>
      note(
        `queries: ${kind}`,
        `${score.rank.toFixed(2)}, ${percent(score.nothing)} find nothing, of ${score.queries}`,
      ),
    ),
    row(
      `mean reciprocal rank of ${answers.length} queries`,
      rank.toFixed(3),
      '≥ 0.9',
      rank >= 0.9,
      lines.slice(0, WORST),
    ),
    row('queries that find nothing', percent(nothing), '≤ 2 %', nothing <= 0.02),
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Names of the hits of the first page, then those of close words. */
async function search(server: Server, query: string): Promise<string[]> {
  const { text } = await server.record(read('catalog/listProducts', { search: query, pageSize: 100 }));
  const { items, close } = (JSON.parse(text) as { json: { items: Item[]; close: { items: Item[] }[] } }).json;
  return [...items, ...close.flatMap((group) => group.items)].map(({ name }) => name);
}
