import type { OnStatement } from '#db/watch-connection.ts';
import { currentSpan, kindOf } from './span.ts';

/** Maximum characters recorded of a statement. */
const MOST = 1_000;

/** Replaces everything in a statement that could be a value, text or number, by `?`. */
export const withoutLiterals = (text: string): string =>
  text
    .slice(0, MOST)
    .replace(/'(?:[^']|'')*'?/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
    .trim();

/** Creates a span for each statement within a trace. */
export const statementSpan: OnStatement = (text) => {
  const parent = currentSpan();
  if (!parent) return undefined;
  const statement = withoutLiterals(text);
  const name = /^\w+/.exec(statement)?.[0].toUpperCase() ?? 'SQL';
  const facts = { 'db.system.name': 'postgresql', 'db.query.text': statement };
  const span = parent.child(name, facts, 'client');
  return (error) => {
    if (error) span.fail(kindOf(error));
    span.end();
  };
};
