import { formatCount } from '#shared/plural.ts';
import { Button } from './button.tsx';

/** Limits rows to one kind, each with its number. A kind without rows is left out unless it is shown. */
export function KindFilter<Kind extends string>({
  label,
  kinds,
  shown,
  onShow,
}: {
  /** For screen readers. */
  label: string;
  kinds: readonly (readonly [kind: Kind, label: string, count: number])[];
  shown: Kind;
  onShow: (kind: Kind) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {kinds
        .filter(([kind, , count]) => count > 0 || kind === shown)
        .map(([kind, name, count]) => (
          <Button
            key={kind}
            size="sm"
            variant={kind === shown ? 'primary' : 'outline'}
            aria-pressed={kind === shown}
            className="min-h-11"
            onClick={() => onShow(kind)}
          >
            {name} <span className="tabular-nums">{formatCount(count)}</span>
          </Button>
        ))}
    </fieldset>
  );
}
