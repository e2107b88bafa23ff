import { Equal, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Chip } from '#design/chip.tsx';
import { actionsColumn, type Column } from '#design/data-table.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { lazyDialog } from '#design/lazy-component.tsx';
import { FilterRow, ListScreen } from '#design/list-screen.tsx';
import { RowButton } from '#design/row-button.tsx';
import { useListSearch } from '#design/use-list-search.ts';
import { useOperation } from '#design/use-operation.ts';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { dayText } from '#shared/dates.ts';
import { formatCount, plural } from '#shared/plural.ts';
import { randomId } from '#shared/random-id.ts';
import type { CountedSearch } from '../../searches.contract.ts';
import { mendSearchMessages, searchesFailed } from '../../searches.messages.ts';
import {
  type SearchesSearch,
  searchesQuery,
  useSearchesApi,
  useSearchesChanged,
} from './searches.queries.ts';

const SynonymFormDialog = lazyDialog(async () => (await import('./synonym-form.tsx')).SynonymFormDialog);

const SynonymsDialog = lazyDialog(async () => (await import('./synonyms-dialog.tsx')).SynonymsDialog);

const DAYS = { '7': 'The last 7 days', '90': 'The last 90 days' };

/** What shoppers searched for, and the words that mean the same. */
export function SearchesScreen() {
  const { search, searchBox, narrow } = useListSearch<SearchesSearch>();
  /** The dialog of all groups, or of one search. */
  const [opened, setOpened] = useState<'all' | { mended: string }>();
  const close = () => setOpened(undefined);
  return (
    <ListScreen
      title="Searches"
      lead="What shoppers search for. Nothing is kept about who did."
      actions={
        <Button variant="outline" onClick={() => setOpened('all')}>
          <Equal aria-hidden="true" />
          Words that mean the same
        </Button>
      }
      filters={
        <div className="grid gap-3">
          <FilterRow
            search={{ label: 'Search what was searched', ...searchBox }}
            label="Days"
            all="The last 30 days"
            labels={DAYS}
            value={search.days === '30' ? undefined : search.days}
            onChange={(days) => narrow({ days })}
          />
          <fieldset className="flex gap-2">
            <legend className="sr-only">Which searches</legend>
            <Chip current={!search.nothing}>
              <button type="button" onClick={() => narrow({ nothing: undefined })}>
                All
              </button>
            </Chip>
            <Chip current={search.nothing}>
              <button type="button" onClick={() => narrow({ nothing: true })}>
                Found nothing
              </button>
            </Chip>
          </fieldset>
        </div>
      }
      columns={columnsOf((mended) => setOpened({ mended }))}
      list={useRememberedPage(searchesQuery(useSearchesApi(), search))}
      count={['search', 'different searches']}
      failed={searchesFailed}
      empty={
        <EmptyState
          icon={<SearchX />}
          title={search.nothing ? 'Every search found something' : 'No searches yet'}
        >
          What shoppers search for appears here within a minute, and stays for 90 days.
        </EmptyState>
      }
    >
      {opened === 'all' ? <SynonymsDialog onClose={close} /> : null}
      {opened && opened !== 'all' ? <SynonymFormDialog query={opened.mended} onClose={close} /> : null}
    </ListScreen>
  );
}

/** Mends a search by the word that it most likely stands for. */
function CandidateButton({ query, candidate }: { query: string; candidate: string }) {
  const { catalog } = useSearchesApi();
  const changed = useSearchesChanged();
  const mending = useOperation({
    mutationFn: (words: string[]) => catalog.createSynonym({ id: randomId(), words }),
    messages: mendSearchMessages,
    successMessage: () => `“${query}” means “${candidate}” now`,
    onSuccess: changed,
  });
  return (
    <Button
      variant="secondary"
      size="sm"
      className="wrap-anywhere h-auto min-h-11 whitespace-normal md:min-h-9"
      busy={mending.isPending}
      onClick={() => mending.mutate([query, candidate])}
    >
      <span>
        Means “{candidate}”<span className="sr-only"> {query}</span>
      </span>
    </Button>
  );
}

const foundText = (found: number) => (found === 0 ? 'Nothing' : found >= 1_000 ? '1,000+' : String(found));

const columnsOf = (onMend: (query: string) => void): Column<CountedSearch>[] => [
  {
    id: 'query',
    header: 'Search',
    chief: true,
    cell: ({ id, times, found, means, lastDay }) => (
      <span className="grid grid-cols-1">
        <span className="wrap-anywhere">{id}</span>
        {means.length > 0 ? (
          <span className="wrap-anywhere font-normal text-muted-foreground text-sm">
            Also shows {means.join(', ')}
          </span>
        ) : null}
        {/* A card shows in one line what the table has columns for. */}
        <span className="font-normal text-muted-foreground text-sm xl:hidden">
          <span className="md:hidden">
            {plural(times, 'time')} · {found === 0 ? 'found nothing' : `found ${foundText(found)}`}
            {' · '}
          </span>
          {dayText(lastDay)}
        </span>
      </span>
    ),
  },
  {
    id: 'times',
    header: 'Times',
    className: 'max-md:hidden',
    cell: ({ times }) => <span className="tabular-nums">{formatCount(times)}</span>,
  },
  {
    id: 'found',
    header: 'Found',
    className: 'max-md:hidden',
    cell: ({ found }) => <span className="whitespace-nowrap tabular-nums">{foundText(found)}</span>,
  },
  {
    id: 'lastDay',
    header: 'Last searched',
    wide: true,
    cell: ({ lastDay }) => <span className="whitespace-nowrap">{dayText(lastDay)}</span>,
  },
  actionsColumn(
    ({ id, candidate }) => (
      <div className="flex flex-wrap gap-2 md:justify-end">
        {candidate ? <CandidateButton query={id} candidate={candidate} /> : null}
        <RowButton onClick={() => onMend(id)}>
          Means the same as …<span className="sr-only"> {id}</span>
        </RowButton>
      </div>
    ),
    { header: 'Mend' },
  ),
];
