import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Chip } from '#design/chip.tsx';
import type { ListingSearch } from '../../products/listing.ts';
import type { MenuCategory } from '../../shapes.ts';

/** The number of chips shown per row; 'More' opens the others. */
const AT_ONCE = 20;

type Choice = Pick<MenuCategory, 'id' | 'name' | 'slug' | 'parentId'>;

/**
 * The rows of chips for a chosen category: the top level, then the children of each category on the path to
 * it. `within` are the ancestors of the chosen one.
 */
export function chipRows(categories: readonly Choice[], slug: string | undefined) {
  const path: Choice[] = [];
  let at = categories.find((one) => one.slug === slug);
  // Bounded, in case the data contains a cycle.
  while (at && path.length <= categories.length) {
    path.unshift(at);
    const { parentId } = at;
    at = categories.find((one) => one.id === parentId);
  }
  const below = (id: string | null) => categories.filter((one) => one.parentId === id);
  const rows = [below(null), ...path.map((one) => below(one.id))].filter((row) => row.length > 0);
  return { rows, pathSlugs: new Set(path.map((one) => one.slug)) };
}

/** 'All' and the categories, as links that keep search, order and promotion. */
export function CategoryChips({
  categories,
  search,
}: {
  categories: readonly Choice[];
  search: ListingSearch;
}) {
  const { rows, pathSlugs } = chipRows(categories, search.category);
  const to = (category?: string): ListingSearch => {
    const { page: _, category: __, ...rest } = search;
    return category === undefined ? rest : { ...rest, category };
  };
  return (
    <nav aria-label="Categories" className="grid gap-2">
      {rows.map((row, depth) => (
        <ChipRow
          key={row[0]?.parentId ?? 'top'}
          current={search.category}
          first={
            depth === 0 ? (
              <Chip current={search.category === undefined}>
                <Link to="/products" search={to()} resetScroll={false} activeOptions={{ exact: true }}>
                  All
                </Link>
              </Chip>
            ) : null
          }
          chips={row.map((one) => ({
            key: one.id,
            isNeeded: pathSlugs.has(one.slug),
            chip: (
              <Chip
                current={one.slug === search.category}
                className={pathSlugs.has(one.slug) && one.slug !== search.category ? 'border-foreground' : ''}
              >
                <Link
                  to="/products"
                  search={to(one.slug)}
                  resetScroll={false}
                  activeOptions={{ exact: true }}
                >
                  {one.name}
                </Link>
              </Chip>
            ),
          }))}
        />
      ))}
    </nav>
  );
}

/**
 * On a phone, one line that scrolls sideways and fades at its end (padding keeps the last chip out of the
 * fade); on a desktop it wraps.
 */
function ChipRow({
  current,
  first,
  chips,
}: {
  current: string | undefined;
  first: ReactNode;
  chips: { key: string; isNeeded: boolean; chip: ReactNode }[];
}) {
  const [isOpen, setOpen] = useState(false);
  const isFolded = !isOpen && chips.length > AT_ONCE;
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current chip triggers the scroll.
  useEffect(() => {
    const list = row.current;
    const chip = list?.querySelector<HTMLElement>('[aria-current]');
    if (!list || !chip) return;
    const { left, right } = chip.getBoundingClientRect();
    if (right > window.innerWidth - 40 || left < 0) list.scrollLeft += left - window.innerWidth / 3;
  }, [current]);
  return (
    <ul
      ref={row}
      className="-mx-[clamp(1rem,4vw,3rem)] flex gap-2 overflow-x-auto pr-14 pl-[clamp(1rem,4vw,3rem)] [mask-image:linear-gradient(to_right,black_calc(100%-3.5rem),transparent)] [scrollbar-width:none] md:mx-0 md:flex-wrap md:p-0 md:[mask-image:none]"
    >
      {first ? <li>{first}</li> : null}
      {chips.map(({ key, isNeeded, chip }, place) => (
        // Without scripts all chips are shown, because nothing could expand them.
        <li
          key={key}
          className={isFolded && place >= AT_ONCE && !isNeeded ? 'hidden scriptless:list-item' : undefined}
        >
          {chip}
        </li>
      ))}
      {isFolded ? (
        <li className="scriptless:hidden">
          <button
            type="button"
            onClick={() => {
              setOpen(true);
              // The button disappears: focus moves to the first revealed chip.
              requestAnimationFrame(() =>
                row.current?.querySelectorAll('a')[AT_ONCE + (first ? 1 : 0)]?.focus(),
              );
            }}
            className="link min-h-11 whitespace-nowrap px-2 text-sm"
          >
            More
            <span className="sr-only"> categories</span>
          </button>
        </li>
      ) : null}
    </ul>
  );
}
