import type { ReactNode } from 'react';
import { adminSignInLine } from '#brand/copy/admin.ts';
import { Logo } from '#design/logo.tsx';
import { Selvedge } from '#design/selvedge.tsx';
import { useShop } from '#shared/shop-context.tsx';

/** The layout of the back office's sign-in page: a pattern on one side, the form on the other. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const shop = useShop();
  return (
    <div className="flex min-h-svh flex-col lg:grid lg:grid-cols-[minmax(20rem,2fr)_3fr]">
      <header className="relative bg-ink text-paper">
        <div className="flex items-center justify-between gap-4 px-4 py-4 lg:sticky lg:top-0 lg:h-svh lg:flex-col lg:items-start lg:px-10 lg:py-10">
          <Logo name={shop.name} />
          <p className="text-brass text-sm lg:max-w-sm lg:font-display lg:text-3xl lg:text-paper">
            <span className="lg:hidden">Back office</span>
            <span className="hidden lg:inline">{adminSignInLine}</span>
          </p>
        </div>
        <Selvedge fine className="lg:hidden" />
        <span aria-hidden="true" className="selvedge-upright right-0 hidden w-2 lg:block" />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-md grow content-start gap-6 px-4 py-10 lg:content-center"
      >
        {children}
      </main>
    </div>
  );
}
