import type { ReactNode } from 'react';

/** Links to the parent pages, outermost first, then `current`, the page itself. */
export function Breadcrumbs({
  links,
  current,
}: {
  links: { key: string; link: ReactNode }[];
  current: ReactNode;
}) {
  return (
    <nav aria-label="Breadcrumb" className="text-muted-foreground text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        {links.map(({ key, link }) => (
          <li key={key} className="flex items-center gap-x-2 [&_a:hover]:underline [&_a]:py-2">
            {link}
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" className="text-foreground">
          {current}
        </li>
      </ol>
    </nav>
  );
}
