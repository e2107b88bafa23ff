import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export function Label({ className, htmlFor, ...rest }: ComponentProps<'label'> & { htmlFor: string }) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller's htmlFor names the control.
  return <label htmlFor={htmlFor} className={cn('font-semibold text-sm', className)} {...rest} />;
}
