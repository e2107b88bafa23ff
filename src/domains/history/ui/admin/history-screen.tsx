import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#design/button.tsx';
import { actionsColumn, type Column } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { Input } from '#design/input.tsx';
import { FilterSelect, ListScreen, ShowAllButton } from '#design/list-screen.tsx';
import { RowTime } from '#design/relative-time.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useSteadyPage } from '#design/use-steady-page.ts';
import type { ThingKind } from '#shared/thing-kinds.ts';
import type { ChangeSet } from '../../contract.ts';
import { historyFailed } from '../../messages.ts';
import { actorOf, ByLine, isUndone } from './by-line.tsx';
import { actorsQuery, changeSetsQuery, type HistorySearch, useHistoryApi } from './history.queries.ts';
import { useAskUndo } from './history-undo.tsx';

const KIND_LABELS: Record<ThingKind, string> = {
  product: 'Products',
  category: 'Categories',
  promotion: 'Promotions',
  slide: 'Hero slides',
  day: 'Days that matter',
  synonym: 'Words of the search',
  message: 'Messages',
  order: 'Orders',
  user: 'Users',
};

/** The change sets, newest first. `withUsers`: changes of roles and bans are among them. */
export function HistoryScreen({ withUsers }: { withUsers: boolean }) {
  const { search, narrow, isNarrowed, searchBox } = useListSearch<HistorySearch>();
  const { user: _, ...shopKinds } = KIND_LABELS;
  return (
    <ListScreen
      title="History"
      lead="Who changed what in the shop. Any change can be undone."
      filters={
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          <SearchBox
            label="Search by name or change"
            {...searchBox}
            className="sm:col-span-2 lg:col-span-4"
          />
          <div className="grid grid-cols-2 items-end gap-3 sm:col-span-2">
            <ActorSelect value={search.actor} onChange={(actor) => narrow({ actor })} />
            <FilterSelect<ThingKind>
              label="Kind"
              all="All kinds"
              labels={withUsers ? KIND_LABELS : (shopKinds as typeof KIND_LABELS)}
              value={search.kind}
              onChange={(kind) => narrow({ kind })}
            />
          </div>
          <div className="grid grid-cols-2 gap-3 sm:col-span-2">
            <DayFilter
              label="From"
              value={search.from}
              max={search.to}
              onChange={(from) => narrow({ from })}
            />
            <DayFilter label="To" value={search.to} min={search.from} onChange={(to) => narrow({ to })} />
          </div>
        </div>
      }
      columns={COLUMNS}
      list={useSteadyPage(changeSetsQuery(useHistoryApi(), search))}
      count={['change', 'changes']}
      newRow="change"
      failed={historyFailed}
      empty={
        isNarrowed ? (
          <EmptyState
            icon={<History />}
            title="No changes found"
            action={<ShowAllButton>Show all changes</ShowAllButton>}
          >
            No change matches this search and these filters.
          </EmptyState>
        ) : (
          <EmptyState icon={<History />} title="No changes yet">
            The first change of a product, a category, a promotion, a slide or an order appears here.
          </EmptyState>
        )
      }
    />
  );
}

/** The year that is typed as 2026 is 2, 20 and 202 before. */
const isTypedInFull = (day: string) => day >= '2000';

/** A day of the shop, inclusive. */
function DayFilter({
  label,
  value = '',
  min,
  max = '9999-12-31',
  onChange,
}: {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  const id = useId();
  // Until the field is left: a list that follows a moment later must not replace what is being typed.
  const [typed, setTyped] = useState<string>();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-muted-foreground text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        value={typed ?? value}
        min={min}
        max={max}
        onChange={({ target }) => {
          setTyped(target.value);
          if (!target.value || isTypedInFull(target.value)) onChange(target.value || undefined);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </div>
  );
}

function ActorSelect({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (actor: string | undefined) => void;
}) {
  const { data: actors = [] } = useQuery(actorsQuery(useHistoryApi()));
  const labels = Object.fromEntries([
    ...actors.map(({ id, name }) => [id, name]),
    ['calendar', 'The calendar'],
    ['database', 'The database'],
  ]);
  // Of an address that is older than the list, or of an account that is gone.
  if (value && !labels[value]) labels[value] = 'Another account';
  return <FilterSelect label="Who" all="Everybody" labels={labels} value={value} onChange={onChange} />;
}

const COLUMNS: Column<ChangeSet>[] = [
  {
    id: 'change',
    header: 'Change',
    chief: true,
    className: 'max-md:col-span-1 md:w-1/2',
    cell: (set) => (
      <span className="grid grid-cols-1 gap-0.5">
        <Link
          to="/admin/history/$id"
          params={{ id: set.id }}
          className="link flex min-h-9 items-center [overflow-wrap:anywhere] md:min-h-0"
        >
          {set.summary}
        </Link>
        <span className="md:hidden">
          <ByLine set={set} />
        </span>
      </span>
    ),
  },
  {
    id: 'who',
    header: 'Who',
    className: 'max-md:hidden',
    cell: (set) => <span className="[overflow-wrap:anywhere]">{actorOf(set)}</span>,
  },
  {
    id: 'when',
    header: 'When',
    className: 'max-md:hidden',
    cell: ({ at }) => <RowTime iso={at} />,
  },
  actionsColumn((set) => <UndoButton set={set} />, { className: 'max-md:col-span-1' }),
];

function UndoButton({ set }: { set: ChangeSet }) {
  const askUndo = useAskUndo();
  if (isUndone(set)) return <span className="text-muted-foreground text-sm max-md:hidden">Undone</span>;
  return (
    <Button
      variant="outline"
      size="sm"
      className="min-h-11"
      aria-label={`Undo: ${set.summary}`}
      onClick={() => askUndo(set.id)}
    >
      Undo
    </Button>
  );
}
