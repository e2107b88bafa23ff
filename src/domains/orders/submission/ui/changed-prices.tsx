import { useEffect, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { Money } from '#design/money.tsx';
import type { ChangedLine } from '../../contract.ts';

/** The lines whose price differs from the displayed one, before and after. Nothing is saved yet. */
export function ChangedPrices({
  lines,
  busy,
  onAccept,
}: {
  lines: readonly ChangedLine[];
  busy: boolean;
  onAccept: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  const money = (naira: number | null) => (naira === null ? 'gone' : <Money amount={naira} />);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="grid gap-4 border-warning border-l-4 bg-warning-soft p-4"
    >
      <p className="font-semibold">Some prices changed since you last looked.</p>
      <table className="w-full text-left text-sm tabular-nums">
        <thead>
          <tr className="border-b">
            <th className="py-1.5 pr-3 font-semibold">Product</th>
            <th className="py-1.5 pr-3 text-right font-semibold">Before</th>
            <th className="py-1.5 text-right font-semibold">Now</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.productId} className="border-b align-top">
              <td className="py-1.5 pr-3">{line.name}</td>
              <td className="py-1.5 pr-3 text-right">
                <s>{money(line.before)}</s>
              </td>
              <td className="py-1.5 text-right font-semibold">{money(line.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button busy={busy} onClick={onAccept}>
        Order at the new prices
      </Button>
    </div>
  );
}
