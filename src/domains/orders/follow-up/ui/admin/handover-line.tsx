import { RelativeTime } from '#design/relative-time.tsx';
import type { OrderSummary } from '../../../contract.ts';
import { type HandoverFact, handoverOf } from '../../handover.ts';

const TEXTS: Record<HandoverFact, string> = {
  submitted: 'Not opened, submitted',
  opened: 'Chat opened',
  confirmed: 'Confirmed',
};

/**
 * How far an order is on its way to the seller, and since when: 'Chat opened 2 hours ago'. `isInList` leaves out when it
 * was submitted, which the list says beside it.
 */
export function HandoverLine({
  order,
  isInList,
}: {
  order: Pick<OrderSummary, 'createdAt' | 'openedAt' | 'confirmedAt'>;
  isInList?: boolean;
}) {
  const { fact, since } = handoverOf(order);
  if (isInList && fact === 'submitted') return 'Not opened';
  return (
    <>
      {TEXTS[fact]} <RelativeTime iso={since} />
    </>
  );
}
