import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { controlLook } from './input.tsx';

export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={cn(controlLook, 'resize-y', className)} {...rest} />;
}
