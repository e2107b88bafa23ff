import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';

/** An amount in the shop's currency; in an element of its own for its class. */
export function Money({ amount, className }: { amount: number; className?: string }) {
  const text = formatMoney(koboOfNaira(amount), useShop().currency);
  return className ? <span className={className}>{text}</span> : text;
}
