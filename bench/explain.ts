import type pg from 'pg';
import type { Target } from './load.ts';
import { type Server, withClient } from './stage.ts';
import type { Statement } from './statements.ts';

/** How PostgreSQL executed one statement. */
export interface Plan {
  statement: string;
  /** Pages of 8 kB accessed, cached or not. */
  buffers: number;
  /** Growing tables that were scanned sequentially. */
  scanned: string[];
  /** The plan as PostgreSQL prints it. */
  text: string;
}

const GROWING = new Set([
  'products',
  'product_images',
  'product_likes',
  'orders',
  'order_items',
  'order_events',
  'profiles',
  'sessions',
  'accounts',
  'contact_submissions',
]);

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** The plans of the reads of one request. */
export async function plansOf(server: Server, target: Target): Promise<Plan[]> {
  const { statements } = await server.record(target);
  return explain(server.databaseUrl, statements);
}

/**
 * Reruns the statements of one request in their order and with the same role, and returns the plans of the reads.
 * Rolls back all changes.
 */
async function explain(databaseUrl: string, statements: readonly Statement[]): Promise<Plan[]> {
  const plans: Plan[] = [];
  for (const [settings, own] of Map.groupBy(statements, (statement) => statement.settings)) {
    await withClient(
      databaseUrl,
      async (client) => {
        await client.query('BEGIN');
        for (const statement of own) {
          if (/^\s*(begin|commit|rollback|start)\b/i.test(statement.text)) continue;
          if (reads(statement.text)) plans.push(await explainOne(client, statement));
          else await client.query(statement.text, statement.values);
        }
        await client.query('ROLLBACK');
      },
      { options: settings },
    );
  }
  return plans;
}

const reads = (text: string): boolean => /^\s*(select|with)\b/i.test(text) && !/set_config/i.test(text);

async function explainOne(client: pg.Client, { text, values }: Statement): Promise<Plan> {
  // Its first use on a connection also reads PostgreSQL's catalogue, to plan what functions execute.
  await client.query(text, values);
  const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
  const root = (rows[0] as { 'QUERY PLAN': [{ Plan: PlanNode }] })['QUERY PLAN'][0].Plan;
  const lines = await client.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
  return {
    statement: text.replace(/\s+/g, ' ').trim(),
    buffers: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    scanned: [...new Set(scansOf(root))],
    text: lines.rows.map((line) => line['QUERY PLAN']).join('\n'),
  };
}

function scansOf(node: PlanNode): string[] {
  const own =
    node['Node Type'] === 'Seq Scan' && GROWING.has(node['Relation Name'] ?? '')
      ? [node['Relation Name']!]
      : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}
