import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { Image } from '#design/image.tsx';
import { useShop } from '#shared/shop-context.tsx';
import type { ThingKind } from '#shared/thing-kinds.ts';
import { cellText, excerpts } from '../../cell-text.ts';
import { columnOf, TABLES } from '../../columns.ts';
import type { ChangedRow } from '../../contract.ts';

type Names = Readonly<Record<string, string>>;
type Cell = ChangedRow['cells'][number];

type Sides = readonly [before: string, after: string];

/** Rows of a change set as a table of cells before and after, each row below its name. */
export function ChangedRows({
  rows,
  names,
  sides = ['Before', 'After'],
}: {
  rows: readonly ChangedRow[];
  names: Names;
  /** The headings of the two values. */
  sides?: Sides;
}) {
  return (
    <table className="block w-full border-collapse sm:table">
      <caption className="sr-only">Changed values</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="border-b text-left text-muted-foreground text-sm">
          <th scope="col" className="w-1/4 py-2 pr-3 font-semibold">
            What
          </th>
          <th scope="col" className="w-3/8 px-3 py-2 font-semibold">
            {sides[0]}
          </th>
          <th scope="col" className="w-3/8 py-2 pl-3 font-semibold">
            {sides[1]}
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
            <CellRow key={cell.column} cell={cell} table={row.table} names={names} sides={sides} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

const OPERATIONS = { insert: 'added', update: 'changed', delete: 'deleted' };

/** Rows without a name that are not deleted: a name is personal. */
const NAMELESS: Partial<Record<ThingKind, string>> = { user: 'former user', message: 'message' };

/** 'Agbada, image added'. */
function titleOf({ kind, thing, table, operation }: ChangedRow): string {
  const name = thing ?? `A ${NAMELESS[kind] ?? `deleted ${kind}`}`;
  return `${kind === 'order' ? `Order ${name}` : name}, ${[TABLES[table]?.part, OPERATIONS[operation]].filter(Boolean).join(' ')}`;
}

function CellRow({ cell, table, names, sides }: { cell: Cell; table: string; names: Names; sides: Sides }) {
  const { currency, timeZone } = useShop();
  const [isWhole, setWhole] = useState(false);
  const known = columnOf(table, cell.column);
  if (!known) return null;
  const { label, format } = known;
  const texts = [cell.before, cell.after].map((value) =>
    cellText(value, format, { currency, timeZone, names }),
  );
  const shown = isWhole ? texts : excerpts(texts);
  return (
    <tr className="grid grid-cols-2 gap-x-4 sm:table-row">
      <th
        scope="row"
        className="col-span-2 pt-1 text-left font-normal text-muted-foreground text-sm sm:py-1 sm:pr-3 sm:align-top sm:text-base"
      >
        {label}
      </th>
      {[cell.before, cell.after].map((value, side) => (
        <td key={sides[side]} className="min-w-0 py-1 align-top sm:px-3 sm:last:pr-0">
          <span aria-hidden="true" className="block text-muted-foreground text-xs sm:hidden">
            {sides[side]}
          </span>
          {format === 'image' && value ? (
            <Image
              image={{ url: value, width: 160, height: 160 }}
              alt={`${label}, ${sides[side]?.toLowerCase()}`}
              sizes="4rem"
              className="size-16 object-cover"
            />
          ) : (
            <span className="whitespace-pre-line [overflow-wrap:anywhere]">{shown[side]}</span>
          )}
          {side === 1 && shown.some((text, n) => text !== texts[n]) ? (
            <Button
              variant="link"
              className="block py-2 text-sm"
              aria-label={`Show all of the ${label.toLowerCase()}`}
              onClick={() => setWhole(true)}
            >
              Show all
            </Button>
          ) : null}
        </td>
      ))}
    </tr>
  );
}
