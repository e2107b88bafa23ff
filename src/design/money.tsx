import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';

/** An amount in the shop's currency. */
export const Money = ({ amount }: { amount: number }) => formatMoney(koboOfNaira(amount), useShop().currency);
