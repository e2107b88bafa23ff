import { useQuery } from '@tanstack/react-query';
import { type ContactAdminApi, unreadTotalQuery } from '#domains/contact/ui/admin/messages.queries.ts';
import { type AdminOrdersApi, orderTotalsQuery } from '#domains/orders/ui/admin/admin-orders.queries.ts';
import { useApi } from '#shared/api.tsx';

interface Count {
  count: number;
  /** What is counted, after the number. */
  unit: string;
}

/** What waits behind the links of the menu, by their path; nothing where nothing waits. */
export function useMenuCounts(): Readonly<Record<string, Count | undefined>> {
  const api = useApi<AdminOrdersApi & ContactAdminApi>();
  const pending = useQuery(orderTotalsQuery(api)).data?.pending ?? 0;
  const unread = useQuery(unreadTotalQuery(api)).data?.unread ?? 0;
  return {
    '/admin/orders': pending > 0 ? { count: pending, unit: 'pending' } : undefined,
    '/admin/messages': unread > 0 ? { count: unread, unit: 'unread' } : undefined,
  };
}

/** A number beside a link of the menu, which the link's description reads out. Presses go to the link. */
export const MenuCount = ({ id, count, unit }: Count & { id: string }) => (
  <span
    id={id}
    className="pointer-events-none absolute top-1/2 right-3 min-w-6 -translate-y-1/2 rounded-lg bg-brass px-1.5 text-center font-semibold text-ink text-xs tabular-nums"
  >
    {count > 999 ? '999+' : count}
    <span className="sr-only"> {unit}</span>
  </span>
);
