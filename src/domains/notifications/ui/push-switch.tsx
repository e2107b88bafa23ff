import { BellRing } from 'lucide-react';
import { Switch } from '#design/switch.tsx';
import { UNAVAILABLE } from '../messages.ts';
import { usePush } from './use-push.ts';

/** The switch of notifications of one's own orders in this browser, or what this browser needs for them. */
export function PushSwitch() {
  const { support, isOn, isBusy, failure, set } = usePush('own_orders');
  if (!support) return null;
  if (support !== 'supported') {
    return (
      <p className="flex min-h-11 items-center gap-3 text-muted-foreground text-sm">
        <BellRing aria-hidden="true" className="size-5 shrink-0" />
        {UNAVAILABLE[support]}
      </p>
    );
  }
  return (
    <div className="grid gap-1 text-sm">
      <Switch
        checked={isOn}
        busy={isBusy}
        onCheckedChange={set}
        label="Get a notification when your order is worked on and ready"
      />
      {failure ? (
        <p role="alert" className="text-danger">
          {failure}
        </p>
      ) : null}
    </div>
  );
}
