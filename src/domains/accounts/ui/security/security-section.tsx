import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Card } from '#design/card.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Skeleton } from '#design/skeleton.tsx';

interface Query<Data> {
  query: UseQueryResult<Data>;
  /** The title when it could not be loaded. */
  failed?: string;
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** One subject of the security page: a description, its state, perhaps by a query, and its actions. */
export function SecuritySection<Data>({
  title,
  about,
  action,
  notice,
  ...content
}: {
  title: string;
  /** One plain sentence for users who do not know it. */
  about: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  notice?: ReactNode;
} & (Query<Data> | { children: ReactNode })) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid min-w-0 gap-1">
            <h2 id={id} className="font-display text-xl">
              {title}
            </h2>
            <p className="text-muted-foreground">{about}</p>
          </div>
          {action}
        </div>
        {notice}
        {'query' in content ? <Loaded {...content} /> : content.children}
      </Card>
    </section>
  );
}

function Loaded<Data>({
  query: { data, error, isError, isFetching, refetch },
  failed = 'This could not be loaded',
  loading,
  children,
}: Query<Data>) {
  if (data !== undefined) return children(data);
  if (!isError) return loading;
  return (
    <ErrorState title={failed} error={error} onRetry={() => void refetch()} busy={isFetching}>
      Please check your connection.
    </ErrorState>
  );
}

/** In place of a list that is being loaded. `className` of a row. */
export const LoadingRows = ({
  label,
  rows,
  className,
}: {
  label: string;
  rows: number;
  className: string;
}) => (
  <div role="status" aria-label={label} className="grid gap-3">
    {Array.from({ length: rows }, (_, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all alike
      <Skeleton key={at} className={className} />
    ))}
  </div>
);

/** A form that opens below its button; the focus returns to the button when it closes. */
export function useUnfolding() {
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    ref.current?.focus({ preventScroll: true });
  }, []);
  return {
    isOpen,
    close,
    button: { ref, 'aria-expanded': isOpen, onClick: () => (isOpen ? close() : setOpen(true)) },
  };
}
