import { RelativeTime } from '#design/relative-time.tsx';
import type { OrderSummary } from '../../contract.ts';
import { type HandoverFact, handoverOf } from '../../handover.ts';

const TEXTS: Record<HandoverFact, string> = {
  submitted: 'Not opened, submitted',
  opened: 'Chat opened',
  confirmed: 'Confirmed',
};

/** How far an order is on its way to the seller, and since when: 'Chat opened 2 hours ago'. */
export function HandoverLine({
  order,
}: {
  order: Pick<OrderSummary, 'createdAt' | 'openedAt' | 'confirmedAt'>;
}) {
  const { fact, since } = handoverOf(order);
  return (
    <>
      {TEXTS[fact]} <RelativeTime iso={since} />
    </>
  );
}
