import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Image } from '#design/image.tsx';
import { useShop } from '#shared/shop-context.tsx';
import { cellText, EMPTY } from '../../cell-text.ts';
import { columnOf, TABLES } from '../../columns.ts';
import type { ChangedRow } from '../../contract.ts';

type Names = Readonly<Record<string, string>>;
type Cell = ChangedRow['cells'][number];

/** Rows of a change set as a table of cells before and after, each row below its name. */
export function ChangedRows({ rows, names }: { rows: readonly ChangedRow[]; names: Names }) {
  return (
    <table className="block w-full border-collapse sm:table">
      <caption className="sr-only">Changed values</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="border-b text-left text-muted-foreground text-sm">
          <th scope="col" className="w-1/4 py-2 pr-3 font-semibold">
            What
          </th>
          <th scope="col" className="w-3/8 px-3 py-2 font-semibold">
            Before
          </th>
          <th scope="col" className="w-3/8 py-2 pl-3 font-semibold">
            After
          </th>
        </tr>
      </thead>
      {rows.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a set may change a row twice, and rows never move.
        <tbody key={place} className="block border-b py-2 sm:table-row-group">
          <tr className="block sm:table-row">
            <th
              colSpan={3}
              scope="rowgroup"
              className="block py-1 text-left font-semibold [overflow-wrap:anywhere] sm:table-cell sm:pt-3"
            >
              {titleOf(row)}
            </th>
          </tr>
          {row.cells.map((cell) => (
            <CellRow key={cell.column} cell={cell} table={row.table} names={names} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

const OPERATIONS = { insert: 'added', update: 'changed', delete: 'deleted' };

/** 'Agbada, image added'. */
function titleOf({ kind, thing, table, operation }: ChangedRow): string {
  const name = thing ?? `A ${kind === 'user' ? 'former user' : `deleted ${kind}`}`;
  return `${kind === 'order' ? `Order ${name}` : name}, ${[TABLES[table]?.part, OPERATIONS[operation]].filter(Boolean).join(' ')}`;
}

function CellRow({ cell, table, names }: { cell: Cell; table: string; names: Names }) {
  const side = (name: 'Before' | 'After', value: string | null) => (
    <td className="min-w-0 py-1 align-top sm:px-3 sm:first-of-type:pl-3 sm:last:pr-0">
      <span aria-hidden="true" className="block text-muted-foreground text-xs sm:hidden">
        {name}
      </span>
      <CellValue value={value} column={cell.column} table={table} names={names} side={name} />
    </td>
  );
  return (
    <tr className="grid grid-cols-2 gap-x-4 sm:table-row">
      <th
        scope="row"
        className="col-span-2 pt-1 text-left font-normal text-muted-foreground text-sm sm:py-1 sm:pr-3 sm:align-top sm:text-base"
      >
        {columnOf(table, cell.column)?.label}
      </th>
      {side('Before', cell.before)}
      {side('After', cell.after)}
    </tr>
  );
}

/** Longer texts are shown whole on request. */
const LONG = 200;

function CellValue({
  value,
  column,
  table,
  names,
  side,
}: {
  value: string | null;
  column: string;
  table: string;
  names: Names;
  side: string;
}) {
  const { currency } = useShop();
  const [isWhole, setWhole] = useState(false);
  const known = columnOf(table, column);
  if (!known) return EMPTY;
  if (known.format === 'image' && value) {
    return (
      <Image
        image={{ url: value, width: 160, height: 160 }}
        alt={`${known.label} ${side.toLowerCase()}`}
        sizes="4rem"
        className="size-16 object-cover"
      />
    );
  }
  const text = cellText(value, known.format, { currency, names });
  const isCut = text.length > LONG && !isWhole;
  return (
    <span className="whitespace-pre-line [overflow-wrap:anywhere]">
      {isCut ? `${text.slice(0, LONG - 20).trimEnd()}… ` : text}
      {isCut ? (
        <Button variant="link" className="text-sm" onClick={() => setWhole(true)}>
          Show all
        </Button>
      ) : null}
    </span>
  );
}
