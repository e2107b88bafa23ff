import { Link } from '@tanstack/react-router';
import { Button } from '#design/button.tsx';
import type { CartRow } from '#domains/wishlist/priced-cart.ts';
import type { Order } from '../../contract.ts';
import { isWaiting, STATUS_LABELS } from '../../order.ts';

/** Says that an order already contains products of this cart, or did until it was over. Renders nothing if none does. */
export function AlreadySent({
  order,
  rows,
  onRemove,
}: {
  order: Order;
  rows: readonly CartRow[];
  onRemove: (rows: readonly CartRow[]) => void;
}) {
  const held = rows.filter((row) => order.items.some((item) => item.productId === row.id));
  if (held.length === 0) return null;
  const one = held.length === 1;
  const which =
    held.length < rows.length ? `${held.length} of these pieces` : one ? 'this piece' : 'all of these pieces';
  const isOpen = isWaiting(order.status);
  return (
    <div className="grid gap-1 border-gold border-l-4 bg-muted px-4 pt-3 pb-1">
      <p role="status">
        Order #{order.orderNumber}, {isOpen ? 'already sent, holds' : `which had`} {which}
        {isOpen ? '.' : `, is ${STATUS_LABELS[order.status].toLowerCase()}. You can order again.`}
      </p>
      <div className="flex flex-wrap gap-x-6 text-sm">
        <Link to="/orders/$id" params={{ id: order.id }} className="link py-3">
          View Order Details
        </Link>
        {isOpen ? (
          <Button variant="link" className="py-3 text-sm" onClick={() => onRemove(held)}>
            {one ? 'Remove it' : 'Remove them'}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
