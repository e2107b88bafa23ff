import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A box with a hairline border and no shadow. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('rounded-sm border bg-card p-4 sm:p-6', className)} {...rest} />;
}
