import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { LinkButton } from '#design/link-button.tsx';
import { MOST_PRINTED, PAPERS, type Paper, PRINT_KINDS, type PrintKind } from '#domains/orders/list/print.ts';
import { PrintOrders } from '#domains/orders/list/ui/admin/print-orders.tsx';
import { isId } from '#shared/random-id.ts';
import { adminHead } from '../-admin-head.ts';
import { oneOf } from '../-list-search.ts';
import { BackToList } from './-back-to-list.tsx';

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as Key[];

export const Route = createFileRoute('/admin/_layout/orders/print')({
  validateSearch: (raw: { orders?: unknown; kind?: unknown; paper?: unknown } & SearchSchemaInput) => ({
    /** Ids, with commas. */
    orders: String(raw.orders ?? '')
      .split(',')
      .filter(isId)
      .slice(0, MOST_PRINTED)
      .join(','),
    kind: oneOf(keysOf<PrintKind>(PRINT_KINDS))(raw.kind),
    paper: oneOf(keysOf<Paper>(PAPERS))(raw.paper),
  }),
  head: adminHead('Print'),
  component: PrintPage,
});

function PrintPage() {
  const { orders, kind = 'slip', paper } = Route.useSearch();
  const ids = orders === '' ? [] : [...new Set(orders.split(','))];
  const [only] = ids;
  const back =
    only && ids.length === 1 ? (
      <LinkButton
        variant="ghost"
        className="-ml-4 justify-self-start"
        to="/admin/orders/$id"
        params={{ id: only }}
      >
        <ArrowLeft aria-hidden="true" />
        Back to the order
      </LinkButton>
    ) : (
      <BackToList name="orders" />
    );
  return <PrintOrders ids={ids} kind={kind} paper={paper} back={back} />;
}
