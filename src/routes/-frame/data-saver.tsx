import { useSyncExternalStore } from 'react';
import { Switch } from '#design/switch.tsx';
import { chooseDataSaver, useDataSaver } from '#shared/data-saver.ts';
import { useShop } from '#shared/shop-context.tsx';
import { visitBytes, visitText } from '#shared/visit-bytes.ts';

/** The switch of the data saver, and what the visit took so far. */
export function DataSaver() {
  const { dataPrice, currency } = useShop();
  const isOn = useDataSaver();
  const bytes = useSyncExternalStore(visitBytes.subscribe, visitBytes.current);
  return (
    <div className="flex flex-wrap items-center gap-x-6 text-sm">
      <Switch checked={isOn} onCheckedChange={chooseDataSaver} label="Data saver" />
      <p className="text-paper/80">
        {visitText(bytes, dataPrice, currency)}
        {isOn ? <span className="block">Smaller images, no moving slides, no live updates.</span> : null}
      </p>
    </div>
  );
}
