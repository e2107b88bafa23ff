import type { ComponentProps } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Leads out of the shop, into a tab of its own. */
export function ExternalLink({ children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}
