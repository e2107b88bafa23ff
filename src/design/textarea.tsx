import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { controlLook } from './input.tsx';

/** As high as its text, from `rows` lines to most of the screen, where the browser can. */
export function Textarea({ className, rows = 4, style, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cn(controlLook, 'field-sizing-content max-h-[70svh] resize-y', className)}
      // With its padding and borders: `field-sizing` ignores `rows`.
      style={{ minHeight: `calc(${rows}lh + 1rem + 2px)`, ...style }}
      {...rest}
    />
  );
}
