import { type ReactNode, type RefCallback, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { Select } from '#design/select.tsx';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { useApi } from '#shared/api.tsx';
import { allCategoriesQuery } from '../../../categories/ui/admin/category.queries.ts';
import { CategoryOptions } from '../../../categories/ui/admin/category-options.tsx';
import { categoriesFailed } from '../../product-admin.messages.ts';
import type { ProductsApi } from './product-admin.queries.ts';
import type { ChosenCategory } from './product-form-input.ts';

/** One of the whole tree, or 'Create new category' with its name. */
export function ProductCategoryField({
  value,
  onChange,
  error,
  mark,
  controlRef,
}: {
  value: ChosenCategory;
  onChange: (value: ChosenCategory) => void;
  error: string | undefined;
  /** Shown beside the label. */
  mark?: ReactNode;
  /** Where the form goes when something is missing here. */
  controlRef: RefCallback<HTMLElement>;
}) {
  const { data, error: failure, busy, retry } = useRememberedPage(allCategoriesQuery(useApi<ProductsApi>()));
  const newName = useRef<HTMLInputElement>(null);
  const categories = data?.categories ?? [];
  const isListed = value.id === '' || categories.some(({ id }) => id === value.id);
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="sr-only">Category</legend>
      {value.isNew ? (
        <Field label="New category name" required error={error} mark={mark}>
          {(control) => (
            <Input
              {...control}
              ref={(element) => {
                newName.current = element;
                controlRef(element);
              }}
              name="category"
              value={value.newName}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => onChange({ ...value, newName: target.value })}
            />
          )}
        </Field>
      ) : (
        <Field label="Category" required error={error} mark={mark}>
          {(control) => (
            <Select
              {...control}
              ref={controlRef}
              name="category"
              value={value.id}
              onChange={({ target }) => {
                const label = categories.find(({ id }) => id === target.value)?.name ?? '';
                onChange({ ...value, id: target.value, label });
              }}
            >
              <option value="">{data || failure ? 'Select a category' : 'Loading categories…'}</option>
              {isListed ? null : <option value={value.id}>{value.label}</option>}
              <CategoryOptions
                categories={categories}
                textOf={({ name, isActive }) => (isActive ? name : `${name} (hidden)`)}
              />
            </Select>
          )}
        </Field>
      )}
      {failure && !data ? (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <p className="font-medium text-danger text-sm">{categoriesFailed}</p>
          <Button variant="outline" size="sm" busy={busy} onClick={retry}>
            Try Again
          </Button>
        </div>
      ) : null}
      <Checkbox
        label="Create new category"
        checked={value.isNew}
        onChange={({ target }) => {
          onChange({ ...value, isNew: target.checked });
          // The name is what comes next.
          if (target.checked) requestAnimationFrame(() => newName.current?.focus());
        }}
      />
    </fieldset>
  );
}
