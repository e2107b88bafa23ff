import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { Input } from './input.tsx';

/** Debounce of the search, ms. */
const DEBOUNCE_MS = 300;

/**
 * A search box that updates a list while typing: debounced, immediately on Enter. `value` is the URL's value.
 */
export function SearchBox({
  value,
  onSearch,
  label,
  placeholder,
  className,
}: {
  value: string;
  onSearch: (text: string) => void;
  label: string;
  placeholder?: string;
  className?: string;
}) {
  const [text, setText] = useState(value);
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
  const submit = (next: string) => {
    clearTimeout(timer.current);
    if (next.trim() === submitted.current) return;
    submitted.current = next.trim();
    onSearch(next.trim());
  };
  const change = (next: string) => {
    setText(next);
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
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => change(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          submit(text);
        }}
        className="px-10 [&::-webkit-search-cancel-button]:appearance-none"
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => {
            setText('');
            submit('');
          }}
          className="absolute top-0 right-0 inline-flex size-11 items-center justify-center text-muted-foreground hover:text-foreground"
        >
          <X aria-hidden="true" className="size-4.5" />
        </button>
      ) : null}
    </search>
  );
}
