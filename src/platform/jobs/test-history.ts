import type { Client } from 'pg';
import { keepHistory } from './keep-history.ts';

/** Runs the daily job as if a month had passed since every recorded change. */
export async function afterAMonth(owner: Client, store: Parameters<typeof keepHistory>[0]): Promise<void> {
  await owner.query(`update change_sets set at = at - interval '31 days'`);
  await owner.query(`update changes set at = at - interval '31 days'`);
  await owner.query(
    `update installation set value = value::timestamptz - interval '31 days' where key = 'expired_images_deleted'`,
  );
  await keepHistory(store, 400);
}
