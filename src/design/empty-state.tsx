import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { LinkButton } from './link-button.tsx';

/** An empty list or a missing record, with a link or another action to continue. */
export function EmptyState({
  icon,
  title,
  children,
  action,
  link,
  heading: Heading = 'h2',
  className,
}: {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  link?: { to: LinkProps['to']; text: string };
  /** 'h1' if it is the page's only content. */
  heading?: 'h1' | 'h2';
  className?: string;
}) {
  return (
    <div className={cn('flex flex-col items-center gap-3 px-4 py-14 text-center', className)}>
      {icon ? (
        <span aria-hidden="true" className="text-gold [&_svg]:size-10 [&_svg]:stroke-[1.25]">
          {icon}
        </span>
      ) : (
        <span aria-hidden="true" className="selvedge h-2 w-23" />
      )}
      <Heading className="font-display text-2xl">{title}</Heading>
      {children ? <div className="max-w-prose text-muted-foreground">{children}</div> : null}
      {link ? (
        <LinkButton to={link.to} className="mt-3">
          {link.text}
        </LinkButton>
      ) : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
