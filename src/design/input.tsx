import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Shared styles of text controls. At least 16 px, because iPhones zoom in on smaller ones. */
export const controlLook =
  'block w-full min-h-11 rounded-sm border border-input bg-card px-3 py-2 text-base text-foreground transition-colors hover:border-foreground disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger aria-invalid:bg-danger-soft';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn(controlLook, className)} {...rest} />;
}
