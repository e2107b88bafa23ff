import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { IconButton } from '#design/icon-button.tsx';
import { useDeletion } from '#design/use-deletion.ts';
import type { Synonym } from '../../searches.contract.ts';
import { deleteSynonymMessages, searchesFailed } from '../../searches.messages.ts';
import { synonymsQuery, useSearchesApi, useSearchesChanged } from './searches.queries.ts';
import { SynonymFormDialog } from './synonym-form.tsx';

/** The groups of words that mean the same, to be changed. */
export function SynonymsDialog({ onClose }: { onClose: () => void }) {
  const api = useSearchesApi();
  const { data, error, refetch } = useQuery(synonymsQuery(api));
  const [opened, setOpened] = useState<Synonym | 'new'>();
  const remove = useDeletion({
    send: (id) => api.catalog.deleteSynonym({ id }),
    messages: deleteSynonymMessages,
    reload: useSearchesChanged(),
    onDone: () => {},
  });
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title="Words that mean the same"
        description="A search for one of them also shows the products of the others, below its own."
        size="lg"
        footer={
          <Button onClick={() => setOpened('new')}>
            <Plus aria-hidden="true" />
            Add words
          </Button>
        }
      >
        {error ? <ErrorState {...searchesFailed} error={error} onRetry={() => void refetch()} /> : null}
        {data?.length === 0 ? <p className="text-muted-foreground">There are none yet.</p> : null}
        <ul>
          {data?.map((synonym) => {
            const text = synonym.words.join(', ');
            return (
              <li
                key={synonym.id}
                className="flex items-center justify-between gap-3 border-b py-1 last:border-0"
              >
                <p className="wrap-anywhere min-w-0">{text}</p>
                <span className="flex shrink-0">
                  <IconButton label={`Edit ${text}`} title="Edit" onClick={() => setOpened(synonym)}>
                    <Pencil aria-hidden="true" />
                  </IconButton>
                  <IconButton
                    label={`Delete ${text}`}
                    title="Delete"
                    onClick={() => remove.mutate(synonym.id)}
                    className="text-danger"
                  >
                    <Trash2 aria-hidden="true" />
                  </IconButton>
                </span>
              </li>
            );
          })}
        </ul>
      </Dialog>
      {opened ? (
        <SynonymFormDialog
          key={opened === 'new' ? 'new' : opened.id}
          synonym={opened === 'new' ? undefined : (data?.find(({ id }) => id === opened.id) ?? opened)}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}
