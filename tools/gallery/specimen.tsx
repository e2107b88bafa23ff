import { type ReactNode, useId } from 'react';

/** A name of 180 letters, as long as the shop accepts. */
export const LONG_NAME = `Gown ${'embroidered '.repeat(15)}by hand`.slice(0, 180);
export const LONG_WORD = 'Ọ̀ṣọ́'.repeat(45);

/** A component under its name: each state beside its label. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-4 border-t py-8">
      <h3 id={id} className="font-display text-2xl">
        {name}
      </h3>
      {children}
    </section>
  );
}

/** One state of a component. */
export function State({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-muted-foreground text-sm">{label}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-3">{children}</div>
    </div>
  );
}
