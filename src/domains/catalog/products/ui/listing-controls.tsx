import { type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { SearchBox } from '#design/search-box.tsx';
import { Select } from '#design/select.tsx';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { BEST_MATCH, type ListingSearch, SORT_LABELS, SORTS } from '../listing.ts';
import type { ComboboxState, OnKey } from './search-suggestions.tsx';

const CLOSED: ComboboxState = { 'aria-expanded': false };

/**
 * Search box and sort control of a list. A plain form, so that both work without scripts; with scripts the
 * list updates while typing, and suggestions are loaded with the first focus. `onChange` gets the parameters that change; the
 * list returns to page 1. `hits`: how many products the search found, once that is known.
 */
export function ListingControls({
  search,
  hits,
  onChange,
}: {
  search: ListingSearch;
  hits: number | undefined;
  onChange: (change: { search?: string; sort?: string | undefined }) => void;
}) {
  const sortId = useId();
  const select = useRef<HTMLSelectElement>(null);
  const sort = search.sort ?? (search.search ? '' : 'featured');
  const { part: Suggestions, want } = useLazyComponent(async () => {
    const { SearchSuggestions } = await import('./search-suggestions.tsx');
    return SearchSuggestions;
  });
  const [combobox, setCombobox] = useState(CLOSED);
  const onSuggestionKey = useRef<OnKey>(null);
  // On a slow connection the user may change it before hydration.
  const followEarly = useEffectEvent(() => {
    const early = select.current?.value ?? sort;
    if (early !== sort) onChange({ sort: early });
  });
  useEffect(() => followEarly(), []);
  // The Back button changes it too. No `key`: a remounted select loses the focus.
  const before = useRef(sort);
  useEffect(() => {
    if (select.current && before.current !== sort) select.current.value = sort;
    before.current = sort;
  }, [sort]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const chosen = String(form.get('sort') ?? '');
    onChange({ search: String(form.get('search') ?? ''), sort: chosen === sort ? search.sort : chosen });
  }

  return (
    <form
      action="/products"
      onSubmit={submit}
      className="grid grid-cols-[minmax(0,1fr)_9.25rem] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-3"
    >
      {search.category ? <input type="hidden" name="category" value={search.category} /> : null}
      {search.promotion ? <input type="hidden" name="promotion" value={search.promotion} /> : null}
      {search.search ? null : <input type="hidden" name="unsorted" value="featured" />}
      <SearchBox
        // Not type=search, which browsers give a cross of their own.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="search"
        label="Search products"
        placeholder="Search the shop"
        maxLength={100}
        value={search.search ?? ''}
        role="combobox"
        aria-autocomplete="list"
        {...combobox}
        onFocus={want}
        onInput={want}
        onKey={(event) => onSuggestionKey.current?.(event) ?? false}
        renderBelow={(box) =>
          Suggestions ? (
            <Suggestions
              {...box}
              search={search.search}
              hits={hits}
              onState={setCombobox}
              onKey={onSuggestionKey}
            />
          ) : null
        }
        onSearch={(text) => onChange({ search: text })}
      />
      <div className="grid gap-2">
        <label htmlFor={sortId} className="sr-only">
          Sort by
        </label>
        <div>
          <Select
            id={sortId}
            name="sort"
            ref={select}
            defaultValue={sort}
            // Prevents browsers from restoring the value of another visit.
            autoComplete="off"
            onChange={(event) => onChange({ sort: event.currentTarget.value })}
          >
            {search.search ? <option value="">{BEST_MATCH}</option> : null}
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {SORT_LABELS[sort]}
              </option>
            ))}
          </Select>
        </div>
        <noscript>
          <Button type="submit" variant="outline" className="w-full">
            Show
          </Button>
        </noscript>
      </div>
    </form>
  );
}
