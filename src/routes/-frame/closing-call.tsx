import { Link } from '@tanstack/react-router';
import { closingCall } from '#brand/copy/home.ts';
import { useShop } from '#shared/shop-context.tsx';

/** The last section of the front page. */
export function ClosingCall() {
  const { name: shopName, city } = useShop();
  return (
    <section aria-labelledby="closing" className="relative bg-primary text-primary-foreground">
      <div aria-hidden="true" className="selvedge-upright left-0 w-3.5 border-brass border-r-2 lg:w-12" />
      <div className="wrap grid gap-x-16 gap-y-6 py-16 pl-9 lg:grid-cols-2 lg:py-28 lg:pl-28">
        <h2 id="closing" className="max-w-[16ch] font-display text-3xl lg:text-4xl">
          {closingCall.title}
        </h2>
        <div className="grid content-end gap-6">
          <p className="max-w-prose text-lg">{closingCall.text({ shopName, city })}</p>
          <p className="flex flex-wrap items-center gap-x-8 gap-y-3">
            <Link
              to="/products"
              className="inline-flex min-h-12 items-center rounded-sm bg-brass px-6 font-semibold text-ink transition-colors hover:bg-paper"
            >
              {closingCall.linkText}
            </Link>
            <Link to="/contact" className="link inline-flex min-h-11 items-center">
              {closingCall.secondLinkText}
            </Link>
          </p>
        </div>
      </div>
    </section>
  );
}
