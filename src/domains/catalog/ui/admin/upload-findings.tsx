import { useState } from 'react';
import { Badge } from '#design/badge.tsx';
import { Button } from '#design/button.tsx';
import type { CheckedFile } from './csv-protocol.ts';
import type { FileStep } from './use-csv-file.ts';

// What is to be known of a file before its products are created.

/** '1 product', '10,000 products'. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

/** What was guessed or left out, so that nobody is surprised. */
export function Notes({ step }: { step: Extract<FileStep, { at: 'checked' }> }) {
  const { checked, file, wasRemembered } = step;
  const notes = [
    wasRemembered && 'Its columns were chosen as the last time.',
    checked.variants > 0 &&
      `${plural(checked.variants, 'row')} with another size or picture of the product above ${checked.variants === 1 ? 'is' : 'are'} left out.`,
    checked.unused.length > 0 && unusedNote(checked.unused),
    file.encoding === 'Windows-1252' &&
      'The file is not in UTF-8; it was read as Windows-1252. Please look at the accents.',
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

const NAMED_COLUMNS = 4;
const unusedNote = (names: readonly string[]): string =>
  names.length > NAMED_COLUMNS
    ? `${names.length} other columns are not used.`
    : `Not used: ${names.join(', ')}.`;

/** A file that was uploaded before looks like this. */
export function Known({ known, first, of }: { known: number; first: readonly string[]; of: number }) {
  if (known === 0) return null;
  return (
    <p className="border-warning border-l-4 bg-warning-soft p-4 [overflow-wrap:anywhere]">
      <b>
        {known === of
          ? 'All of these names are in the shop already.'
          : `${plural(known, 'of these names is', 'of these names are')} in the shop already.`}
      </b>{' '}
      They would stand there twice: {first.join(', ')}
      {known > first.length ? ' and more' : ''}.
    </p>
  );
}

const SHOWN_CATEGORIES = 12;

/** The categories that the file names, those that would be created first. */
export function Categories({
  categories,
  newOnes,
}: {
  categories: CheckedFile['categories'];
  newOnes: readonly string[];
}) {
  const [showsAll, setShowsAll] = useState(false);
  const isNew = new Set(newOnes.map((name) => name.toLowerCase()));
  // The new ones first: they are what has to be looked at.
  const sorted = categories.toSorted(
    (a, b) => Number(isNew.has(b.name.toLowerCase())) - Number(isNew.has(a.name.toLowerCase())),
  );
  const shown = showsAll ? sorted : sorted.slice(0, SHOWN_CATEGORIES);
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">
        {newOnes.length === 0
          ? 'All categories are in the shop already'
          : `${plural(newOnes.length, 'category', 'categories')} will be created`}
      </h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {shown.map(({ name, products }) => (
          <li key={name} className="inline-flex items-center gap-1.5 [overflow-wrap:anywhere]">
            {name}
            <span className="text-muted-foreground text-sm">({products.toLocaleString('en')})</span>
            {isNew.has(name.toLowerCase()) ? <Badge variant="warning">New</Badge> : null}
          </li>
        ))}
      </ul>
      {sorted.length > shown.length ? (
        <Button variant="link" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {sorted.length} categories
        </Button>
      ) : null}
    </div>
  );
}
