import { Loading } from './loading.tsx';
import { Skeleton } from './skeleton.tsx';

/** Reserves the space of `count` rows. `label` is announced. */
export function SkeletonRows({
  label,
  count,
  className,
}: {
  label: string;
  count: number;
  className: string;
}) {
  return (
    <Loading label={label} className="grid gap-3">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places that never move.
        <Skeleton key={place} className={className} />
      ))}
    </Loading>
  );
}
