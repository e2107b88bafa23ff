import { Link } from '@tanstack/react-router';
import { homeCopy } from '#brand/copy/home.ts';
import { ProductCard } from '#domains/catalog/products/ui/product-card.tsx';
import type { ProductSummary } from '#domains/catalog/shapes.ts';
import { CartToggleButton } from '#domains/wishlist/ui/cart-toggle-button.tsx';
import type { Day } from '#shared/dates.ts';

/** The width of an image: always two cards side by side, on a desktop as rows. */
const IMAGE_SIZES = '(min-width: 64rem) 11rem, calc(50vw - 1.4rem)';

export function FeaturedProducts({ products, today }: { products: readonly ProductSummary[]; today: Day }) {
  return (
    <section
      aria-labelledby="featured"
      className="wrap grid gap-x-12 gap-y-6 py-14 lg:grid-cols-[minmax(14rem,1fr)_3fr] lg:py-20"
    >
      <header className="grid content-start gap-2 lg:sticky lg:top-28 lg:gap-4 lg:self-start">
        <h2 id="featured" className="font-display text-3xl">
          {homeCopy.featuredTitle}
        </h2>
        <p className="text-lg text-muted-foreground">{homeCopy.featuredIntro}</p>
        <Link
          to="/products"
          className="link inline-flex min-h-11 items-center justify-self-start font-semibold text-primary"
        >
          {homeCopy.featuredLinkText}
        </Link>
      </header>
      {products.length > 0 ? (
        <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-6 lg:gap-x-10 lg:gap-y-10">
          {products.map((product) => (
            <li key={product.id}>
              <ProductCard
                product={product}
                today={today}
                sizes={IMAGE_SIZES}
                isRow
                action={<CartToggleButton product={product} today={today} />}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="border-t py-10 text-lg">No featured products found. Check back soon!</p>
      )}
    </section>
  );
}
