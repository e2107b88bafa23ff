import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Card } from '#design/card.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { FilterRow, FilterSelect, ListScreen, ListTable, ShowAllButton } from '#design/list-screen.tsx';
import { OrderedListScreen } from '#design/ordered-list-screen.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { COLUMNS, ROWS, type Row } from './rows.ts';
import { Specimen } from './specimen.tsx';

const STATUSES = { active: 'Active', hidden: 'Hidden' };
const nothing = () => {};
const FAILURE = new Error('Please check your connection and try again.');
const REFUSAL = Object.assign(new Error('Not permitted'), { code: 'NO_PERMISSION', status: 403 });
const PRODUCTS_MISSING = { title: 'Failed to fetch products', description: FAILURE.message };

type List = ComponentProps<typeof ListTable<Row>>['list'];

/** A list that has been read: its first of three pages. */
const READ: List = {
  data: { items: ROWS, total: 7, capped: false, page: 1, pageCount: 3 },
  error: null,
  busy: false,
  retry: nothing,
};

const empty = <EmptyState title="No products yet">The first one appears here.</EmptyState>;

/** What all states of the table share. */
const TABLE = { columns: COLUMNS, failed: PRODUCTS_MISSING, empty, onPage: nothing };

/** A query in one state, with only what the screen reads of it. */
const queryWith = (state: { data?: Row[]; error?: Error; isFetching?: boolean }) =>
  ({ refetch: nothing, ...state }) as unknown as UseQueryResult<Row[]>;

/** What all states of the ordered list share. */
function Ordered({ title, query }: { title: string; query: UseQueryResult<Row[]> }) {
  return (
    <OrderedListScreen
      title={title}
      lead="In the order of the menu."
      query={query}
      failed="the categories could not be read"
      refreshFailed="The categories could not be read again"
      addLabel="New Category"
      onAdd={nothing}
      count={({ length }) => `${length} categories`}
      countRef={null}
      skeletonLook="h-14"
    >
      {(rows) => (
        <ul className="grid grid-cols-1 gap-2">
          {rows.map(({ id, name }) => (
            <li key={id} className="truncate border-b py-2">
              {name}
            </li>
          ))}
        </ul>
      )}
    </OrderedListScreen>
  );
}

export function Screens() {
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<keyof typeof STATUSES>();
  return (
    <>
      <Specimen name="ListTable">
        <ListTable {...TABLE} caption="Products, counted" list={READ} count={['product', 'products']} />
        <ListTable
          {...TABLE}
          caption="Products, with new ones"
          list={{ ...READ, pendingChanges: { count: 2, onShow: nothing } }}
          above={<Card>Shown in place of the number of rows.</Card>}
          newRow="product"
        />
        <ListTable
          {...TABLE}
          caption="Products, not read yet"
          list={{ ...READ, data: undefined, busy: true }}
        />
        <ListTable
          {...TABLE}
          caption="No products"
          list={{ ...READ, data: { items: [], total: 0, capped: false, page: 1, pageCount: 1 } }}
        />
        <ListTable
          {...TABLE}
          caption="Products that could not be read"
          list={{ ...READ, data: undefined, error: FAILURE }}
        />
      </Specimen>
      <Specimen name="ListScreen">
        <ListScreen
          {...TABLE}
          title="Products"
          lead="Everything the shop sells."
          actions={<Button>New Product</Button>}
          filters={<SearchBox value="" onSearch={nothing} label="Search this list" />}
          count={['product', 'products']}
          list={{ ...READ, data: { items: ROWS, total: 7, capped: false, page, pageCount: 3 } }}
          onPage={setPage}
        />
        <ListScreen
          {...TABLE}
          title="Products that this user may not read"
          refused={{ title: 'You may not see products', description: 'Ask the owner of the shop.' }}
          list={{ ...READ, data: undefined, error: REFUSAL }}
        />
      </Specimen>
      <Specimen name="ShowAllButton">
        <div>
          <ShowAllButton>Show all products</ShowAllButton>
        </div>
      </Specimen>
      <Specimen name="FilterRow, FilterSelect">
        <FilterRow
          search={{ value: '', onSearch: nothing, label: 'Search by name' }}
          label="Status"
          all="All statuses"
          labels={STATUSES}
          value={status}
          onChange={setStatus}
        />
        <FilterSelect
          label="Status"
          all="All statuses"
          labels={STATUSES}
          value={status}
          onChange={setStatus}
        />
      </Specimen>
      <Specimen name="OrderedListScreen">
        <Ordered title="Categories" query={queryWith({ data: ROWS })} />
        <Ordered title="Categories, not read yet" query={queryWith({ isFetching: true })} />
        <Ordered title="Categories, not read" query={queryWith({ error: FAILURE })} />
        <Ordered title="Categories, not read again" query={queryWith({ data: ROWS, error: FAILURE })} />
      </Specimen>
    </>
  );
}
