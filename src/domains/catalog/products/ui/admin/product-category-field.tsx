import { type RefCallback, useRef } from 'react';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { Field } from '#design/field.tsx';
import { Input } from '#design/input.tsx';
import { Select } from '#design/select.tsx';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import { useApi } from '#shared/api.tsx';
import type { CategoryList } from '../../../categories/category-admin.contract.ts';
import { allCategoriesQuery } from '../../../categories/ui/admin/category.queries.ts';
import { categoriesFailed } from '../../product-admin.messages.ts';
import type { ProductsApi } from './product-admin.queries.ts';
import type { ChosenCategory } from './product-form-input.ts';

type Entry = CategoryList['categories'][number];

/** How deep each stands; parents come before their children. */
function depthsOf(categories: readonly Entry[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { id, parentId } of categories) {
    depths.set(id, parentId === null ? 0 : (depths.get(parentId) ?? -1) + 1);
  }
  return depths;
}

/** Selects a category of the tree, or 'Create new category' with its name. */
export function ProductCategoryField({
  value,
  onChange,
  error,
  controlRef,
}: {
  value: ChosenCategory;
  onChange: (value: ChosenCategory) => void;
  error: string | undefined;
  /** Receives the control to focus on an error. */
  controlRef: RefCallback<HTMLElement>;
}) {
  const { data, error: failure, busy, retry } = useRememberedPage(allCategoriesQuery(useApi<ProductsApi>()));
  const newName = useRef<HTMLInputElement>(null);
  const depths = depthsOf(data?.categories ?? []);
  const isListed = value.id === '' || depths.has(value.id);
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="sr-only">Category</legend>
      {value.isNew ? (
        <Field label="New category name" required error={error}>
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
        <Field label="Category" required error={error}>
          {(control) => (
            <Select
              {...control}
              ref={controlRef}
              name="category"
              value={value.id}
              onChange={({ target }) => {
                const label = data?.categories.find(({ id }) => id === target.value)?.name ?? '';
                onChange({ ...value, id: target.value, label });
              }}
            >
              <option value="">{data || failure ? 'Select a category' : 'Loading categories…'}</option>
              {isListed ? null : <option value={value.id}>{value.label}</option>}
              {data?.categories.map(({ id, name, isActive }) => (
                <option key={id} value={id}>
                  {`${'\u2003'.repeat(depths.get(id) ?? 0)}${name}${isActive ? '' : ' (hidden)'}`}
                </option>
              ))}
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
          // Moves the focus to the name, once its field is rendered.
          if (target.checked) requestAnimationFrame(() => newName.current?.focus());
        }}
      />
    </fieldset>
  );
}
