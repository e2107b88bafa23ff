import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** A button without a text: `label` is its name, and its tooltip unless `title` is given. */
export const IconButton = ({
  label,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'variant' | 'size' | 'aria-label'> & { label: string }) => (
  <Button variant="ghost" size="icon" aria-label={label} title={label} {...rest} />
);
