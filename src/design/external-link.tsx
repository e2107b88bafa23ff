import type { ComponentProps } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A link to another site, in a new tab. */
export function ExternalLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
