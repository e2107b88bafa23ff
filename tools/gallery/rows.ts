import type { Column } from '#design/data-table.tsx';
import { LONG_NAME, LONG_WORD } from './specimen.tsx';

/** A row of the lists shown here. */
export interface Row {
  id: string;
  name: string;
  price: string;
}

export const ROWS: Row[] = [
  { id: '1', name: 'Gele', price: '12,500.00' },
  { id: '2', name: LONG_NAME, price: '9,999,999,999.99' },
  { id: '3', name: LONG_WORD, price: '0.50' },
];

export const COLUMNS: Column<Row>[] = [
  { id: 'name', header: 'Name', chief: true, sortable: true, cell: ({ name }) => name },
  { id: 'price', header: 'Price', align: 'end', cell: ({ price }) => price },
];
