import { PackageOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ChangeProgress } from '#design/change-progress.tsx';
import { CloseTable } from '#design/close-table.tsx';
import { BusyLine, type Column, DataTable } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { KindFilter } from '#design/kind-filter.tsx';
import { ListChips, ListChipsProvider } from '#design/list-chips.tsx';
import { PageButtons, type PageLink, Pagination } from '#design/pagination.tsx';
import { RowButton } from '#design/row-button.tsx';
import { SelectButton, SelectionBar, SelectPage, SelectRow } from '#design/selection.tsx';
import { SelectionActions } from '#design/selection-actions.tsx';
import { SortableList } from '#design/sortable-list.tsx';
import { Switch } from '#design/switch.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#design/tabs.tsx';
import { useSelection } from '#design/use-selection.ts';
import { COLUMNS, ROWS, type Row } from './rows.ts';
import { Specimen, State } from './specimen.tsx';

const nothing = () => {};

/** A table with what all states share. */
function Table(props: Partial<Parameters<typeof DataTable<Row>>[0]> & { caption: string }) {
  return (
    <DataTable
      columns={COLUMNS}
      rows={ROWS}
      rowId={({ id }) => id}
      empty={<EmptyState icon={<PackageOpen />} title="Nothing here yet" />}
      {...props}
    />
  );
}

const VALUES: Column<Row>[] = [
  ...COLUMNS.slice(0, 1),
  {
    id: 'terms',
    header: 'Terms',
    cell: ({ price }) => (
      <span className="grid">
        <span className="font-semibold">{price}</span>
        <span className="text-sm">10,000.00 with a code</span>
      </span>
    ),
  },
  { id: 'button', header: 'Button', cell: () => <RowButton>Remove</RowButton> },
  {
    id: 'switch',
    header: 'Switch',
    cell: () => <Switch checked label="Active" hideLabel onCheckedChange={nothing} />,
  },
];

const pageLink = (page: number, { activeOptions: _, ...link }: PageLink): ReactNode => (
  <a key={page} href={`#page-${page}`} {...link} />
);

/** A list with a selection, as `ListTable` composes it. */
function SelectedRows() {
  const selection = useSelection(
    { data: { items: ROWS, total: ROWS.length + 10, capped: false }, isPrevious: false },
    {},
  );
  const [first] = ROWS;
  return (
    <div className="w-full">
      <SelectButton selection={selection} />
      <table>
        <thead>
          <tr>
            <SelectPage selection={selection} ids={ROWS.map(({ id }) => id)} />
            <th>All rows of the page</th>
          </tr>
        </thead>
        <tbody>
          <tr className="relative">
            {first ? <SelectRow selection={selection} id={first.id} label="the first row" /> : null}
            <td>The first row</td>
          </tr>
        </tbody>
      </table>
      <SelectionActions
        selection={selection}
        names={['row', 'rows']}
        running={undefined}
        actions={[
          { label: 'Mark', run: nothing },
          { label: 'Print (50 at most)', disabled: true, run: nothing },
        ]}
      />
      <SelectionBar selection={selection} names={['row', 'rows']}>
        Buttons
      </SelectionBar>
    </div>
  );
}

export function Lists() {
  const [order, setOrder] = useState(ROWS);
  const reordered = (ids: string[]) => setOrder(ids.map((id) => ROWS.find((row) => row.id === id)!));
  return (
    <>
      <Specimen name="BusyLine">
        <div className="relative py-2">
          <BusyLine busy />
          Rows that are read again.
        </div>
      </Specimen>
      <Specimen name="DataTable">
        <Table caption="Rows, sorted by name" sorting={{ current: 'name-asc', onSort: nothing }} />
        <Table caption="Rows that are read again" busy />
        <Table caption="The first load" rows={undefined} busy />
        <Table caption="No rows" rows={[]} />
        <Table
          caption="Rows that could not be read again"
          failure={{ title: 'Failed to fetch products', onRetry: nothing }}
          pendingChanges={{ label: '2 new rows', onShow: nothing }}
        />
        <Table caption="Values of several lines, and without text" columns={VALUES} rows={ROWS.slice(0, 1)} />
      </Specimen>
      <Specimen name="CloseTable">
        <CloseTable title="Close to “shos”: shoes" columns={COLUMNS} rows={ROWS} busy={false} />
      </Specimen>
      <Specimen name="SelectionActions, SelectionBar, SelectButton, SelectPage, SelectRow">
        <State label="rows to select, and what is done with them">
          <SelectedRows />
        </State>
      </Specimen>
      <Specimen name="ListChips, ListChipsProvider">
        <ListChipsProvider value={<p>What the application shows above each list.</p>}>
          <ListChips />
        </ListChipsProvider>
      </Specimen>
      <Specimen name="KindFilter">
        <KindFilter
          label="Show rows of a kind"
          kinds={[
            ['new', 'New', 12],
            ['changed', 'Changed', 1_200],
          ]}
          shown="new"
          onShow={nothing}
        />
      </Specimen>
      <Specimen name="ChangeProgress">
        <ChangeProgress running="a key" count={3_000} names={['row', 'rows']} />
      </Specimen>
      <Specimen name="Pagination, PageButtons">
        <State label="the first page, one in the middle">
          <Pagination page={1} pageCount={3} renderLink={pageLink} />
          <Pagination page={20} pageCount={40} renderLink={pageLink} />
          <PageButtons page={2} pageCount={3} onPage={nothing} />
        </State>
      </Specimen>
      <Specimen name="SortableList">
        <SortableList
          items={order}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          onReorder={reordered}
          label="Rows in an order of their own"
        >
          {({ name }, { grip, buttons }) => (
            <div className="flex min-w-0 items-center gap-3 border-b py-2">
              {grip}
              <span className="min-w-0 grow truncate">{name}</span>
              {buttons}
            </div>
          )}
        </SortableList>
      </Specimen>
      <Specimen name="Tabs, TabList, Tab, TabPanel">
        <Tabs defaultValue="one">
          <TabList>
            <Tab value="one">Details</Tab>
            <Tab value="two">Images</Tab>
            <Tab value="three" disabled>
              Disabled
            </Tab>
          </TabList>
          <TabPanel value="one">The first panel.</TabPanel>
          <TabPanel value="two">The second panel.</TabPanel>
        </Tabs>
      </Specimen>
    </>
  );
}
