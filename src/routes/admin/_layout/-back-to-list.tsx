import { ArrowLeft } from 'lucide-react';
import { LinkButton } from '#design/link-button.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { lastSearchOf } from '#design/use-list-search.ts';

export type ListName = 'orders' | 'products' | 'promotions' | 'history' | 'webhooks';

/** The heading of a screen that belongs to a list, with a link back. */
export const HeadingBelowList = ({ name, title }: { name: ListName; title: string }) => (
  <div className="grid gap-2">
    <BackToList name={name} />
    <PageHeading title={title} />
  </div>
);

/** A link from one row back to its list, as it was last shown. */
export function BackToList({ name }: { name: ListName }) {
  const to = `/admin/${name}` as const;
  return (
    <LinkButton variant="ghost" className="-ml-4 justify-self-start" to={to} search={lastSearchOf(to)}>
      <ArrowLeft aria-hidden="true" />
      Back to {name}
    </LinkButton>
  );
}
