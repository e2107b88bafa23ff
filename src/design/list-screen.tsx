import { Link, useNavigate } from '@tanstack/react-router';
import type { ComponentProps, HTMLAttributes, ReactNode } from 'react';
import { type CloseWords, closeText } from '#shared/close-words.ts';
import { codeOf, type Message } from '#shared/messages.ts';
import { countText, plural } from '#shared/plural.ts';
import { Button } from './button.tsx';
import { CloseTable } from './close-table.tsx';
import { type Column, DataTable, type Selecting, type Sorting } from './data-table.tsx';
import { ErrorState } from './error-state.tsx';
import { ListChips } from './list-chips.tsx';
import { PageHeading } from './page-heading.tsx';
import { PageButtons, type PageLink, Pagination } from './pagination.tsx';
import { SearchBox } from './search-box.tsx';
import { Select } from './select.tsx';
import { SelectButton } from './selection.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import type { PendingChanges } from './use-steady-page.ts';

/** A page of a list, from `useRememberedPage` or `useSteadyPage`. */
interface List<Row> {
  data:
    | {
        items: readonly Row[];
        total: number;
        capped: boolean;
        page: number;
        pageCount: number;
        /** Of a search that finds nothing: rows of the words that may have been meant. */
        close?: readonly (CloseWords & { items: readonly Row[] })[];
      }
    | undefined;
  error: unknown;
  busy: boolean;
  retry: () => void;
  pendingChanges?: PendingChanges | undefined;
  interactionProps?: HTMLAttributes<HTMLElement>;
}

interface Table<Row> {
  columns: readonly Column<Row>[];
  list: List<Row>;
  /** Shows the number of rows above the table. */
  count?: readonly [one: string, many: string];
  /** Shown above the table instead. */
  above?: ReactNode;
  /** A new row on the button that shows it: '2 new orders'. */
  newRow?: string;
  /** Why the list is missing. A function shows the error's own message, which contains its reference. */
  failed: Message | ((error: unknown) => { title: string; description: ReactNode });
  /** Shown in place of the table if there are no rows. */
  empty: ReactNode;
  sorting?: Sorting;
  /** Rows can be selected; `bar` is shown below the table, for its actions. */
  selecting?: (Selecting<Row> & { bar: ReactNode }) | undefined;
  /** Shows another page. By default pages are links that change the URL. */
  onPage?: (page: number) => void;
}

/** The table of a page of rows with its states, their number above it, the other pages and close rows below it. */
export function ListTable<Row extends { id: string }>({
  caption,
  columns,
  list,
  count,
  above,
  newRow,
  failed,
  empty,
  sorting,
  selecting,
  onPage,
}: Table<Row> & { caption: string }) {
  const { data, error, busy, retry, pendingChanges, interactionProps } = list;
  const keptFocus = useKeptFocus<HTMLDivElement>();
  const pages = { page: data?.page ?? 1, pageCount: data?.pageCount ?? 1 };
  const failure = typeof failed === 'function' ? failed : () => ({ ...failed, error });
  // New rows can only be counted where the newest comes first.
  const isNewestFirst = data?.page === 1 && !sorting?.current;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form. */}
      <div role="group" aria-label={caption} className="grid gap-3" {...keptFocus}>
        {count || above || selecting ? (
          <div className="flex min-h-6 items-center justify-between gap-3">
            {count ? (
              <p aria-live="polite" className="min-h-6 text-muted-foreground">
                {data?.total ? countText(data, ...count) : null}
              </p>
            ) : (
              above
            )}
            {selecting && data?.total ? (
              <span className="-my-3 ml-auto">
                <SelectButton selection={selecting.selection} />
              </span>
            ) : null}
          </div>
        ) : null}
        <DataTable
          caption={caption}
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          busy={busy}
          failure={error ? { ...failure(error), onRetry: retry } : undefined}
          empty={empty}
          sorting={sorting}
          selecting={selecting}
          interactionProps={interactionProps}
          pendingChanges={
            pendingChanges && {
              onShow: pendingChanges.onShow,
              label:
                pendingChanges.count > 0 && newRow && isNewestFirst
                  ? plural(pendingChanges.count, `new ${newRow}`)
                  : 'Show changes',
            }
          }
        />
        {onPage ? (
          <PageButtons {...pages} onPage={onPage} className="mt-3" />
        ) : (
          <Pagination {...pages} renderLink={linkTo} className="mt-3" />
        )}
        {selecting?.bar}
      </div>
      {error
        ? null
        : data?.close?.map(({ word, by, items }) => (
            <CloseTable key={word} title={closeText(word, by)} columns={columns} rows={items} busy={busy} />
          ))}
    </>
  );
}

const linkTo = (page: number, link: PageLink) => (
  <Link
    to="."
    search={((now: object) => ({ ...now, page: page === 1 ? undefined : page })) as never}
    {...link}
  />
);

/** A screen of the back office with a list: heading, filters, table, pages. `children` are its dialogs. */
export function ListScreen<Row extends { id: string }>({
  title,
  lead,
  actions,
  filters,
  refused,
  caption = title,
  children,
  ...table
}: Table<Row> & {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  filters?: ReactNode;
  /** Shown instead to staff who may not read the list. */
  refused?: Message;
  /** The table's, for screen readers. */
  caption?: string;
  children?: ReactNode;
}) {
  const { error, retry, busy } = table.list;
  const isRefused = refused && codeOf(error) === 'NO_PERMISSION';
  return (
    <div className="grid gap-5 sm:gap-6">
      <PageHeading
        title={title}
        lead={isRefused ? undefined : lead}
        actions={isRefused ? undefined : actions}
      />
      {isRefused ? (
        <ErrorState title={refused.title} onRetry={retry} busy={busy}>
          {refused.description}
        </ErrorState>
      ) : (
        <>
          <ListChips />
          {filters}
          <ListTable caption={caption} {...table} />
          {children}
        </>
      )}
    </div>
  );
}

/** Shows all of a list that is narrowed so far that nothing is left. */
export function ShowAllButton({ children }: { children: string }) {
  const navigate = useNavigate();
  return (
    <Button variant="outline" onClick={() => void navigate({ to: '.', search: {}, resetScroll: false })}>
      {children}
    </Button>
  );
}

/** A search box and a filter side by side. */
export const FilterRow = <Value extends string>({
  search,
  ...filter
}: { search: ComponentProps<typeof SearchBox> } & Filter<Value>) => (
  <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
    <SearchBox {...search} />
    <FilterSelect {...filter} />
  </div>
);

interface Filter<Value extends string> {
  label: string;
  /** The option that does not limit the list. */
  all: string;
  labels: Readonly<Record<Value, string>>;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** Limits a list to one value. */
export function FilterSelect<Value extends string>({ label, all, labels, value, onChange }: Filter<Value>) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange((target.value || undefined) as Value | undefined)}
    >
      <option value="">{all}</option>
      {Object.entries<string>(labels).map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </Select>
  );
}
