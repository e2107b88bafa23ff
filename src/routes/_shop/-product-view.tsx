import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { orderingSteps } from '#brand/copy/shopping.ts';
import { ProductGallery } from '#domains/catalog/products/ui/product-gallery.tsx';
import type { Product } from '#domains/catalog/shapes.ts';

/** A product with its images and description; `actions` are its price and buttons. */
export function ProductView({
  product,
  actions,
  share,
  below,
}: {
  product: Product;
  actions: ReactNode;
  /** Beside the name. */
  share?: ReactNode;
  below?: ReactNode;
}) {
  return (
    <div>
      <div className="wrap hidden pt-4 sm:block">
        <ProductTrail product={product} />
      </div>
      <div className="mx-auto grid max-w-[82rem] gap-5 pb-10 sm:px-[clamp(1rem,4vw,3rem)] sm:pt-4 lg:grid-cols-2 lg:gap-12">
        {/* The key resets the gallery to the first image of another product. */}
        <ProductGallery key={product.id} product={product} />
        {/* On a phone its children are in the grid directly, so that the buttons can stick beside the
            image. */}
        <div className="contents lg:sticky lg:top-24 lg:grid lg:content-start lg:gap-5 lg:self-start">
          <div className="grid gap-2 px-4 sm:px-0 lg:gap-3">
            {product.category ? (
              <Link
                to="/products"
                search={{ category: product.category.slug }}
                className="link w-fit text-muted-foreground text-sm sm:hidden"
              >
                {product.category.name}
              </Link>
            ) : null}
            {/* Limits the size of very long names, which would push the rest out of the first view. */}
            <div className="flex items-start justify-between gap-2">
              <h1
                className={`min-w-0 font-display text-2xl ${product.name.length > 60 ? '' : 'lg:text-3xl'}`}
              >
                {product.name}
              </h1>
              {share}
            </div>
          </div>
          {actions}
          <div className="mx-4 grid max-w-prose gap-3 sm:mx-0 sm:border-t sm:pt-5">
            <h2 className="sr-only">Description</h2>
            {product.description.split(/\n\s*\n/).map((paragraph) => (
              <p key={paragraph} className="whitespace-pre-line">
                {paragraph}
              </p>
            ))}
          </div>
          <ol className="mx-4 grid border-t text-muted-foreground text-sm sm:mx-0 [&>li]:border-b [&>li]:py-3">
            {orderingSteps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </div>
      {below}
    </div>
  );
}

const crumbLook = 'flex items-center gap-x-2 [&_a:hover]:underline [&_a]:py-2';

function ProductTrail({ product }: { product: Product }) {
  return (
    <nav aria-label="Breadcrumb" className="text-muted-foreground text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li className={crumbLook}>
          <Link to="/products" search={{}} activeOptions={{ exact: true }}>
            The shop
          </Link>
          <span aria-hidden="true">/</span>
        </li>
        {product.category ? (
          <li className={crumbLook}>
            <Link to="/products" search={{ category: product.category.slug }}>
              {product.category.name}
            </Link>
            <span aria-hidden="true">/</span>
          </li>
        ) : null}
        <li aria-current="page" className="text-foreground">
          <span className="block max-w-[40ch] truncate">{product.name}</span>
        </li>
      </ol>
    </nav>
  );
}
