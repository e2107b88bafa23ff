import type { JudgedQuery, QueryKind } from './judged-queries.ts';

/** A judged query and the names that the shop found for it, best first. */
export interface Answer {
  judged: JudgedQuery;
  found: readonly string[];
}

/** One divided by the place of the first right product, counted from 1; 0 if none was found. */
export function reciprocalRank({ judged, found }: Answer): number {
  const index = found.findIndex((name) => judged.products.has(name));
  return index < 0 ? 0 : 1 / (index + 1);
}

/** Mean reciprocal rank, 0 to 1, and the share of queries that found nothing, 0 to 1. */
export interface Score {
  queries: number;
  rank: number;
  nothing: number;
}

export function scoreOf(answers: readonly Answer[]): Score {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    queries: answers.length,
    rank: sum(answers.map(reciprocalRank)) / answers.length,
    nothing: answers.filter(({ found }) => found.length === 0).length / answers.length,
  };
}

/** The score of each kind, in the order of the first query of each. */
export const scoresByKind = (answers: readonly Answer[]): [QueryKind, Score][] =>
  [...Map.groupBy(answers, ({ judged }) => judged.kind)].map(([kind, some]) => [kind, scoreOf(some)]);
