import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const badge = cva(
  'inline-flex w-max max-w-full shrink-0 items-center gap-1 rounded-sm px-1.5 py-0.5 font-semibold text-xs',
  {
    variants: {
      variant: {
        neutral: 'bg-muted text-foreground',
        outline: 'border border-input text-muted-foreground',
        promo: 'bg-promo text-danger-foreground',
        success: 'bg-success-soft text-success',
        warning: 'bg-warning-soft text-warning',
        info: 'bg-info-soft text-info',
        danger: 'bg-danger-soft text-danger',
      },
    },
    defaultVariants: { variant: 'neutral' },
  },
);

/** A short label for a status. */
export function Badge({ variant, className, ...rest }: ComponentProps<'span'> & VariantProps<typeof badge>) {
  return <span className={cn(badge({ variant }), className)} {...rest} />;
}
