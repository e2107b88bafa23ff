import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { cn } from '#design/cn.ts';
import type { BelowSearchBox } from '#design/search-box.tsx';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';
import { isPreviewing } from '#shared/preview.ts';
import { forgetSearches, pastSearches, rememberSearch } from '../past-searches.ts';
import { type CatalogApi, suggestQuery } from './product.queries.ts';
import { groupsOf, PAST } from './suggestion-groups.tsx';

/** What the input of the combobox says about its list. */
export type ComboboxState = Pick<
  ComponentProps<'input'>,
  'aria-expanded' | 'aria-controls' | 'aria-activedescendant'
>;
/** Handles a key of the input; true if it did. */
export type OnKey = (event: KeyboardEvent) => boolean;

const DEBOUNCE_MS = 100;
/** A search that stays so long is remembered, ms. */
const REMEMBER_MS = 1_500;

/**
 * The list of suggestions of a search box, by the combobox pattern: the focus stays in the box, `onKey` moves through the
 * links and `onState` gets what the box says about the list. `search` and `hits` are those of the list of products.
 */
export function SearchSuggestions({
  text,
  isTyped,
  settle,
  search,
  hits,
  onState,
  onKey,
}: BelowSearchBox & {
  search: string | undefined;
  hits: number | undefined;
  onState: (state: ComboboxState) => void;
  onKey: RefObject<OnKey | null>;
}) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const isFocused = useFocusWithin(panel);
  /** The text whose suggestions were closed. */
  const [closedFor, setClosedFor] = useState<string>();
  /** The highlighted suggestion, and the text for which it is. */
  const [active, setActive] = useState({ text: '', key: '' });
  const [past, setPast] = useState(pastSearches);
  const wanted = useDebounced(text.trim());
  const isOpen = isFocused && (isTyped || text === '') && closedFor !== text;
  const { data } = useQuery({
    ...suggestQuery(useApi<CatalogApi>(), wanted),
    enabled: isOpen && wanted !== '',
    // The suggestions of the text before stay until the new ones arrive.
    placeholderData: (before) => before,
  });
  useRemembered(search, hits, () => setPast(pastSearches()));

  const groups = groupsOf(text.trim(), { past, suggested: text.trim() === '' ? undefined : data });
  const options = groups.flatMap((group) => group.options);
  const isShown = isOpen && options.length > 0;
  // By its key: those of the text before are replaced below it.
  const current = isShown && active.text === text ? options.findIndex(({ key }) => key === active.key) : -1;
  useEffect(
    () =>
      onState(
        isShown
          ? {
              'aria-expanded': true,
              'aria-controls': id,
              ...(current >= 0 && { 'aria-activedescendant': `${id}-${current}` }),
            }
          : { 'aria-expanded': false },
      ),
    [onState, id, isShown, current],
  );
  useEffect(() => {
    if (current >= 0) document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  useImperativeHandle(onKey, () => (event: KeyboardEvent) => {
    const { key } = event;
    if (event.nativeEvent.isComposing) return false;
    if (key === 'ArrowDown' && !isShown) setClosedFor(undefined);
    // Also those that are still on their way.
    if (key === 'Enter' && current < 0) setClosedFor(text);
    if (!isShown) return false;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      // One place more than options: the text itself.
      const places = options.length + 1;
      const next = ((current + 1 + (key === 'ArrowDown' ? 1 : places - 1)) % places) - 1;
      setActive({ text, key: options[next]?.key ?? '' });
      return true;
    }
    if (key === 'Enter' && current >= 0) {
      document.getElementById(`${id}-${current}`)?.click();
      return true;
    }
    if (key !== 'Escape') return false;
    setClosedFor(text);
    setActive({ text, key: '' });
    return true;
  });

  return (
    <>
      <p role="status" className="sr-only">
        {isShown ? `${plural(options.length, 'suggestion')}, use the arrow keys` : ''}
      </p>
      <div
        ref={panel}
        hidden={!isShown}
        // On a phone as wide as the page: the box shares its line with the sort order.
        className="absolute top-full left-0 z-20 mt-1 max-h-[60svh] w-[calc(100vw-2*clamp(1rem,4vw,3rem))] overflow-y-auto border bg-card text-foreground shadow-pop sm:right-0 sm:max-h-96 sm:w-auto"
      >
        <div id={id} role="listbox" aria-label="Suggestions">
          {groups.map(({ title, options: these }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
            <div key={title} role="group" aria-label={title} className="border-b py-1 last:border-0">
              <p aria-hidden="true" className="px-3 pt-1.5 pb-0.5 text-muted-foreground text-xs">
                {title}
              </p>
              {these.map((option) => {
                const at = options.indexOf(option);
                return (
                  <Link
                    key={option.key}
                    {...option.link}
                    id={`${id}-${at}`}
                    role="option"
                    aria-selected={at === current}
                    tabIndex={-1}
                    preload={false}
                    // The focus stays in the box.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={({ metaKey, ctrlKey, shiftKey, altKey }) => {
                      // It opens in another tab or window; this page stays.
                      if (metaKey || ctrlKey || shiftKey || altKey) return;
                      settle(option.text);
                      setClosedFor(option.text);
                    }}
                    className={cn(
                      'flex min-h-11 items-center gap-3 px-3 py-1 hover:bg-muted [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:stroke-[1.5] [&>svg]:text-muted-foreground',
                      at === current && 'bg-muted outline-2 outline-ring -outline-offset-2',
                    )}
                  >
                    {option.content}
                  </Link>
                );
              })}
            </div>
          ))}
        </div>
        {groups.some(({ title }) => title === PAST) ? (
          <button
            type="button"
            onClick={() => {
              forgetSearches();
              setPast([]);
              panel.current?.closest('search')?.querySelector('input')?.focus();
            }}
            className="min-h-11 w-full border-t px-3 text-left text-muted-foreground text-sm underline-offset-4 hover:underline"
          >
            Clear past searches
          </button>
        ) : null}
      </div>
    </>
  );
}

/** Whether the focus is in the search box or below it. */
function useFocusWithin(panel: RefObject<HTMLElement | null>): boolean {
  const [isFocused, setFocused] = useState(true);
  useEffect(() => {
    const box = panel.current?.closest('search');
    if (!box) return;
    const stop = new AbortController();
    const { signal } = stop;
    setFocused(box.contains(document.activeElement));
    box.addEventListener('focusin', () => setFocused(true), { signal });
    box.addEventListener('focusout', ({ relatedTarget }) => setFocused(box.contains(relatedTarget as Node)), {
      signal,
    });
    return () => stop.abort();
  }, [panel]);
  return isFocused;
}

function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

/** Remembers a search that found something and stays. One of a preview is not the shopper's. */
function useRemembered(search: string | undefined, hits: number | undefined, onRemembered: () => void): void {
  const latest = useRef(onRemembered);
  latest.current = onRemembered;
  useEffect(() => {
    if (!search || !hits || isPreviewing()) return;
    const timer = setTimeout(() => {
      rememberSearch(search);
      latest.current();
    }, REMEMBER_MS);
    return () => clearTimeout(timer);
  }, [search, hits]);
}
