import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A sheet of paper on the table: a hairline around it, no shadow. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('rounded-sm border bg-card p-4 sm:p-6', className)} {...rest} />;
}
