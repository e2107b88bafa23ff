import type { LinkProps } from '@tanstack/react-router';
import { Clock, Search, Shapes } from 'lucide-react';
import type { ReactNode } from 'react';
import { Image } from '#design/image.tsx';
import { Money } from '#design/money.tsx';
import type { Suggestions } from '../../shapes.ts';
import { pastSearchesFor } from '../past-searches.ts';

/** Past searches while something is typed. */
const MOST_PAST = 3;
const THUMBNAIL = '3rem';

interface Suggestion {
  /** Its kind and what it is. */
  key: string;
  /** The text of the box after it was chosen. */
  text: string;
  link: LinkProps;
  content: ReactNode;
}

export const PAST = 'Past searches';

interface Group {
  title: string;
  options: Suggestion[];
}

/** What is suggested for a text, under its headings. */
export function groupsOf(
  typed: string,
  { past, suggested }: { past: readonly string[]; suggested: Suggestions | undefined },
): Group[] {
  const searchFor = (kind: string, text: string, icon: ReactNode): Suggestion => ({
    key: `${kind}/${text}`,
    text,
    link: {
      to: '/products',
      search: ((now: object) => ({ ...now, page: undefined, search: text })) as never,
    },
    content: (
      <>
        {icon}
        <span className="truncate">{text}</span>
      </>
    ),
  });
  const own = pastSearchesFor(typed, past).slice(0, typed === '' ? undefined : MOST_PAST);
  const groups: Group[] = [
    {
      title: 'Did you mean',
      options: (suggested?.meant ?? []).map((text) => searchFor('meant', text, <Search />)),
    },
    { title: PAST, options: own.map((text) => searchFor('past', text, <Clock />)) },
    {
      title: 'Categories',
      options: (suggested?.categories ?? []).map(({ slug, name }) => ({
        key: `category/${slug}`,
        text: '',
        link: { to: '/products', search: { category: slug } as never },
        content: (
          <>
            <Shapes />
            <span className="truncate">{name}</span>
          </>
        ),
      })),
    },
    {
      title: 'Products',
      options: (suggested?.products ?? []).map(({ id, name, price, soldOut, image }) => ({
        key: `product/${id}`,
        text: typed,
        link: { to: '/products/$id', params: { id } as never },
        content: (
          <>
            <span className="h-14 w-12 shrink-0 overflow-hidden">
              <Image image={image} alt="" sizes={THUMBNAIL} className="size-full object-cover" />
            </span>
            <span className="line-clamp-2 min-w-0 grow leading-snug">{name}</span>
            <span className="shrink-0 text-right text-sm tabular-nums">
              <Money amount={price} />
              {soldOut ? <span className="block text-muted-foreground">Sold out</span> : null}
            </span>
          </>
        ),
      })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}
