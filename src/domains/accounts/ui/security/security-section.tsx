import { type ReactNode, useId } from 'react';
import { Card } from '#design/card.tsx';

/** One subject of the security page: a description, its state, and its actions. */
export function SecuritySection({
  title,
  about,
  action,
  children,
}: {
  title: string;
  /** One plain sentence for users who do not know it. */
  about: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="grid min-w-0 gap-1">
            <h2 id={id} className="font-display text-xl">
              {title}
            </h2>
            <p className="text-muted-foreground">{about}</p>
          </div>
          {action}
        </div>
        {children}
      </Card>
    </section>
  );
}
