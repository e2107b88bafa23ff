import { Link } from '@tanstack/react-router';
import { EyeOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Chip } from '#design/chip.tsx';
import type { CategoryList } from '../../../categories/category-admin.contract.ts';
import { chipRows } from '../../../categories/ui/category-chips.tsx';
import { UNCATEGORISED } from '../../product-list.ts';
import type { ProductsSearch } from './product-admin.queries.ts';

/** The number of chips of a row that are shown without the 'more categories' button. */
const AT_ONCE = 24;

type Choice = Pick<CategoryList['categories'][number], 'id' | 'name' | 'slug' | 'parentId' | 'isActive'>;

/** 'All', the categories on each level of the selected one's path, and last 'No category'. */
export function ProductCategoryChips({
  list,
  search,
}: {
  list: CategoryList | undefined;
  search: ProductsSearch;
}) {
  const categories = list?.categories ?? [];
  const { rows, pathSlugs } = chipRows(categories, search.category);
  const [top = [], ...below] = rows;
  const chip = (category: string | undefined, text: ReactNode, isInTransit = false) => (
    <Chip current={search.category === category} className={isInTransit ? 'border-foreground' : ''}>
      <Link
        to="/admin/products"
        search={{ ...search, category, page: undefined }}
        resetScroll={false}
        activeOptions={{ exact: true }}
      >
        {text}
      </Link>
    </Chip>
  );
  const chips = (row: Choice[]) =>
    row.map((one) => ({
      key: one.id,
      isNeeded: pathSlugs.has(one.slug),
      chip: chip(
        one.slug,
        <>
          {one.name}
          {one.isActive ? null : (
            <EyeOff aria-label="hidden in the shop" className="ml-2 size-4 text-current opacity-70" />
          )}
        </>,
        pathSlugs.has(one.slug) && one.slug !== search.category,
      ),
    }));
  const isNoneShown = (list?.uncategorised ?? 0) > 0 || search.category === UNCATEGORISED;
  return (
    <nav aria-label="Categories" className="grid gap-2">
      <ChipRow
        current={search.category}
        first={chip(undefined, 'All')}
        last={isNoneShown ? chip(UNCATEGORISED, 'No category') : null}
        chips={chips(top as Choice[])}
      />
      {below.map((row) => (
        <ChipRow key={row[0]?.parentId} current={search.category} chips={chips(row as Choice[])} />
      ))}
    </nav>
  );
}

/** Chips of one level: on a phone one line that scrolls sideways, on a desktop lines that wrap. */
function ChipRow({
  current,
  first,
  chips,
  last,
}: {
  current: string | undefined;
  first?: ReactNode;
  chips: { key: string; isNeeded: boolean; chip: ReactNode }[];
  last?: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const hidden = isOpen || chips.length <= AT_ONCE + 1 ? 0 : chips.length - AT_ONCE;
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the current chip changes or is loaded.
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (!row.current || !chip) return;
    const { left, right } = chip.getBoundingClientRect();
    if (right > window.innerWidth - 40 || left < 0) row.current.scrollLeft += left - window.innerWidth / 3;
  }, [current, chips.length]);
  const shown = hidden ? chips.filter(({ isNeeded }, place) => isNeeded || place < AT_ONCE) : chips;
  return (
    <ul
      ref={row}
      className={
        isOpen
          ? 'flex flex-wrap gap-2'
          : '-mx-4 flex gap-2 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0'
      }
    >
      {first ? <li>{first}</li> : null}
      {shown.map(({ key, chip }) => (
        <li key={key}>{chip}</li>
      ))}
      {last ? <li>{last}</li> : null}
      {chips.length > AT_ONCE + 1 ? (
        <li>
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="link inline-flex min-h-11 items-center whitespace-nowrap px-2 text-sm"
          >
            {isOpen ? 'Show fewer' : `${hidden} more categories`}
          </button>
        </li>
      ) : null}
    </ul>
  );
}
