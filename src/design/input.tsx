import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** The look of everything one writes into. 16 px and more, or iPhones zoom the page on focus. */
export const controlLook =
  'block w-full min-h-11 rounded-sm border border-input bg-card px-3 py-2 text-base text-foreground transition-colors hover:border-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger aria-invalid:bg-danger-soft';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(controlLook, className)} {...rest} />;
}
