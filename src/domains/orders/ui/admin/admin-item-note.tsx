import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OrderItem } from '../../contract.ts';
import { ItemNote } from '../item-note.tsx';
import { readOrdersAgain, showOrder } from './admin-orders.queries.ts';

/** A note, editable by staff. `children`: further actions for the item. */
export function AdminItemNote({ item, children }: { item: OrderItem; children?: ReactNode }) {
  const queryClient = useQueryClient();
  return (
    <ItemNote
      item={item}
      show={(order) => {
        showOrder(queryClient, order);
        void readOrdersAgain(queryClient);
      }}
      onFailed={() => void readOrdersAgain(queryClient)}
    >
      {children}
    </ItemNote>
  );
}
