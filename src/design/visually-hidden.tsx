import type { ComponentProps } from 'react';

/** For ears only. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="sr-only" />;
}
