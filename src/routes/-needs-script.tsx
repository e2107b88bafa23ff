import { Link } from '@tanstack/react-router';
import { cn } from '#design/cn.ts';

/** For pages that require scripts: a message and links. */
export function NeedsScript({ what, className }: { what: string; className?: string }) {
  return (
    <noscript>
      <p className={cn('mb-6 border-l-4 border-l-warning bg-warning-soft p-4', className)}>
        {what} needs JavaScript, which is off in this browser. You can still{' '}
        <Link to="/products" search={{}} className="link">
          look through the shop
        </Link>{' '}
        and{' '}
        <Link to="/contact" className="link">
          write to us
        </Link>
        .
      </p>
    </noscript>
  );
}
