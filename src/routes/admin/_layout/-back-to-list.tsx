import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#design/button.tsx';
import type { OrdersSearch } from '#domains/orders/ui/admin/admin-orders.queries.ts';
import type { ProductsPageSearch } from './-products-search.ts';

/** The search parameters of each list. */
interface Lists {
  orders: OrdersSearch;
  products: ProductsPageSearch;
}

/** The filters and page of each list when last shown in this tab. */
const lastSeen: Lists = { orders: {}, products: {} };

export const lastSeenOf = <Name extends keyof Lists>(name: Name): Lists[Name] => lastSeen[name];

/** Stores the filters and page of a list for the link back from one of its rows. */
export function useListMemory<Name extends keyof Lists>(name: Name, search: Lists[Name]): void {
  useEffect(() => {
    lastSeen[name] = search;
  }, [name, search]);
}

/** A link from one row back to its list, as it was last shown. */
export function BackToList({ name }: { name: keyof Lists }) {
  return (
    <Button asChild variant="ghost" className="-ml-4 justify-self-start">
      <Link to={`/admin/${name}`} search={lastSeen[name]}>
        <ArrowLeft aria-hidden="true" />
        Back to {name}
      </Link>
    </Button>
  );
}
