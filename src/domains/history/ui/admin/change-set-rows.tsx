import { useState } from 'react';
import { BusyLine } from '#design/data-table.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Pagination } from '#design/pagination.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { historyFailed } from '../../messages.ts';
import { ChangedRows } from './changed-rows.tsx';
import { changeSetQuery, useHistoryApi } from './history.queries.ts';

/** What a change set changed, fifty rows a page. With `thing`, only what it changed of that. */
export function ChangeSetRows({ id, thing }: { id: string; thing?: string }) {
  const [page, setPage] = useState(1);
  const { data, error, busy, retry } = useRememberedPage(changeSetQuery(useHistoryApi(), id, page, thing));
  return (
    <div className="relative">
      {error ? (
        <ErrorState title={historyFailed.title} error={error} onRetry={retry} busy={busy} className="mb-4">
          {historyFailed.description}
        </ErrorState>
      ) : null}
      <BusyLine busy={busy} />
      {data ? (
        <>
          <ChangedRows rows={data.items} names={data.names} />
          <Pagination
            page={data.page}
            pageCount={data.pageCount}
            renderLink={(to, { rel: _, activeOptions: __, ...button }) => (
              <button type="button" onClick={() => setPage(to)} {...button} />
            )}
            className="mt-3"
          />
        </>
      ) : error ? null : (
        <SkeletonRows label="Loading the changes" count={3} className="h-14" />
      )}
    </div>
  );
}
