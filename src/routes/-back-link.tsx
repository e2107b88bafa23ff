import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { cn } from '#design/cn.ts';

/** A link above a page's heading to the page it belongs to. */
export const BackLink = ({
  to,
  className,
  children,
}: Pick<LinkProps, 'to'> & { className?: string; children: string }) => (
  <Link to={to} className={cn('inline-flex items-center gap-1.5 py-2 text-sm hover:underline', className)}>
    <ArrowLeft aria-hidden="true" className="size-4" />
    {children}
  </Link>
);
