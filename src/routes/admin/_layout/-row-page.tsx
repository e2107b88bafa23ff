import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { EmptyState } from '#design/empty-state.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { codeOf, type Message } from '#shared/messages.ts';
import { isId } from '#shared/random-id.ts';
import { QueryFailure } from '../../-query-failure.tsx';
import { BackToList, type ListName } from './-back-to-list.tsx';

/** A page of one row of a list, with its loading, failed and missing states. */
export function RowPage<Row>({
  id,
  list,
  name,
  query,
  refused,
  failed,
  missing,
  skeleton,
  children,
}: {
  /** From the URL. */
  id: string;
  list: ListName;
  /** 'Order' */
  name: string;
  /** Not enabled unless the id is one. */
  query: UseQueryResult<Row>;
  /** Shown to staff who may not read it. */
  refused: Message;
  failed: Message;
  /** Why there may be no row of this id. */
  missing: string;
  skeleton?: ReactNode;
  children: (row: Row) => ReactNode;
}) {
  const { data, error } = query;
  const code = isId(id) ? codeOf(error) : 'NOT_FOUND';
  return (
    <>
      <div className="mb-3 print:hidden">
        <BackToList name={list} />
      </div>
      {code === 'NOT_FOUND' ? (
        <EmptyState
          title={`${name} not found`}
          heading="h1"
          link={{ to: `/admin/${list}`, text: `See all ${list}` }}
        >
          {missing}
        </EmptyState>
      ) : (
        <Fragment key={id}>
          {error ? (
            <QueryFailure
              query={query}
              message={code === 'NO_PERMISSION' ? refused : failed}
              className="mb-6"
            />
          ) : null}
          {data ? children(data) : <h1 className="sr-only">{name}</h1>}
          {data || error
            ? null
            : (skeleton ?? (
                <SkeletonRows label={`Loading the ${name.toLowerCase()}`} count={3} className="h-40" />
              ))}
        </Fragment>
      )}
    </>
  );
}
