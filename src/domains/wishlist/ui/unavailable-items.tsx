import { useEffect, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { ErrorState } from '#design/error-state.tsx';
import type { CartRow } from '../priced-cart.ts';

/** The rows that cannot be ordered, by name, in place of the button that continues. */
export function UnavailableItems({
  rows,
  takesFocus = false,
  onRemove,
}: {
  rows: readonly CartRow[];
  /** After a press of the button that it replaces. */
  takesFocus?: boolean;
  onRemove: (rows: readonly CartRow[]) => void;
}) {
  const areSoldOut = rows.every((row) => row.isSoldOut);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div ref={box} tabIndex={-1}>
      <ErrorState
        title={areSoldOut ? 'Some products are sold out.' : 'Some products are no longer available.'}
      >
        <ul className="mb-3 list-disc pl-5">
          {rows.map((row) => (
            <li key={row.id}>
              {row.name}
              {row.isSoldOut && !areSoldOut ? ' (sold out)' : null}
            </li>
          ))}
        </ul>
        <Button variant="outline" onClick={() => onRemove(rows)}>
          Remove and go on
        </Button>
      </ErrorState>
    </div>
  );
}
