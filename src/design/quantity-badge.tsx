/** A count on the corner of an icon (its parent is `relative`). Nothing for 0, '99+' above 99. */
export function QuantityBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className="absolute top-0 right-0 min-w-5 rounded-full bg-promo px-1 text-center font-bold text-danger-foreground text-xs tabular-nums leading-5">
      {count > 99 ? '99+' : count}
    </span>
  );
}
