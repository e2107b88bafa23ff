import { useEffect } from 'react';
import { cn } from '#design/cn.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { useShop } from '#shared/shop-context.tsx';

/** The place of the switch of notifications, which is loaded where an order is shown. */
export function PushSlot({ className }: { className?: string }) {
  const { webPush } = useShop();
  const { part, want } = useLazyComponent(() => import('./push-switch.tsx'));
  useEffect(() => {
    if (webPush) want();
  }, [webPush, want]);
  if (!webPush) return null;
  return <div className={cn('min-h-11', className)}>{part ? <part.PushSwitch /> : null}</div>;
}
