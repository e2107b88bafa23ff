import { LinkButton } from '#design/link-button.tsx';
import type { OrderSummary } from '../../../contract.ts';

/** A link from a list to one order. */
export function ViewOrder({ order: { id, orderNumber } }: { order: OrderSummary }) {
  return (
    <LinkButton
      variant="outline"
      size="sm"
      className="min-h-11"
      to="/admin/orders/$id"
      params={{ id }}
      aria-label={`View order #${orderNumber}`}
    >
      View
    </LinkButton>
  );
}
