import { Link } from '@tanstack/react-router';
import { Selvedge } from '#design/selvedge.tsx';

/** Shown for an unknown URL or a missing record. */
export function NotFound() {
  return (
    <div className="wrap grid min-h-[70svh] content-center gap-6 py-16">
      <Selvedge className="max-w-64" />
      <p aria-hidden="true" className="font-display text-4xl text-gold">
        404
      </p>
      <h1 className="font-display text-3xl">Oops! Page not found</h1>
      <p className="max-w-prose text-lg text-muted-foreground">
        There is no page at this address. It may have been removed, or the address is mistyped.
      </p>
      <p>
        <Link to="/" className="link inline-flex min-h-11 items-center font-semibold text-primary">
          Return to the front page
        </Link>
      </p>
    </div>
  );
}
