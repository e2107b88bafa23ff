import { useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import { Checkbox } from '#design/checkbox.tsx';
import { formatMoney } from '#shared/money.ts';
import { formatCount, plural } from '#shared/plural.ts';
import type { Mapping } from '../../csv-mapping.ts';
import { CSV_COLUMNS, type ImportKey } from '../../product-csv.ts';
import { COLUMN_LABELS } from './column-labels.ts';
import type { CheckedFile, PlanSummary } from './csv-worker.ts';
import type { FileStep } from './use-csv-file.ts';

// Information about a file before its products are created.

/** Lists what was guessed, converted or left out. */
export function Notes({
  step,
  badRows,
  currency,
}: {
  step: Extract<FileStep, { at: 'checked' }>;
  /** The number of rows with errors. */
  badRows: number;
  /** The shop's. */
  currency: string;
}) {
  const { checked, file, mapping, wasRemembered } = step;
  const { variants, unpublished, unpublishedVariants, priceRanges, imageNames } = checked;
  const notes = [
    wasRemembered && 'The columns are matched as last time.',
    checked.shop !== undefined && `This is an export of ${checked.shop}.`,
    !file.templateMapping && sourceNote(file.header, mapping),
    !file.templateMapping && checked.otherCodes.length > 0 && codesNote(step),
    step.withoutBadRows && `${plural(badRows, 'row')} with errors ${isOrAre(badRows)} left out.`,
    ...UNPUBLISHED.map(
      ([reason, one, many]) =>
        unpublished[reason] > 0 &&
        `${plural(unpublished[reason], one, many)} of the other shop ${isOrAre(unpublished[reason])} left out.`,
    ),
    unpublishedVariants > 0 &&
      `${plural(unpublishedVariants, 'unpublished size or colour', 'unpublished sizes or colours')} of the other shop ${isOrAre(unpublishedVariants)} left out.`,
    variants > 0 &&
      `${plural(variants, 'row')} with another size or image ${isOrAre(variants)} part of a product: each product is created once.`,
    priceRanges.count > 0 && rangesNote(priceRanges, currency),
    imageNames.count > 0 &&
      `Images of ${plural(imageNames.count, 'product')} have no web address, such as ‘${imageNames.first}’, and are left out. After the import, choose their files under ‘Add photographs’, named after the code or name of their product.`,
    checked.currency !== undefined &&
      checked.currency !== currency &&
      `The prices are in ${checked.currency}. They are imported as ${currency}, without conversion.`,
    checked.unused.length > 0 && unusedNote(checked.unused),
    file.sheetName !== undefined && `Only the first sheet, ‘${file.sheetName}’, was read.`,
    file.hasFormulas && 'Cells with formulas were read with their last results.',
    file.encoding === 'Windows-1252' &&
      'The file is not in UTF-8; it was read as Windows-1252. Please check accented letters.',
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <ul className="grid gap-1 text-sm [overflow-wrap:anywhere]">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');

const UNPUBLISHED = [
  ['draft', 'draft', 'drafts'],
  ['archived', 'archived product', 'archived products'],
  ['hidden', 'hidden product', 'hidden products'],
] as const;

/** 'Name from ‘Title’, price from ‘Cost’.' */
function sourceNote(header: readonly string[], { columns, fill }: Mapping): string {
  const used = CSV_COLUMNS.flatMap((column) => {
    const at = columns[column];
    const label = column === 'id' ? 'product id' : COLUMN_LABELS[column].toLowerCase();
    return at == null ? [] : [`${label} from ‘${header[at] || `Column ${at + 1}`}’`];
  }).join(', ');
  const filled = fill.category ? ` Products without a category go into ‘${fill.category}’.` : '';
  return `${used.charAt(0).toUpperCase()}${used.slice(1)}.${filled}`;
}

/** What photographs and the next file are to name the products by. */
function codesNote({ checked, file, mapping, variants }: Extract<FileStep, { at: 'checked' }>): string {
  const name = file.header[mapping.columns.sku!]!;
  const whose = variants === 'each' ? 'a product without sizes or colours' : 'a product';
  return `The code of ${whose} is from ‘${name}’, not from ‘${checked.otherCodes.join('’ or ‘')}’. Name photographs after ‘${name}’, or choose another column for the code under ‘Change columns’.`;
}

function rangesNote({ count, first }: CheckedFile['priceRanges'], currency: string): string {
  const ranges = first.map(
    ({ name, lowest, highest }) =>
      `${name} (${formatMoney(lowest, currency)} to ${formatMoney(highest, currency)})`,
  );
  const more = count > first.length ? ' and more' : '';
  return `${plural(count, 'product has', 'products have')} sizes at different prices and ${count === 1 ? 'takes' : 'take'} the lowest: ${ranges.join(', ')}${more}.`;
}

const NAMED_COLUMNS = 4;
const unusedNote = (names: readonly string[]): string =>
  names.length > NAMED_COLUMNS
    ? `${names.length} other columns are not used.`
    : `Not used: ${names.join(', ')}.`;

/** 'Sego, Fila and more. ' */
const namesOf = (count: number, first: readonly string[]): string =>
  first.length > 0 ? `${first.join(', ')}${count > first.length ? ' and more' : ''}. ` : '';

/** Warns about existing product names, as in a file uploaded before. They are omitted unless the user includes them. */
export function ExistingProducts({
  count,
  first,
  of,
  isIncluded,
  disabled,
  onInclude,
  onChange,
}: {
  count: number;
  first: readonly string[];
  of: number;
  isIncluded: boolean;
  disabled: boolean;
  /** Undefined where they cannot become other products. */
  onInclude: ((isIncluded: boolean) => void) | undefined;
  /** Changes them instead. */
  onChange: (() => void) | undefined;
}) {
  if (count === 0) return null;
  return (
    <div className="grid gap-2 border-warning border-l-4 bg-warning-soft p-4 [overflow-wrap:anywhere]">
      <p>
        <b>
          {count === of
            ? 'All of these products already exist.'
            : `${plural(count, 'of these products already exists', 'of these products already exist')}.`}
        </b>{' '}
        {namesOf(count, first)}
        {isIncluded ? 'They will be created again.' : `${count === 1 ? 'It is' : 'They are'} left out.`}
      </p>
      {onInclude ? (
        <Checkbox
          label={count === 1 ? 'Import it anyway' : `Import these ${formatCount(count)} anyway`}
          checked={isIncluded}
          disabled={disabled}
          onChange={(event) => onInclude(event.target.checked)}
        />
      ) : null}
      {isIncluded || !onChange ? null : (
        <Button variant="outline" disabled={disabled} className="justify-self-start" onClick={onChange}>
          {count === 1 ? 'Change it instead' : 'Change them instead'}
        </Button>
      )}
    </div>
  );
}

/** Warns about new products with the name of another one. */
export function SharedNames({ count, first, importKey }: PlanSummary['sharing'] & { importKey: ImportKey }) {
  if (count === 0) return null;
  return (
    <p className="border-warning border-l-4 bg-warning-soft p-4 [overflow-wrap:anywhere]">
      <b>
        {plural(
          count,
          'new product has the name of another product',
          'new products have the names of other products',
        )}
        .
      </b>{' '}
      {namesOf(count, first)}
      {`Products are recognised by their ${importKey === 'id' ? 'id' : 'code'}: ${count === 1 ? 'this one is' : 'these are'} created beside them.`}
    </p>
  );
}

const SHOWN_CATEGORIES = 12;

/** The categories of the file, new ones first. */
export function Categories({
  categories,
  newOnes,
}: {
  categories: PlanSummary['categories'];
  newOnes: readonly string[];
}) {
  const [showsAll, setShowsAll] = useState(false);
  const isNew = new Set(newOnes.map((name) => name.toLowerCase()));
  const sorted = categories.toSorted(
    (a, b) => Number(isNew.has(b.name.toLowerCase())) - Number(isNew.has(a.name.toLowerCase())),
  );
  // New ancestors of other categories have no products.
  const named = new Set(categories.map(({ name }) => name.toLowerCase()));
  const parents = newOnes
    .filter((name) => !named.has(name.toLowerCase()))
    .map((name) => ({ name, products: 0 }));
  const all = [...parents, ...sorted];
  const shown = showsAll ? all : all.slice(0, SHOWN_CATEGORIES);
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">
        {newOnes.length === 0
          ? 'All categories already exist'
          : `${plural(newOnes.length, 'category', 'categories')} will be created`}
      </h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {shown.map(({ name, products }) => (
          <li key={name} className="inline-flex items-center gap-1.5 [overflow-wrap:anywhere]">
            {name}
            {products > 0 ? (
              <span className="shrink-0 text-muted-foreground text-sm">({formatCount(products)})</span>
            ) : null}
            {isNew.has(name.toLowerCase()) ? <Badge variant="warning">New</Badge> : null}
          </li>
        ))}
      </ul>
      {all.length > shown.length ? (
        <Button variant="link" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {all.length} categories
        </Button>
      ) : null}
    </div>
  );
}
