import { MonitorSmartphone } from 'lucide-react';
import { useId } from 'react';
import { useShop } from '#shared/shop-context.tsx';
import { UNAVAILABLE } from '../../messages.ts';
import { usePush } from '../use-push.ts';

/** The switch of notifications of new orders in this browser: a row of the menu, with the look of its rows. */
export function NewOrderSwitch({ className }: { className: string }) {
  const { webPush } = useShop();
  const { support, isOn, isBusy, failure, set } = usePush('new_orders');
  const reasonId = useId();
  if (!webPush || !support) return null;
  const reason = support === 'supported' ? failure : UNAVAILABLE[support];
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-busy={isBusy || undefined}
        aria-disabled={support !== 'supported' || undefined}
        aria-describedby={reason ? reasonId : undefined}
        onClick={() => support === 'supported' && !isBusy && set(!isOn)}
        className={className}
      >
        <MonitorSmartphone aria-hidden="true" />
        New order alerts
        <span aria-hidden="true" className="ml-auto text-brass text-sm">
          {isOn ? 'on' : 'off'}
        </span>
      </button>
      {reason ? (
        <p id={reasonId} role={failure ? 'alert' : undefined} className="px-3 pb-2 text-paper/85 text-sm">
          {reason}
        </p>
      ) : null}
    </>
  );
}
