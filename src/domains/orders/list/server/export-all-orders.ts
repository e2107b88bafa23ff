import type { SheetColumn } from '#platform/spreadsheet/sheet.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { OrdersSelection } from '../../admin.contract.ts';
import { STATUS_LABELS } from '../../order.ts';
import type { OrderDeps } from '../../server/deps.ts';
import { seekOrders } from '../../server/seek-orders.ts';
import { listOrdersForExport, listSelectedForExport } from './order-export.repository.ts';

/** Orders for each query, which bounds the memory. */
const AT_ONCE = 500;

type ExportedOrder = Awaited<ReturnType<typeof listOrdersForExport>>[number];
type ExportedItem = Omit<ExportedOrder, 'items'> & { item: ExportedOrder['items'][number] };

/**
 * The items of the selected orders of a list, newest order first, in batches. Each batch is a transaction of its own, so that
 * a slow download holds no connection; an order that is sent meanwhile is left out.
 */
export async function* exportAllOrders(
  { database }: Pick<OrderDeps, 'database'>,
  user: SignedIn,
  selection: OrdersSelection,
): AsyncGenerator<ExportedItem[]> {
  const ids = 'ids' in selection ? selection.ids : undefined;
  const { filter: query, except } = 'ids' in selection ? { filter: {}, except: [] } : selection;
  const { search: text = '', ...filter } = query;
  const search = await database.asCaller(user, (tx) => seekOrders(tx, text));
  const leftOut = new Set(except);
  let before: { createdAt: string; id: string } | undefined;
  while (true) {
    const rows = await database.asCaller(user, (tx) =>
      ids
        ? listSelectedForExport(tx, { ids, before, limit: AT_ONCE })
        : listOrdersForExport(tx, { filter, search, before, limit: AT_ONCE }),
    );
    yield rows
      .filter(({ id }) => !leftOut.has(id))
      .flatMap(({ items, ...order }) => items.map((item) => ({ ...order, item })));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    before = { createdAt: last.place, id: last.id };
  }
}

/** One row for each item, with its order, so that prices can be summed by any column. */
export const orderSheetColumns = (publicUrl: string): SheetColumn<ExportedItem>[] => [
  { header: 'Order', kind: 'text', width: 10, cell: ({ orderNumber }) => orderNumber },
  { header: 'Placed', kind: 'instant', width: 18, cell: ({ createdAt }) => createdAt },
  { header: 'Status', kind: 'text', width: 12, cell: ({ status }) => STATUS_LABELS[status] },
  { header: 'Customer', kind: 'text', width: 24, cell: ({ customerName }) => customerName },
  { header: 'Email', kind: 'text', width: 28, cell: ({ customerEmail }) => customerEmail },
  { header: 'Phone', kind: 'text', width: 18, cell: ({ customerPhone }) => customerPhone },
  { header: 'Item', kind: 'text', width: 36, cell: ({ item }) => item.name },
  { header: 'Note', kind: 'text', width: 36, cell: ({ item }) => item.note },
  { header: 'Usual price', kind: 'money', cell: ({ item }) => item.listPrice },
  { header: 'Price', kind: 'money', cell: ({ item }) => item.price },
  { header: 'Promotion', kind: 'text', cell: ({ item }) => item.promotion },
  { header: 'Opened in WhatsApp', kind: 'instant', width: 20, cell: ({ openedAt }) => openedAt },
  { header: 'Confirmed', kind: 'instant', width: 20, cell: ({ confirmedAt }) => confirmedAt },
  { header: 'Link', kind: 'text', width: 48, cell: ({ id }) => `${publicUrl}/admin/orders/${id}` },
];
