import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Chip } from '#design/chip.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { QueryError } from '#design/query-error.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { useApi } from '#shared/api.tsx';
import { localStore } from '#shared/browser-storage.ts';
import { codeOf } from '#shared/messages.ts';
import { plural } from '#shared/plural.ts';
import { orderFailed } from '../../../messages.ts';
import { type AdminOrdersApi, adminOrderQuery } from '../../../ui/admin/admin-orders.queries.ts';
import { PAPERS, type Paper, PRINT_KINDS, type PrintKind, pageRules } from '../../print.ts';
import { PrintedOrder } from './printed-order.tsx';

/** The paper that this browser printed on last. */
const LAST_PAPER = 'admin-print-paper';

function usePaper(chosen: Paper | undefined): Paper {
  const last = localStore.read(LAST_PAPER);
  const paper = chosen ?? (last !== null && last in PAPERS ? (last as Paper) : 'a4');
  useEffect(() => localStore.write(LAST_PAPER, paper), [paper]);
  return paper;
}

/** A preview of orders on paper, and the browser's print dialog. `back` leads to where the orders were chosen. */
export function PrintOrders({
  ids,
  kind,
  paper: chosen,
  back,
}: {
  ids: readonly string[];
  kind: PrintKind;
  paper: Paper | undefined;
  back: ReactNode;
}) {
  const api = useApi<AdminOrdersApi>();
  const paper = usePaper(chosen);
  const queries = useQueries({ queries: ids.map((id) => adminOrderQuery(api, id)) });
  const [heights, setHeights] = useState<readonly number[]>([]);
  const noteHeight = useCallback(
    (at: number, height: number) =>
      setHeights((before) => (before[at] === height ? before : Object.assign([...before], { [at]: height }))),
    [],
  );
  const orders = queries.flatMap(({ data }) => data ?? []);
  const gone = queries.filter(({ error }) => codeOf(error) === 'NOT_FOUND').length;
  const failed = queries.find(({ error }) => error && codeOf(error) !== 'NOT_FOUND');
  const isWaiting = queries.some(({ isPending }) => isPending);
  const chips = <Value extends string>(
    name: 'kind' | 'paper',
    labels: Record<Value, string>,
    current: Value,
  ) =>
    Object.entries<string>(labels).map(([value, label]) => (
      <Chip key={value} current={value === current}>
        <Link
          to="."
          search={((now: object) => ({ ...now, [name]: value })) as never}
          replace
          resetScroll={false}
        >
          {label}
        </Link>
      </Chip>
    ));
  return (
    <div className="grid grid-cols-1 gap-5 print:block">
      <style>{pageRules(paper, heights)}</style>
      <div className="grid grid-cols-1 gap-4 print:hidden">
        {back}
        <PageHeading
          title={ids.length === 1 ? 'Print the order' : `Print ${plural(ids.length, 'order')}`}
          actions={
            <Button disabled={orders.length === 0 || isWaiting} onClick={() => print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
          }
        />
        <nav aria-label="What to print" className="flex flex-wrap gap-2">
          {chips('kind', PRINT_KINDS, kind)}
        </nav>
        <nav aria-label="Paper" className="flex flex-wrap gap-2">
          {chips('paper', PAPERS, paper)}
        </nav>
        {gone > 0 ? (
          <p role="status" className="text-warning">
            {plural(gone, 'order')} could not be found.
          </p>
        ) : null}
        {failed ? <QueryError query={failed} title={orderFailed.title} /> : null}
      </div>
      {isWaiting ? (
        <SkeletonRows label="Loading the orders" count={1} className="mx-auto h-96 w-full max-w-lg" />
      ) : null}
      {orders.map((order, at) => (
        <PrintedOrder key={order.id} at={at} order={order} kind={kind} paper={paper} onHeight={noteHeight} />
      ))}
    </div>
  );
}
