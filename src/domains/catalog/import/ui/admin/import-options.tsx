import { SelectField } from '#design/form-fields.tsx';
import type { VariantChoice } from '../../csv-products.ts';
import type { ImportChoice, ImportMode } from '../../import-plan.ts';
import type { ImportKey } from '../../product-csv.ts';
import type { CheckedFile } from './csv-worker.ts';

const MODES: Record<ImportMode, string> = {
  create: 'Add new products',
  update: 'Change existing products',
  both: 'Add new ones and change existing ones',
};

const KEYS: Record<ImportKey, string> = {
  id: 'Product id, from this shop’s own file',
  sku: 'Code (SKU or handle)',
  name: 'Name',
};

const VARIANTS: Record<VariantChoice, string> = {
  one: 'One product with the lowest price',
  each: 'A product for each',
};

/** What an import does, how it recognises products, and what becomes of sizes and colours. */
export function ImportOptions({
  checked,
  choice,
  variants,
  disabled,
  onChoose,
  onVariants,
}: {
  checked: CheckedFile;
  choice: ImportChoice;
  variants: VariantChoice;
  disabled: boolean;
  onChoose: (choice: Partial<ImportChoice>) => void;
  onVariants: (variants: VariantChoice) => void;
}) {
  const { count, first } = checked.variantProducts;
  const [example] = first;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="What this file does"
        disabled={disabled}
        value={choice.mode}
        hint={choice.mode === 'create' ? undefined : 'Empty cells leave what a product has.'}
        onChange={(event) => onChoose({ mode: event.target.value as ImportMode, includesExisting: false })}
      >
        {Object.entries(MODES).map(([mode, label]) => (
          <option key={mode} value={mode}>
            {label}
          </option>
        ))}
      </SelectField>
      {checked.keys.length > 1 ? (
        <SelectField
          label="Recognise products by"
          disabled={disabled}
          value={choice.key}
          onChange={(event) => onChoose({ key: event.target.value as ImportKey, includesExisting: false })}
        >
          {checked.keys.map((key) => (
            <option key={key} value={key}>
              {KEYS[key]}
            </option>
          ))}
        </SelectField>
      ) : null}
      {count > 0 && example ? (
        <SelectField
          label="Sizes and colours of a product"
          disabled={disabled}
          value={variants}
          hint={first.map((one) => exampleText(one, variants)).join(' ')}
          onChange={(event) => onVariants(event.target.value as VariantChoice)}
        >
          {Object.entries(VARIANTS).map(([choice, label]) => (
            <option key={choice} value={choice}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : null}
    </div>
  );
}

const MAX_LABELS = 3;

/** What becomes of a product of the file. */
function exampleText(
  { name, labels }: CheckedFile['variantProducts']['first'][number],
  variants: VariantChoice,
): string {
  const more = labels.length > MAX_LABELS ? ' …' : '';
  const named = labels.slice(0, MAX_LABELS);
  return variants === 'one'
    ? `‘${name}’ lists ${named.join(', ')}${more} in its description.`
    : `${named.map((label) => `‘${name} – ${label}’`).join(', ')}${more}.`;
}
