import { useMoney } from '#shared/shop-context.tsx';

/** An amount in the shop's currency. */
export const Money = ({ naira }: { naira: number }) => <>{useMoney()(naira)}</>;
