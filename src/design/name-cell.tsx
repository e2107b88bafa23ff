import type { ReactNode } from 'react';
import { cn } from './cn.ts';

/** The chief cell of a row: a name with badges beside it, and a line about it. */
export const NameCell = ({
  name,
  badges,
  about,
  aboutClassName,
}: {
  name: ReactNode;
  badges?: ReactNode;
  about: ReactNode;
  aboutClassName?: string;
}) => (
  <span className="grid grid-cols-1 max-md:leading-5">
    <span className="flex flex-wrap items-center gap-2">
      <span className="wrap-anywhere min-w-0">{name}</span>
      {badges}
    </span>
    <span className={cn('wrap-anywhere font-normal text-muted-foreground text-sm', aboutClassName)}>
      {about}
    </span>
  </span>
);
