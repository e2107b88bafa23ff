import type { ComponentProps } from 'react';
import { cn } from '#design/cn.ts';
import { Input } from '#design/input.tsx';

/** Six digits in one field, so that pasting and the phone's autofill work. */
export function CodeInput({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      // More than six: some emails and keyboards add spaces.
      maxLength={12}
      className={cn('text-center font-semibold text-xl tabular-nums tracking-[0.4em]', className)}
      {...rest}
    />
  );
}
