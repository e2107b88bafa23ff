import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { codeOf, NO_ANSWER } from '#shared/messages.ts';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';
import { PageHeading } from './page-heading.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

/** A screen of the back office with a list that is read whole, because staff order it by hand. */
export function OrderedListScreen<Data>({
  title,
  lead,
  query: { data, error, isFetching, refetch },
  failed,
  refreshFailed,
  addLabel,
  onAdd,
  count,
  countRef,
  skeletonLook,
  children,
}: {
  title: string;
  lead: string;
  query: UseQueryResult<Data>;
  failed: string;
  /** Shown if rows are present but the reload failed. */
  refreshFailed: string;
  addLabel: string;
  onAdd: () => void;
  count: (data: Data) => string;
  /** Focused when the row that had the focus was removed. */
  countRef: Ref<HTMLParagraphElement>;
  /** The height of a row. */
  skeletonLook: string;
  children: (data: Data) => ReactNode;
}) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title={title}
        lead={lead}
        actions={
          <Button onClick={onAdd} disabled={!data}>
            <Plus aria-hidden="true" />
            {addLabel}
          </Button>
        }
      />
      {error ? (
        <ErrorState
          title={data ? refreshFailed : `Error: ${failed}`}
          error={data ? error : undefined}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {data ? 'What you see may be older.' : codeOf(error) === undefined ? NO_ANSWER : error.message}
        </ErrorState>
      ) : null}
      {data ? (
        <div className="grid gap-3">
          <p ref={countRef} tabIndex={-1} aria-live="polite" className="text-muted-foreground">
            {count(data)}
          </p>
          {children(data)}
        </div>
      ) : error ? null : (
        <SkeletonRows label={`Loading ${title.toLowerCase()}`} count={4} className={skeletonLook} />
      )}
    </div>
  );
}
