import '#shared/forms-without-eval.ts';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';
import { ErrorState } from '#design/error-state.tsx';
import { FormDialog } from '#design/form-dialog.tsx';
import { SelectField, TextareaField, TextField } from '#design/form-fields.tsx';
import { SwitchField } from '#design/switch-field.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useEdited } from '#design/use-edited.ts';
import { ThingHistory } from '#domains/history/ui/admin/thing-history.tsx';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { text } from '#shared/shapes.ts';
import { descendantsOf } from '../../categories.ts';
import { type CategoryEntry, categoryInput, type ListedCategory } from '../../category-admin.contract.ts';
import {
  categoryFailed,
  categoryMissing,
  createCategoryMessages,
  updateCategoryMessages,
} from '../../category-admin.messages.ts';
import { type CategoryAdminApi, categoryQuery, useCategoryCache } from './category.queries.ts';
import { CategoryImage } from './category-image.tsx';
import { CategoryOptions } from './category-options.tsx';

export type CategoryEditing =
  | { kind: 'new'; parentId: string | null }
  | { kind: 'one'; category: ListedCategory };

/** No parent is '' in the select. */
const categoryForm = categoryInput.extend({
  description: text(2000).trim(),
  parentId: z.string().transform((id) => id || null),
  isActive: z.boolean(),
});

/** Creates or edits a category; the image can only be set on an existing one. */
export function CategoryFormDialog({
  editing,
  categories,
  onClose,
}: {
  editing: CategoryEditing;
  categories: readonly ListedCategory[];
  onClose: () => void;
}) {
  const { catalog } = useApi<CategoryAdminApi>();
  const { readAgain } = useCategoryCache();
  const { entry, keep, failure } = useEntry(editing);
  const newParent = editing.kind === 'new' ? editing.parentId : null;
  const valuesOf = useCallback(
    (of: CategoryEntry | undefined) => ({
      name: of?.name ?? '',
      description: of?.description ?? '',
      parentId: (of ? of.parentId : newParent) ?? '',
      isActive: of?.isActive ?? true,
    }),
    [newParent],
  );
  const form = useAdminForm({
    kind: 'category',
    schema: categoryForm,
    entity: entry,
    valuesOf,
    names: {
      labels: { name: 'Name', description: 'Description', parentId: 'Parent category', isActive: 'Active' },
      show: {
        parentId: (id: string) => (id ? (categories.find((one) => one.id === id)?.name ?? '') : NO_PARENT),
      },
    },
    messages: { create: createCategoryMessages, update: updateCategoryMessages },
    create: (values, id) => catalog.createCategory({ ...values, id }),
    update: async (values, edited) => keep(await catalog.updateCategory({ ...values, ...edited })),
    reload: readAgain,
    onDone: onClose,
  });
  const { field, entity } = form;
  const entityId = entity?.id;
  const parents = useMemo(() => {
    const below = new Set(entityId ? descendantsOf(categories, entityId) : []);
    return categories.filter(({ id }) => !below.has(id));
  }, [categories, entityId]);

  return (
    <FormDialog
      form={form}
      title={entity ? `Edit ${entity.name}` : 'Add Category'}
      label="Category"
      submitLabel={entity ? 'Save Changes' : 'Create Category'}
      above={
        failure ? (
          <ErrorState title={failure.title} onRetry={failure.onRetry} busy={failure.busy} className="mb-5">
            {failure.text}
          </ErrorState>
        ) : null
      }
      below={
        entity ? (
          <>
            <CategoryImage entry={entity} />
            <ThingHistory kind="category" id={entity.id} className="mt-6" />
          </>
        ) : null
      }
      onClose={onClose}
    >
      <TextField {...field('name')} required maxLength={100} autoComplete="off" />
      <SelectField {...field('parentId')} hint={entity ? 'Under another parent it comes last.' : undefined}>
        <option value="">{NO_PARENT}</option>
        <CategoryOptions categories={parents} />
      </SelectField>
      <TextareaField {...field('description')} rows={3} maxLength={2000} />
      <SwitchField
        control={form.control}
        name="isActive"
        label="Active: shoppers see it and its subcategories"
        mark={form.mark('isActive')}
      />
    </FormDialog>
  );
}

const NO_PARENT = 'None: on the top level';

/**
 * The current version of the edited category, which may be newer than the list. Does not change typed values.
 */
function useEntry(editing: CategoryEditing) {
  const api = useApi<CategoryAdminApi>();
  const listed = editing.kind === 'one' ? editing.category : undefined;
  const {
    entity: entry,
    keep,
    error,
    isFetching,
    refetch,
  } = useEdited((id) => categoryQuery(api, id), listed);
  if (!listed) return { entry: undefined, keep, failure: undefined };
  const isDeleted = codeOf(error) === 'NOT_FOUND';
  return {
    entry,
    keep,
    failure: error
      ? {
          title: categoryFailed,
          text: isDeleted ? categoryMissing : 'You see it as the list had it.',
          onRetry: isDeleted ? undefined : () => void refetch(),
          busy: isFetching,
        }
      : undefined,
  };
}
