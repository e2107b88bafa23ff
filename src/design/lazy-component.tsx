import { lazyRouteComponent } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { loadWhileIdle } from '#shared/idle-scripts.ts';
import { loadScript } from '#shared/load-script.ts';
import { Card } from './card.tsx';
import { Spinner } from './spinner.tsx';

/**
 * A component whose script is not part of its screen: it is loaded while the screen is idle, or when the component is
 * first shown. Until then `fallback` is shown, by default that of a dialog, which leaves the focus where it is.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = <DialogFallback />,
): ComponentType<Props> {
  const Component = lazyRouteComponent(async () => ({ default: await load() })) as ComponentType<Props> & {
    preload?: () => Promise<unknown>;
  };
  loadWhileIdle(async () => {
    // Throws, which `preload` does not: the script is tried again when it is needed.
    await loadScript(load);
    await Component.preload?.();
  });
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, while modules are loaded.
  return function LazyComponent(props) {
    // After a failure it is tried again, as the router does for its pages.
    useState(() => void Component.preload?.());
    return (
      <Suspense fallback={fallback}>
        <Component {...props} />
      </Suspense>
    );
  };
}

/** Does not cover the screen, so that something else can be chosen meanwhile. */
const DialogFallback = () => (
  <div
    role="status"
    className="pointer-events-none fixed inset-0 z-40 grid animate-overlay-in place-items-center p-6"
  >
    <Card className="flex items-center gap-3 shadow-pop">
      <Spinner className="text-2xl text-primary" />
      Loading …
    </Card>
  </div>
);
