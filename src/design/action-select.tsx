import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { Select } from './select.tsx';

/**
 * A select that acts on a choice at once: one by pointer, or in its open list. Where a key steps through the closed list, which
 * chooses each option in passing, it acts on Enter or when the focus leaves it, and Escape takes the choice back. While what it
 * did is saved it is `busy`: it shows 'Updating...' and keeps the focus.
 */
export function ActionSelect({
  value,
  onChoose,
  busy = false,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'select'>, 'value' | 'defaultValue' | 'onChange' | 'onKeyDown' | 'onBlur' | 'ref'> & {
  value: string;
  busy?: boolean;
  onChoose: (value: string) => void;
}) {
  const select = useRef<HTMLSelectElement>(null);
  const isStepping = useKeyTask(select);
  /** Chosen by key, instead of the value that was shown then. */
  const [pending, setPending] = useState<{ value: string; instead: string }>();
  const chosen = pending?.instead === value ? pending.value : value;
  const choose = (next: string) => {
    setPending(undefined);
    if (next !== value) onChoose(next);
  };
  return (
    <Select
      ref={select}
      {...rest}
      className={cn(busy && '[&_select]:cursor-not-allowed [&_select]:opacity-60', className)}
      // Not `disabled`, which would lose the focus.
      aria-disabled={busy || undefined}
      value={busy ? 'updating' : chosen}
      onChange={({ target }) =>
        isStepping() ? setPending({ value: target.value, instead: value }) : choose(target.value)
      }
      onKeyDown={(event) => {
        if (chosen === value || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        event.preventDefault();
        choose(event.key === 'Enter' ? chosen : value);
      }}
      onBlur={({ target }) => {
        // It keeps the focus while another window has it.
        if (target !== document.activeElement) choose(chosen);
      }}
    >
      {busy ? <option value="updating">Updating...</option> : children}
    </Select>
  );
}

/**
 * Whether a key of the control is being handled: a closed select changes within the task of the key, an open list later. The
 * letters that are typed choose with 'keypress'.
 */
function useKeyTask(control: RefObject<HTMLElement | null>): () => boolean {
  const isInTask = useRef(false);
  useEffect(() => {
    const stop = new AbortController();
    const begin = () => {
      isInTask.current = true;
      setTimeout(() => {
        isInTask.current = false;
      });
    };
    for (const type of ['keydown', 'keypress'])
      control.current?.addEventListener(type, begin, { signal: stop.signal });
    return () => stop.abort();
  }, [control]);
  return () => isInTask.current;
}
