import { Search, X } from 'lucide-react';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { cn } from './cn.ts';
import { Input } from './input.tsx';

/** Debounce of the search, ms. */
const DEBOUNCE_MS = 300;

/** What is shown below a search box: by its text, and a function that sets the text without a search. */
export interface BelowSearchBox {
  text: string;
  /** The text was typed, not set by the URL or by `settle`. */
  isTyped: boolean;
  settle: (text: string) => void;
}

/**
 * A search box that updates a list while typing: debounced, immediately on Enter. `value` is the URL's value, and is
 * followed if it changes elsewhere. A key that `onKey` returns true for is left to it.
 */
export function SearchBox({
  value,
  onSearch,
  label,
  placeholder = label,
  className,
  onKey,
  renderBelow,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'onKeyDown' | 'ref'> & {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  onKey?: (event: KeyboardEvent) => boolean;
  renderBelow?: (box: BelowSearchBox) => ReactNode;
}) {
  const [text, setText] = useState(value);
  const [typed, setTyped] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  // What else the search depends on may change during the debounce.
  const latest = useRef(onSearch);
  useEffect(() => {
    latest.current = onSearch;
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const submitted = useRef(value);
  // The URL changed without the box: Back, a link, 'clear filters'.
  useEffect(() => {
    if (value === submitted.current) return;
    submitted.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // On a slow connection the user may type before hydration.
  const followEarly = useEffectEvent(() => {
    const early = box.current?.value ?? '';
    if (early !== submitted.current) change(early);
  });
  useEffect(() => followEarly(), []);
  const submit = (next: string) => {
    clearTimeout(timer.current);
    const search = next.trim();
    // `settle` may have announced a URL that did not come.
    if (search === submitted.current && search === value) return;
    submitted.current = search;
    latest.current(search);
  };
  const settle = (next: string) => {
    clearTimeout(timer.current);
    submitted.current = next;
    setText(next);
    setTyped(undefined);
  };
  const change = (next: string) => {
    setText(next);
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => submit(next), DEBOUNCE_MS);
  };
  return (
    <search className={cn('relative block', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        ref={box}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => change(event.target.value)}
        {...rest}
        onKeyDown={(event) => {
          if (onKey?.(event)) return event.preventDefault();
          if (event.key === 'Escape' && text !== '') change('');
          if (event.key !== 'Enter') return;
          event.preventDefault();
          submit(text);
        }}
        className={cn(text ? 'px-10' : 'pl-10', '[&::-webkit-search-cancel-button]:appearance-none')}
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText('');
            submit('');
            box.current?.focus();
          }}
          className="absolute top-0 right-0 inline-flex size-11 items-center justify-center text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      ) : null}
      {renderBelow?.({ text, isTyped: typed === text, settle })}
    </search>
  );
}
