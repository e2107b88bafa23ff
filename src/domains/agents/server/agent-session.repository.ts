import { sql } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { flag, instant, nullable, oneOf, selectRow, text, texts } from '#db/rows.ts';

export type SessionKind = 'cart' | 'checkout';

/** A cart or checkout of an agent. */
export interface AgentSession {
  id: string;
  productIds: string[];
  canceled: boolean;
  expiresAt: Date;
}

export interface SessionWrite {
  action: 'create' | 'update' | 'cancel';
  kind: SessionKind;
  /** Absent when it is created. */
  id?: string;
  /** Absent when it is canceled. */
  productIds?: readonly string[];
  /** The cart that a checkout is made from. */
  cartId?: string;
  /** Hashes of the idempotency key and of what is requested with it. */
  request?: { key: string; hash: string };
}

const SESSION = { id: text, productIds: texts, canceled: flag, expiresAt: instant };
const OUTCOMES = ['written', 'replayed', 'conflict', 'missing'] as const;
const WRITTEN = {
  outcome: oneOf(OUTCOMES),
  ...{
    id: nullable(text),
    productIds: nullable(texts),
    canceled: nullable(flag),
    expiresAt: nullable(instant),
  },
};

/** The session, a canceled one too; null for an unknown or expired one. */
export const findSession = (db: Queryable, kind: SessionKind, id: string): Promise<AgentSession | null> =>
  selectRow(
    db,
    SESSION,
    sql`select id, product_ids as "productIds", canceled, expires_at as "expiresAt"
      from find_agent_session(${kind}, ${id}::uuid)`,
  );

/** Writes a session once for each request key. 'missing': there is no open session of this id. */
export async function writeSession(
  db: Queryable,
  { action, kind, id, productIds, cartId, request }: SessionWrite,
): Promise<{ outcome: 'written' | 'replayed'; session: AgentSession } | { outcome: 'conflict' | 'missing' }> {
  const row = await selectRow(
    db,
    WRITTEN,
    sql`select outcome, id, product_ids as "productIds", canceled, expires_at as "expiresAt"
      from write_agent_session(${action}, ${kind}, ${id ?? null}::uuid, ${sql.param(productIds ?? null)}::uuid[], ${cartId ?? null}::uuid,
        ${request?.key ?? null}, ${request?.hash ?? null})`,
  );
  const { outcome, ...session } = row!;
  if (outcome === 'conflict' || outcome === 'missing') return { outcome };
  return { outcome, session: session as AgentSession };
}
