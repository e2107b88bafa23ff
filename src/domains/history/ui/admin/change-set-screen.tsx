import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button } from '#design/button.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { ExactTime } from '#design/relative-time.tsx';
import { codeOf } from '#shared/messages.ts';
import { ByLine } from './by-line.tsx';
import { ChangeSetRows } from './change-set-rows.tsx';
import { changeSetQuery, useHistoryApi } from './history.queries.ts';
import { useAskUndo } from './history-undo.tsx';

/** One change set with all it changed. */
export function ChangeSetScreen({ id }: { id: string }) {
  const { data, error } = useQuery(changeSetQuery(useHistoryApi(), id, 1));
  const askUndo = useAskUndo();
  if (['NOT_FOUND', 'BAD_INPUT'].includes(codeOf(error) ?? '')) {
    return (
      <EmptyState
        heading="h1"
        title="This change is not in the history"
        link={{ to: '/admin/history', text: 'See all changes' }}
      >
        It is older than the history goes back, or you may not see it.
      </EmptyState>
    );
  }
  const set = data?.set;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title={<span className="[overflow-wrap:anywhere]">{set?.summary ?? 'Change'}</span>}
        lead={
          set ? (
            <>
              <ByLine set={set} />
              <span className="flex flex-wrap gap-x-4 text-base">
                <ExactTime iso={set.at} />
                <Other id={set.undoOf} label="The change that this undid" />
                <Other id={set.undoneBy} label="The undo" />
              </span>
            </>
          ) : undefined
        }
        actions={
          set ? (
            <Button variant="outline" onClick={() => askUndo(id)}>
              Undo
            </Button>
          ) : undefined
        }
      />
      <ChangeSetRows id={id} />
    </div>
  );
}

const Other = ({ id, label }: { id: string | null; label: string }) =>
  id ? (
    <Link to="/admin/history/$id" params={{ id }} className="link">
      {label}
    </Link>
  ) : null;
