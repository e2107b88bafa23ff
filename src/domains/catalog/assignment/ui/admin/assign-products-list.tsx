import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { memo, type ReactNode, useEffect, useId, useRef } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { BusyLine } from '#design/data-table.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Price } from '#design/price.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import type { Promotion } from '#domains/promotions/contract.ts';
import { useApi } from '#shared/api.tsx';
import { closeText } from '#shared/close-words.ts';
import { koboOfNaira } from '#shared/money.ts';
import { countText } from '#shared/plural.ts';
import type { Assignable } from '../../assignment.contract.ts';
import { answerOf, listFailed } from '../../assignment.messages.ts';
import { isSelected, type Selection } from '../../selection.ts';
import { AssignableName } from './assignable-name.tsx';
import { type AssignmentApi, assignableQuery } from './assignment.queries.ts';

/** The selectable products, in a scrolling box that loads more on demand. */
export function AssignList({
  promotion,
  search,
  onlyAssigned,
  selection,
  action,
  onToggle,
}: {
  promotion: Promotion;
  search: string;
  /** Hides products that are not in the promotion. */
  onlyAssigned: boolean;
  selection: Selection;
  /** An action for all matches. */
  action: ReactNode;
  onToggle: (row: Assignable) => void;
}) {
  const api = useApi<AssignmentApi>();
  const list = useInfiniteQuery({
    ...assignableQuery(api, promotion.id, search, onlyAssigned),
    placeholderData: keepPreviousData,
  });
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, isPlaceholderData } = list;
  const box = useRef<HTMLElement>(null);
  // A new search starts at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search is what changed.
  useEffect(() => {
    box.current?.scrollTo({ top: 0 });
  }, [search, onlyAssigned]);
  const failed = error ? (
    <ErrorState
      title={listFailed}
      busy={isFetching}
      onRetry={() => void (data ? list.fetchNextPage() : list.refetch())}
    >
      <span className="text-danger">{answerOf(error)}</span>
    </ErrorState>
  ) : null;
  if (!data) return failed ?? <SkeletonRows label="Loading products" count={1} className="h-96" />;

  const rows = uniqueOf(data.pages.flatMap(({ items }) => items));
  // Below the last row. Those of all products are read after those of the promotion.
  const close = hasNextPage ? undefined : data.pages.findLast((page) => page.close.length > 0)?.close;
  const groups = [
    { title: '', items: rows },
    ...(close ?? []).map(({ word, by, items }) => ({ title: closeText(word, by), items })),
  ];
  // Taken from the last page: earlier ones may only count products of the promotion.
  const last = data.pages.at(-1)!;
  const isBusy = isFetching && isPlaceholderData;
  return (
    // A fixed height, so that the search box does not move while the user types.
    <div className="relative grid min-h-[calc(min(24rem,38dvh)+2.75rem)] content-start gap-2 sm:min-h-[26.75rem]">
      <BusyLine busy={isBusy} />
      {failed}
      <div className="flex min-h-9 items-center justify-between gap-3">
        <p role="status" className="text-muted-foreground">
          {last.total > 0 ? countText(last, 'product') : nothingText(search, onlyAssigned)}
        </p>
        {last.total > 0 ? action : null}
      </div>
      {groups.some(({ items }) => items.length > 0) ? (
        <section
          ref={box}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard.
          tabIndex={0}
          aria-label="Products to assign"
          className="max-h-[min(24rem,38dvh)] overflow-y-auto border sm:max-h-96"
        >
          <table aria-busy={isBusy || undefined} className="block w-full sm:table">
            <caption className="sr-only">Products to assign</caption>
            <thead className="sr-only sm:not-sr-only sm:table-header-group">
              <tr>
                {['Assigned', 'Name', 'Category', 'Price'].map((heading) => (
                  <th
                    key={heading}
                    scope="col"
                    className="sticky top-0 z-10 bg-card px-3 py-2 text-left font-semibold text-muted-foreground text-sm shadow-[inset_0_-1px_0_var(--border)]"
                  >
                    {heading === 'Assigned' ? <span className="sr-only">Assigned</span> : heading}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(({ title, items }) => (
              <tbody key={title} className="block sm:table-row-group">
                {title ? (
                  <tr className="block border-b bg-muted sm:table-row">
                    <th
                      scope="rowgroup"
                      colSpan={4}
                      className="wrap-anywhere block px-3 py-2 text-left font-semibold sm:table-cell"
                    >
                      {title}
                    </th>
                  </tr>
                ) : null}
                {items.map((row) => (
                  <Row
                    key={row.id}
                    row={row}
                    promotionId={promotion.id}
                    selected={isSelected(selection, row, promotion.id)}
                    onToggle={onToggle}
                  />
                ))}
              </tbody>
            ))}
          </table>
          {hasNextPage ? (
            <MoreRows
              busy={isFetchingNextPage}
              onWanted={() => void list.fetchNextPage()}
              failed={error !== null}
            />
          ) : null}
        </section>
      ) : null}
    </div>
  );
}

/** Removes duplicates (a product of the promotion, or one that moved between pages), keeping the first. */
const uniqueOf = (rows: readonly Assignable[]): Assignable[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
];

function nothingText(search: string, onlyAssigned: boolean): string {
  if (search) return 'No product matches.';
  return onlyAssigned ? 'No product is in this promotion.' : 'The shop has no products yet.';
}

const Row = memo(
  function Row({
    row,
    promotionId,
    selected,
    onToggle,
  }: {
    row: Assignable;
    promotionId: string;
    selected: boolean;
    onToggle: (row: Assignable) => void;
  }) {
    // A product can be close to two words.
    const id = useId();
    const other = row.promotion && row.promotion.id !== promotionId ? row.promotion : null;
    return (
      <tr className="grid grid-cols-[auto_1fr_auto] items-center border-b last:border-b-0 sm:table-row">
        <td className="row-span-2 sm:table-cell sm:w-12">
          <label htmlFor={id} className="flex size-12 cursor-pointer items-center justify-center">
            <Checkbox id={id} aria-label={row.name} checked={selected} onChange={() => onToggle(row)} />
          </label>
        </td>
        <td className="col-span-2 pt-2 pr-3 sm:table-cell sm:px-3 sm:py-2">
          <label htmlFor={id} className="block cursor-pointer">
            <AssignableName product={row}>
              {other ? (
                <Badge variant={selected ? 'warning' : 'info'}>
                  {selected ? 'Moves from' : 'In'} {other.name}
                </Badge>
              ) : null}
            </AssignableName>
          </label>
        </td>
        <td className="pb-2 pl-13 text-muted-foreground text-sm sm:table-cell sm:px-3 sm:py-2 sm:text-base">
          {row.category ?? 'Uncategorised'}
        </td>
        <td className="whitespace-nowrap pr-3 pb-2 text-right sm:table-cell sm:px-3 sm:py-2 sm:text-left">
          <Price amount={koboOfNaira(row.price)} />
        </td>
      </tr>
    );
  },
  // `onToggle` changes with every render but does the same.
  (before, after) =>
    before.row === after.row &&
    before.selected === after.selected &&
    before.promotionId === after.promotionId,
);

/** The end of the list: loads more when visible; the button does the same. */
function MoreRows({ busy, failed, onWanted }: { busy: boolean; failed: boolean; onWanted: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const wanted = useRef(onWanted);
  wanted.current = onWanted;
  useEffect(() => {
    // After a failure, only the button retries.
    if (!end.current || busy || failed) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && wanted.current(), {
      root: end.current.parentElement,
      rootMargin: '300px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [busy, failed]);
  return (
    <div ref={end} className="p-2 text-center">
      <Button variant="ghost" size="sm" busy={busy} onClick={onWanted}>
        Show more
      </Button>
    </div>
  );
}
