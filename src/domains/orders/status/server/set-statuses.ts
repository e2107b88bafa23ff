import { allowSeconds } from '#db/client.ts';
import { type OrderDeps, os } from '../../server/deps.ts';
import { seekOrders } from '../../server/seek-orders.ts';
import { inBatches, lockOfOtherStatus, updateStatuses } from './set-statuses.repository.ts';

/** The time that one change of many orders may take, in seconds. */
const CHANGE_SECONDS = 120;

/** Sets the status of the selected orders and records it with each, in one transaction. */
export const setStatuses = ({ database, clock }: OrderDeps) =>
  os.setStatuses.handler(({ context: { user }, input: { key, selection, status } }) =>
    database.asCaller(user, async (tx) => {
      await allowSeconds(tx, CHANGE_SECONDS);
      const { userId } = user;
      const { search: text = '', ...filter } = 'filter' in selection ? selection.filter : {};
      const selected = { filter, search: await seekOrders(tx, text), selected: selection };
      const ids = await lockOfOtherStatus(tx, selected, status);
      const write = (batch: readonly string[]) =>
        updateStatuses(tx, batch, { status, userId, updatedAt: clock.now() });
      return { changed: await inBatches({ tx, userId, key }, ids, write) };
    }),
  );
