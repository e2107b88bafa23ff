import '#shared/forms-without-eval.ts';
import { FormDialog } from '#design/form-dialog.tsx';
import { TextField } from '#design/form-fields.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import {
  type Synonym,
  type SynonymForm,
  type SynonymInput,
  synonymForm,
  synonymLine,
} from '../../searches.contract.ts';
import { createSynonymMessages, updateSynonymMessages } from '../../searches.messages.ts';
import { useSearchesApi, useSearchesChanged } from './searches.queries.ts';

/** Adds words that mean the same, or changes them. `query`: what new ones begin with, such as a search that found nothing. */
export function SynonymFormDialog({
  synonym,
  query,
  onClose,
}: {
  synonym?: Synonym | undefined;
  query?: string | undefined;
  onClose: () => void;
}) {
  const { catalog } = useSearchesApi();
  const form = useAdminForm<Synonym, SynonymForm, SynonymInput>({
    kind: 'synonym',
    schema: synonymForm,
    entity: synonym,
    valuesOf: (one) => ({ words: synonymLine(one?.words ?? (query ? [query, ''] : [])) }),
    names: { labels: { words: 'Words' } },
    messages: { create: createSynonymMessages, update: updateSynonymMessages },
    create: (input, id) => catalog.createSynonym({ ...input, id }),
    update: (input, edited) => catalog.updateSynonym({ ...input, ...edited }),
    reload: useSearchesChanged(),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={query ? `“${query}” means the same as …` : 'Words that mean the same'}
      label="Words that mean the same"
      submitLabel="Save"
      onClose={onClose}
    >
      <TextField
        {...form.field('words')}
        hint="Separated by commas. A search for one of them also shows the products of the others."
        required
        maxLength={1_000}
        autoComplete="off"
      />
    </FormDialog>
  );
}
