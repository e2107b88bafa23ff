import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { cn } from './cn.ts';

/** A button in a row of a table: small, but as high as a finger in a card on a phone. */
export const RowButton = ({
  className,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'variant' | 'size'>) => (
  <Button variant="outline" size="sm" className={cn('min-h-11 md:min-h-9', className)} {...rest} />
);
