import { type SubmitEvent, useId } from 'react';
import { Button } from '#design/button.tsx';
import { ChangeProgress } from '#design/change-progress.tsx';
import { Dialog } from '#design/dialog.tsx';
import { SelectField, TextField } from '#design/form-fields.tsx';
import { QueryError } from '#design/query-error.tsx';
import { SkeletonRows } from '#design/skeleton-rows.tsx';
import { formatMoney, koboOfNaira, signsOf } from '#shared/money.ts';
import { formatCount, plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { ProductsSelection } from '../../price-change.contract.ts';
import { MOST_PRICES, ROUNDINGS } from '../../price-change.ts';
import { PricePreview } from './price-preview.tsx';
import { usePriceChange } from './use-price-change.ts';

type PriceChange = ReturnType<typeof usePriceChange>;

/** Scrolls to what appears above the rows that the user looks at. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Raises or lowers the prices of the selected products, after a preview of each. */
export function ChangePricesDialog({
  selection,
  onSaved,
  onClose,
}: {
  selection: ProductsSelection;
  onSaved: () => void;
  onClose: () => void;
}) {
  const formId = useId();
  const change = usePriceChange({ selection, onSaved });
  const { listed, planned, running } = change;
  const changes = planned?.filter(({ kind }) => kind === 'changed') ?? [];
  const isBusy = running !== undefined;
  const isShown = listed.data !== undefined && !listed.isFetching;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy && changes.length > 0 && !change.stale) change.save(changes);
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Change prices"
      description={
        listed.data && !listed.data.capped ? `Of ${plural(listed.data.items.length, 'product')}.` : undefined
      }
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={isBusy}
            disabled={changes.length === 0 || change.stale !== undefined || !isShown}
          >
            {changes.length > 0 ? `Change ${plural(changes.length, 'price')}` : 'Change prices'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <form id={formId} noValidate aria-label="Change prices" onSubmit={submit}>
          <RuleFields change={change} disabled={isBusy} />
        </form>
        {isBusy ? (
          <div ref={reveal}>
            <ChangeProgress running={running} count={changes.length} names={['price', 'prices']} />
          </div>
        ) : null}
        <StalePrices change={change} />
        <Preview change={change} />
      </div>
    </Dialog>
  );
}

function RuleFields({
  change: { form, setForm, error },
  disabled,
}: {
  change: PriceChange;
  disabled: boolean;
}) {
  const { currency } = useShop();
  const sign = signsOf(currency)[1];
  return (
    <fieldset
      disabled={disabled}
      className="grid grid-cols-[1fr_1fr_4.5rem] gap-3 sm:grid-cols-[1fr_1fr_5rem_1.4fr]"
    >
      <legend className="sr-only">What is done with the prices</legend>
      <SelectField
        label="What to do"
        value={form.direction}
        onChange={({ target }) => setForm({ direction: target.value === 'lower' ? 'lower' : 'raise' })}
      >
        <option value="raise">Raise</option>
        <option value="lower">Lower</option>
      </SelectField>
      <TextField
        label="By how much"
        value={form.value}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        onChange={({ target }) => setForm({ value: target.value })}
      />
      <SelectField
        label="In"
        value={form.by}
        onChange={({ target }) => setForm({ by: target.value === 'amount' ? 'amount' : 'percent' })}
      >
        <option value="percent">%</option>
        <option value="amount">{sign}</option>
      </SelectField>
      <SelectField
        label="Round to"
        className="col-span-3 sm:col-span-1"
        value={form.roundTo ?? ''}
        onChange={({ target }) =>
          setForm({ roundTo: ROUNDINGS.find((one) => String(one) === target.value) ?? null })
        }
      >
        <option value="">Do not round</option>
        {ROUNDINGS.map((one) => (
          <option key={one} value={one}>
            {`${sign}${one}`}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}

/** The prices that others changed since the preview. */
function StalePrices({ change: { stale, listed, compareAgain } }: { change: PriceChange }) {
  const { currency } = useShop();
  if (!stale) return null;
  const { prices = [], count = 0 } = stale;
  const nameOf = (id: string) => listed.data?.items.find((one) => one.id === id)?.name ?? 'A product';
  return (
    <div ref={reveal} role="alert" className="grid gap-3 border-danger border-l-4 bg-danger-soft p-4">
      <p className="font-semibold">{plural(count, 'price')} changed since this preview. Nothing was saved.</p>
      <ul className="grid gap-1 [overflow-wrap:anywhere]">
        {prices.map(({ id, price, changedBy }) => (
          <li key={id}>
            {price === null
              ? `${nameOf(id)} was deleted.`
              : `${changedBy?.name ?? 'Somebody else'} changed ${nameOf(id)}: it is ${formatMoney(koboOfNaira(price), currency)} now.`}
          </li>
        ))}
      </ul>
      {count > prices.length ? <p>And {formatCount(count - prices.length)} more.</p> : null}
      <Button variant="outline" className="justify-self-start" onClick={compareAgain}>
        Show the prices of now
      </Button>
    </div>
  );
}

function Preview({ change: { listed, planned } }: { change: PriceChange }) {
  const { data, error, isFetching } = listed;
  if (isFetching) return <SkeletonRows label="Loading prices" count={4} className="h-12" />;
  if (error) {
    return (
      <QueryError
        query={listed}
        title="The prices could not be loaded"
        description="Please check your connection and try again."
      />
    );
  }
  if (data?.capped) {
    return (
      <p>
        At most {formatCount(MOST_PRICES)} prices can be changed at once. Please select fewer products, for
        example one category after another.
      </p>
    );
  }
  if (planned) return <PricePreview planned={planned} />;
  return (
    <p className="text-muted-foreground">
      Every price is shown here before and after. Nothing is saved before you press ‘Change prices’.
    </p>
  );
}
