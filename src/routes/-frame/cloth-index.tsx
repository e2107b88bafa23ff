import { Link } from '@tanstack/react-router';
import { homeCopy } from '#brand/copy/home.ts';
import type { MenuCategory } from '#domains/catalog/shapes.ts';

/** The top-level categories as a line of large words, without images to save data. */
export function ClothIndex({ categories }: { categories: readonly MenuCategory[] }) {
  const top = categories.filter(({ parentId }) => parentId === null);
  if (top.length === 0) return null;
  return (
    <section aria-labelledby="cloth-index" className="border-t">
      <div className="wrap grid gap-x-16 gap-y-5 py-14 lg:grid-cols-[minmax(14rem,1fr)_3fr] lg:py-24">
        <h2 id="cloth-index" className="text-lg text-muted-foreground">
          {homeCopy.indexTitle}
        </h2>
        <ul className="flex flex-wrap gap-x-[0.5em] font-display text-3xl lg:text-4xl">
          {top.map(({ id, name, slug }) => (
            <li key={id}>
              <Link
                to="/products"
                search={{ category: slug }}
                className="inline-flex min-h-12 items-center decoration-1 decoration-gold underline-offset-[0.18em] hover:underline"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
