import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { pagesToShow } from '#shared/pages.ts';
import { cn } from './cn.ts';

export type PageLink = {
  children: ReactNode;
  className: string;
  'aria-label': string;
  'aria-current'?: 'page';
  rel?: 'prev' | 'next';
  /**
   * Without this, a router's link is active if it matches a part of the URL, and 'Page 1' would always be
   * current.
   */
  activeOptions: { exact: true };
};

const exact = { activeOptions: { exact: true } } as const;

const look =
  'inline-flex h-11 w-9 items-center justify-center rounded-sm font-semibold tabular-nums transition-colors sm:w-11 [&_svg]:size-5';

/**
 * Links to the pages of a list; renders nothing for a single page. `renderLink` renders one, so that a route
 * can use its router's link.
 */
export function Pagination({
  page,
  pageCount,
  renderLink,
  className,
}: {
  page: number;
  pageCount: number;
  renderLink: (page: number, link: PageLink) => ReactNode;
  className?: string;
}) {
  if (pageCount <= 1) return null;
  const step = (to: number, name: string, rel: 'prev' | 'next', icon: ReactNode) =>
    to < 1 || to > pageCount ? (
      <span aria-hidden="true" className={cn(look, 'text-border')}>
        {icon}
      </span>
    ) : (
      renderLink(to, {
        children: icon,
        className: cn(look, 'hover:bg-muted'),
        'aria-label': name,
        rel,
        ...exact,
      })
    );
  return (
    <nav aria-label="Pages" className={className}>
      <ul className="flex items-center justify-center sm:gap-1">
        <li>{step(page - 1, 'Previous page', 'prev', <ChevronLeft aria-hidden="true" />)}</li>
        {pagesToShow(page, pageCount).map((shown, place, all) =>
          shown === 'gap' ? (
            <li
              key={`gap after ${all[place - 1]}`}
              aria-hidden="true"
              className="w-5 text-center text-muted-foreground"
            >
              …
            </li>
          ) : (
            <li key={shown}>
              {renderLink(shown, {
                children: shown,
                className: cn(look, shown === page ? 'bg-primary text-primary-foreground' : 'hover:bg-muted'),
                'aria-label': `Page ${shown}`,
                'aria-current': shown === page ? 'page' : undefined,
                ...exact,
              })}
            </li>
          ),
        )}
        <li>{step(page + 1, 'Next page', 'next', <ChevronRight aria-hidden="true" />)}</li>
      </ul>
    </nav>
  );
}

/** The pages of a list that the URL does not know. */
export const PageButtons = ({
  onPage,
  ...pages
}: {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  className?: string;
}) => (
  <Pagination
    {...pages}
    renderLink={(page, { rel: _, activeOptions: __, ...button }) => (
      <button type="button" onClick={() => onPage(page)} {...button} />
    )}
  />
);
