import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { Button } from '#design/button.tsx';
import { Image } from '#design/image.tsx';
import { PromotedPrice } from '#domains/promotions/ui/promoted-price.tsx';
import { type CartRow, canOrder } from '../priced-cart.ts';
import { cartStore } from './cart-store.ts';
import { NoteField } from './note-field.tsx';
import { removeRows } from './remove-rows.ts';

/** The button is removed with its line: the focus goes to that of the line after it, else before it. */
function moveFocusFrom(button: HTMLElement) {
  const line = button.closest('li');
  const next = line?.nextElementSibling ?? line?.previousElementSibling;
  next?.querySelector('button')?.focus({ preventScroll: true });
}

/** The cart's lines, each with its note. */
export function CartRows({ rows }: { rows: readonly CartRow[] }) {
  return (
    <ul className="border-t">
      {rows.map((row) => (
        <li key={row.id} className="border-b py-5">
          <CartLine row={row} />
        </li>
      ))}
    </ul>
  );
}

function CartLine({ row }: { row: CartRow }) {
  return (
    <article className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-3 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-x-6">
      <div className="sm:row-span-2">
        <RowImage row={row} sizes="8rem" />
      </div>
      <div>
        <div className="flex items-start justify-between gap-2">
          <div className="grid min-w-0 gap-1.5">
            <h2 className="leading-snug">
              <RowName row={row} />
            </h2>
            <RowPrice row={row} />
          </div>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${row.name}`}
            onClick={({ currentTarget }) => {
              moveFocusFrom(currentTarget);
              removeRows([row]);
            }}
            className="-mt-2 -mr-2 text-muted-foreground"
          >
            <Trash2 aria-hidden="true" />
          </Button>
        </div>
      </div>
      {canOrder(row) ? (
        <div className="col-span-2 sm:col-span-1 sm:col-start-2">
          <NoteField
            name={row.name}
            saved={row.entry.notes}
            onSave={(note) => cartStore.updateNote(row.id, note)}
          />
        </div>
      ) : null}
    </article>
  );
}

/** The image of a row, faded if it cannot be ordered. */
export function RowImage({ row, sizes }: { row: CartRow; sizes: string }) {
  return (
    <div>
      <Image
        image={row.image}
        alt=""
        sizes={sizes}
        className={canOrder(row) ? 'aspect-4/5 object-cover' : 'aspect-4/5 object-cover opacity-50 grayscale'}
      />
    </div>
  );
}

function RowName({ row }: { row: CartRow }) {
  if (row.isDeleted) return <span className="text-muted-foreground">{row.name}</span>;
  return (
    <Link
      to="/products/$id"
      params={{ id: row.id }}
      search={row.code === null ? {} : { promotion: row.code }}
      className="line-clamp-3 underline-offset-4 hover:underline"
    >
      {row.name}
    </Link>
  );
}

/** Today's price of a row, with notes about changes. */
export function RowPrice({ row }: { row: CartRow }) {
  if (row.isDeleted) {
    return <p className="font-medium text-danger text-sm">No longer available. Please remove it.</p>;
  }
  if (row.isSoldOut) return <p className="font-medium text-danger text-sm">Sold out. Please remove it.</p>;
  return (
    <>
      <PromotedPrice price={row} today={row.today} />
      {row.lapsed ? (
        <p className="text-sm text-warning">
          The promotion {row.entry.promotion?.code} no longer applies. This is the usual price.
        </p>
      ) : null}
    </>
  );
}
