import { Search, X } from 'lucide-react';
import { type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { Button } from '#design/button.tsx';
import { Input } from '#design/input.tsx';
import { Select } from '#design/select.tsx';
import { type ListingSearch, listingSearchOf, SORT_LABELS, SORTS } from '../listing.ts';

const TYPING_MS = 300;

/**
 * Search box and sort control of a list. A plain form, so that both work without scripts; with scripts the
 * list updates while typing. `onChange` gets the new search parameters, always with page 1.
 */
export function ListingControls({
  search,
  onChange,
}: {
  search: ListingSearch;
  onChange: (search: ListingSearch) => void;
}) {
  const sortId = useId();
  const select = useRef<HTMLSelectElement>(null);
  const sort = search.sort ?? 'featured';
  const { page: _, ...here } = search;
  const change = (over: { search?: string; sort?: string }) =>
    onChange(listingSearchOf({ ...here, ...over }));
  // On a slow connection the user may change it before hydration.
  const followEarly = useEffectEvent(() => {
    const early = select.current?.value ?? sort;
    if (early !== sort) change({ sort: early });
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
    change({ search: String(form.get('search') ?? ''), sort: String(form.get('sort') ?? '') });
  }

  return (
    <search>
      <form
        action="/products"
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,1fr)_8.25rem] items-start gap-2 sm:grid-cols-[minmax(0,1fr)_15rem] sm:gap-3"
      >
        {search.category ? <input type="hidden" name="category" value={search.category} /> : null}
        {search.promotion ? <input type="hidden" name="promotion" value={search.promotion} /> : null}
        <SearchBox value={search.search ?? ''} onSearch={(text) => change({ search: text })} />
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
              onChange={(event) => change({ sort: event.currentTarget.value })}
            >
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
    </search>
  );
}

/** Holds the typed text and reports it debounced. Follows `value` if that changes elsewhere (Back). */
function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The URL's value as set by this box: its own echo must not overwrite newer input. */
  const reported = useRef(value);
  /** The sort order may change during the debounce: use the latest one. */
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });

  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  // As with the sort order, the user may type before hydration.
  const followEarly = useEffectEvent(() => {
    const early = box.current?.value ?? '';
    if (early !== reported.current) type(early);
  });
  useEffect(() => followEarly(), []);

  function search(next: string) {
    clearTimeout(waiting.current);
    const meant = listingSearchOf({ search: next }).search ?? '';
    if (meant === reported.current) return;
    reported.current = meant;
    latest.current(next);
  }

  function type(next: string) {
    setText(next);
    clearTimeout(waiting.current);
    waiting.current = setTimeout(search, TYPING_MS, next);
  }

  return (
    <div className="relative">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        ref={box}
        // Not type=search: its own cross is 12 pixels wide and differs in every browser.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        name="search"
        aria-label="Search products"
        placeholder="Search the shop"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text !== '') type('');
        }}
        className={text === '' ? 'pl-10' : 'pr-11 pl-10'}
      />
      {text === '' ? null : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText('');
            search('');
            box.current?.focus();
          }}
          className="absolute top-0 right-0 flex size-11 items-center justify-center text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      )}
    </div>
  );
}
