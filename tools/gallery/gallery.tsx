import type { CSSProperties, ReactNode } from 'react';
import { DARK, LIGHT } from '#brand/look.ts';
import { Toaster } from '#design/toaster.tsx';
import { Actions } from './actions.tsx';
import { Forms } from './forms.tsx';
import { Lists } from './lists.tsx';
import { Overlays } from './overlays.tsx';
import { Screens } from './screens.tsx';
import { Staff } from './staff.tsx';
import { Texts } from './texts.tsx';

const variablesOf = (colours: object): CSSProperties =>
  Object.fromEntries(Object.entries(colours).map(([name, value]) => [`--${name}`, value]));

/** All components in one colour scheme, whatever the browser prefers. */
function Scheme({
  title,
  id,
  colours,
  children,
}: {
  title: string;
  id: string;
  colours: object;
  children: ReactNode;
}) {
  return (
    <section
      aria-labelledby={id}
      className="bg-background py-8 text-foreground"
      style={{ ...variablesOf(colours), colorScheme: id }}
    >
      <div className="wrap grid">
        <h2 id={id} className="pb-4 font-display text-3xl">
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

const all = (
  <>
    <Actions />
    <Forms />
    <Texts />
    <Lists />
    <Screens />
    <Overlays />
    <Staff />
  </>
);

export function Gallery() {
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap grid gap-2 py-8">
        <h1 className="font-display text-4xl">Components</h1>
        <p className="max-w-prose text-muted-foreground">
          Everything in src/design. Point at a control for its hover state, press Tab for its focus ring.
          Dialogs, menus and toasts open in the colours that the browser prefers.
        </p>
      </div>
      <Scheme title="Light" id="light" colours={LIGHT}>
        {all}
      </Scheme>
      <Scheme title="Dark" id="dark" colours={{ ...LIGHT, ...DARK }}>
        {all}
      </Scheme>
      {/* Its own: the specimens do not share the shop's copy of design/. */}
      <Toaster />
    </main>
  );
}
