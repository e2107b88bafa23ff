import { type OrderDeps, os } from '../../server/deps.ts';
import { countLate, countQueues, orderCounters } from './order-list.repository.ts';

/** The number at which late orders, and those of a queue, are no longer counted. */
const MOST_COUNTED = 1001;

/** The number of orders in total, by status, and not opened, from counters; of those that are late, and of the queues. */
export const totals = ({ database, clock }: OrderDeps) =>
  os.totals.handler(async ({ context }) => {
    const { counters, late, queues } = await database.asCaller(context.user, async (tx) => ({
      counters: await orderCounters(tx),
      late: await countLate(tx, clock.today(), MOST_COUNTED),
      queues: await countQueues(tx, MOST_COUNTED),
    }));
    const of = (name: string) => counters.get(name) ?? 0;
    const byStatus = (before = '') => ({
      pending: of(`${before}pending`),
      processing: of(`${before}processing`),
      completed: of(`${before}completed`),
      cancelled: of(`${before}cancelled`),
    });
    return {
      total: of(''),
      ...byStatus(),
      late,
      queues,
      unopened: of('unopened'),
      unopenedOf: byStatus('unopened:'),
    };
  });
