import type { OnStatement } from '#db/watch-connection.ts';
import { currentSpan, kindOf } from './span.ts';

/** Characters of a statement that are told. */
const MOST = 1_000;

/** The statement without anything that could be a value: what stands in it as text or as a number is `?`. */
export const withoutLiterals = (text: string): string =>
  text
    .slice(0, MOST)
    .replace(/'(?:[^']|'')*'?/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
    .trim();

/** A span of each statement that runs within a trace. */
export const statementSpan: OnStatement = (text) => {
  const parent = currentSpan();
  if (!parent) return undefined;
  const told = withoutLiterals(text);
  const name = /^\w+/.exec(told)?.[0].toUpperCase() ?? 'SQL';
  const facts = { 'db.system.name': 'postgresql', 'db.query.text': told };
  const span = parent.child(name, facts, 'client');
  return (error) => {
    if (error) span.fail(kindOf(error));
    span.end();
  };
};
