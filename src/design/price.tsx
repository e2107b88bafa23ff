import { formatMoney, type Kobo } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
import { Badge } from './badge.tsx';
import { cn } from './cn.ts';

/**
 * A price. A `listAmount` above `amount` is shown beside it, struck through; `promo` adds the 'Promo' badge.
 */
export function Price({
  amount,
  listAmount,
  promo,
  reason,
  className,
}: {
  amount: Kobo;
  listAmount?: Kobo;
  promo?: boolean;
  /** Why it is below the list price; follows it. */
  reason?: string | undefined;
  className?: string;
}) {
  const { currency } = useShop();
  const reduced = listAmount !== undefined && listAmount > amount;
  return (
    <span className={cn('inline-flex flex-wrap items-baseline gap-x-2 gap-y-1 tabular-nums', className)}>
      <span className={cn('font-semibold', reduced && 'text-promo')}>{formatMoney(amount, currency)}</span>
      {reduced ? (
        <s className="text-[0.875em] text-muted-foreground">
          <span className="sr-only">was </span>
          {formatMoney(listAmount, currency)}
        </s>
      ) : null}
      {reason ? <span className="text-muted-foreground text-xs">{reason}</span> : null}
      {promo ? (
        <Badge variant="promo" className="self-center">
          Promo
        </Badge>
      ) : null}
    </span>
  );
}
