import { Badge } from '#design/badge.tsx';
import { useMinute } from '#design/relative-time.tsx';
import { type Day, dayIn } from '#shared/dates.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { OrderStatus } from '../../../order.ts';
import { dueOf, nearDay } from '../../due-day.ts';

/** The shop's calendar day in this browser, also after the next midnight. */
export function useToday(): Day {
  useMinute();
  return dayIn(useShop().timeZone, new Date());
}

/** 'Waiting since yesterday', for an order that was placed at an instant. */
export function WaitingSince({ iso }: { iso: string }) {
  const { timeZone } = useShop();
  return `Waiting since ${nearDay(dayIn(timeZone, new Date(iso)), useToday())}`;
}

/** When an open order is due, marked if it is late; nothing for others. */
export function DueBadge({
  order,
  className,
}: {
  order: { status: OrderStatus; dueDay: Day | null };
  className?: string;
}) {
  const today = useToday();
  const due = dueOf(order, today);
  if (due === null || order.dueDay === null) return null;
  return (
    <Badge
      variant={due === 'late' ? 'danger' : due === 'today' ? 'warning' : 'neutral'}
      className={className}
    >
      {due === 'late' ? `Late: due ${nearDay(order.dueDay, today)}` : `Due ${nearDay(order.dueDay, today)}`}
    </Badge>
  );
}
