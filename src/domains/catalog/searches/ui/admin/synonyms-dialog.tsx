import { useQuery } from '@tanstack/react-query';
import { EditableListDialog } from '#design/editable-list-dialog.tsx';
import { QueryError } from '#design/query-error.tsx';
import { useDeletion } from '#design/use-deletion.ts';
import { deleteSynonymMessages, searchesFailed } from '../../searches.messages.ts';
import { synonymsQuery, useSearchesApi, useSearchesChanged } from './searches.queries.ts';
import { SynonymFormDialog } from './synonym-form.tsx';

/** The groups of words that mean the same, to be changed. */
export function SynonymsDialog({ onClose }: { onClose: () => void }) {
  const api = useSearchesApi();
  const query = useQuery(synonymsQuery(api));
  const remove = useDeletion({
    send: (id) => api.catalog.deleteSynonym({ id }),
    messages: deleteSynonymMessages,
    reload: useSearchesChanged(),
    onDone: () => {},
  });
  return (
    <EditableListDialog
      kind="synonym"
      title="Words that mean the same"
      description="A search for one of them also shows the products of the others, below its own."
      addLabel="Add words"
      entries={query.data}
      failure={<QueryError query={query} title={searchesFailed.title} />}
      nameOf={({ words }) => words.join(', ')}
      form={(synonym, close) => (
        <SynonymFormDialog key={synonym?.id ?? 'new'} synonym={synonym} onClose={close} />
      )}
      busyId={remove.deletingId}
      onDelete={remove.mutate}
      onClose={onClose}
    />
  );
}
