import { Link } from '@tanstack/react-router';
import { welcomeBanner } from '#brand/copy/home.ts';
import { useShop } from '#shared/shop-context.tsx';

/** The first view of a shop without slides: a pattern and a link to the products. */
export function WelcomeBanner() {
  const { name: shopName, city } = useShop();
  const facts = { shopName, city };
  return (
    <section className="grid h-[min(86svh,44rem)] grid-rows-[1fr_auto] bg-ink text-paper lg:h-[min(94svh,54rem)] lg:grid-cols-[1fr_38%] lg:grid-rows-1">
      <div className="wrap gutter-left flex flex-col items-start justify-end pb-12 lg:justify-center lg:pt-18">
        <h2 className="max-w-[11ch] animate-fade-in text-balance font-display text-4xl lg:text-[clamp(4rem,6.2vw,6.25rem)] lg:leading-[0.98]">
          {welcomeBanner.title(facts)}
        </h2>
        <p className="mt-4 max-w-[28rem] text-lg text-paper/90 lg:mt-6">{welcomeBanner.text(facts)}</p>
        <Link
          to="/products"
          className="mt-6 inline-flex min-h-12 items-center rounded-sm bg-brass px-6 font-semibold text-ink transition-colors hover:bg-paper lg:mt-8"
        >
          {welcomeBanner.linkText}
        </Link>
      </div>
      <div aria-hidden="true" className="cloth-wall h-40 lg:h-full">
        <div className="hidden h-40 bg-linear-to-b from-40% from-ink/85 to-transparent lg:block" />
      </div>
    </section>
  );
}
