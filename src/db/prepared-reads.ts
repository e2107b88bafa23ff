import type pg from 'pg';
import { pipelineOn } from './pipeline.ts';

/** A statement is prepared from this use on: one that is rarely sent is not worth the memory of each connection. */
const PREPARED_FROM = 5;
/** Statements prepared on a connection at most; each takes 30 to 300 kB of PostgreSQL's memory there. */
const MAX_PREPARED = 40;
/** Statements whose uses are counted, before counting starts again. */
const MAX_COUNTED = 1_000;

/** PostgreSQL's codes for a prepared statement that is not what it was: a migration changed its columns, or it is gone. */
const OUTDATED = new Set(['0A000', '26000']);

/**
 * Sends statements by name, so that PostgreSQL parses and plans each once on a connection instead of at each use: for
 * most reads of the shop that is more work than reading. Those that are named share connections (`pipelineOn`).
 * Statements of the same text must be right with one plan for all values; the pool's connections set `plan_cache_mode`.
 */
export function preparedReads(pool: pg.Pool) {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  const send = pipelineOn(pool);
  let named = 0;

  function nameOf(text: string): string | undefined {
    const name = names.get(text);
    if (name || names.size >= MAX_PREPARED) return name;
    const count = (uses.get(text) ?? 0) + 1;
    if (count >= PREPARED_FROM) {
      uses.delete(text);
      names.set(text, `read_${++named}`);
    } else {
      if (uses.size >= MAX_COUNTED) uses.clear();
      uses.set(text, count);
    }
    return names.get(text);
  }

  return {
    async query(statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
      const name = nameOf(statement.text);
      if (!name) return pool.query(statement, values);
      try {
        return await send({ ...statement, name }, values);
      } catch (error) {
        if (!OUTDATED.has((error as { code?: string }).code ?? '')) throw error;
        names.delete(statement.text);
        return pool.query(statement, values);
      }
    },
  };
}
