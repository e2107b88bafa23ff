import '#shared/forms-without-eval.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useId, useMemo, useState } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#design/button.tsx';
import { Dialog } from '#design/dialog.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { Select } from '#design/select.tsx';
import { Switch } from '#design/switch.tsx';
import { Textarea } from '#design/textarea.tsx';
import { useAdminForm } from '#design/use-admin-form.tsx';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { text } from '#shared/shapes.ts';
import { descendantsOf } from '../../categories.ts';
import { type CategoryEntry, categoryInput, type ListedCategory } from '../../category-admin.contract.ts';
import {
  categoryFailed,
  categoryGone,
  createCategoryMessages,
  updateCategoryMessages,
} from '../../category-admin.messages.ts';
import { type CategoryAdminApi, categoryQuery, useCategoryCache } from './category.queries.ts';
import { CategoryImage } from './category-image.tsx';

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
  const { entry: edited, failure } = useEntry(editing);
  // Set if the user typed during the create: the dialog stays open and edits the created category.
  const [made, setMade] = useState<CategoryEntry>();
  const entry = edited ?? made;
  const formId = useId();

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
    schema: categoryForm,
    entity: entry,
    valuesOf,
    names: {
      labels: { name: 'Name', description: 'Description', parentId: 'Parent category', isActive: 'Active' },
      show: {
        parentId: (id: string) => (id ? (categories.find((one) => one.id === id)?.name ?? '') : NO_PARENT),
      },
    },
    messages: entry ? updateCategoryMessages : createCategoryMessages,
    save: (values, version) =>
      entry && version !== undefined
        ? catalog.updateCategory({ ...values, id: entry.id, version })
        : catalog.createCategory(values),
    onSaved: (saved, hasMore) => {
      void readAgain();
      if (hasMore) setMade(saved);
      else onClose();
    },
  });
  const { register, control, errors } = form;

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && !form.isBusy && form.leave(onClose)}
        title={entry ? `Edit ${entry.name}` : 'Add Category'}
        size="lg"
        footer={
          <>
            <Button variant="outline" onClick={() => !form.isBusy && form.leave(onClose)}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={form.isBusy}>
              {entry ? 'Save Changes' : 'Create Category'}
            </Button>
          </>
        }
      >
        {failure ? (
          <ErrorState title={failure.title} onRetry={failure.onRetry} busy={failure.busy} className="mb-5">
            {failure.text}
          </ErrorState>
        ) : null}
        <form id={formId} noValidate aria-label="Category" onSubmit={form.submit} className="grid gap-5">
          <Field label="Name" required error={errors.name?.message}>
            {(field) => <Input {...field} {...register('name')} maxLength={100} autoComplete="off" />}
          </Field>
          <Field
            label="Parent category"
            hint={entry ? 'Under another parent it comes last.' : undefined}
            error={errors.parentId?.message}
          >
            {(field) => (
              <Select {...field} {...register('parentId')}>
                <option value="">{NO_PARENT}</option>
                <ParentOptions categories={categories} without={entry?.id} />
              </Select>
            )}
          </Field>
          <Field label="Description" error={errors.description?.message}>
            {(field) => <Textarea {...field} {...register('description')} rows={3} maxLength={2000} />}
          </Field>
          <Controller
            control={control}
            name="isActive"
            render={({ field }) => (
              <Switch
                checked={field.value}
                onCheckedChange={field.onChange}
                label="Active: shoppers see it, and what is below it"
              />
            )}
          />
        </form>
        {entry ? <CategoryImage entry={entry} /> : null}
      </Dialog>
      {form.dialogs}
    </>
  );
}

const NO_PARENT = 'None: on the top level';

/**
 * The current version of the edited category, which may be newer than the list. Does not change typed values.
 */
function useEntry(editing: CategoryEditing) {
  const api = useApi<CategoryAdminApi>();
  const listed = editing.kind === 'one' ? editing.category : undefined;
  const { data, error, isFetching, refetch } = useQuery({
    ...categoryQuery(api, listed?.id ?? ''),
    enabled: listed !== undefined,
    initialData: listed as CategoryEntry | undefined,
  });
  if (!listed) return { entry: undefined, failure: undefined };
  const isGone = codeOf(error) === 'NOT_FOUND';
  return {
    entry: data,
    failure: error
      ? {
          title: categoryFailed,
          text: isGone ? categoryGone : 'You see it as the list had it.',
          onRetry: isGone ? undefined : () => void refetch(),
          busy: isFetching,
        }
      : undefined,
  };
}

/** All categories as a tree of options, except one and its descendants. */
function ParentOptions({
  categories,
  without,
}: {
  categories: readonly ListedCategory[];
  without: string | undefined;
}) {
  const offered = useMemo(() => {
    const left = new Set(without ? descendantsOf(categories, without) : []);
    const depths = new Map<string | null, number>([[null, -1]]);
    return categories.flatMap((one) => {
      // Parents come before their children.
      const depth = (depths.get(one.parentId) ?? -1) + 1;
      depths.set(one.id, depth);
      return left.has(one.id) ? [] : [{ id: one.id, text: `${'\u2003'.repeat(depth)}${one.name}` }];
    });
  }, [categories, without]);
  return offered.map(({ id, text }) => (
    <option key={id} value={id}>
      {text}
    </option>
  ));
}
