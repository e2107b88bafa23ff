import type { ReactNode } from 'react';

/** Below a sign-in form: a line, and the other sign-in methods as buttons of the same width. */
export function OtherSignInMethods({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Other ways to sign in" className="mt-6 grid gap-3">
      <p className="mb-1 flex items-center gap-4 text-muted-foreground text-sm before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
        or
      </p>
      {children}
    </section>
  );
}
