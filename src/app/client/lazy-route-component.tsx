import { type ComponentType, use } from 'react';
import { loadScript, reloadForScript } from '#shared/load-script.ts';

type Lazy = ComponentType<object> & { preload: (() => Promise<void>) | undefined };

/**
 * Replaces the router's own function of this name in the browser (tools/lazy-routes.ts). That one reloads the
 * document when a script fails to load: without a connection the user ends on the browser's error page. This one
 * waits for the connection, and reloads only while the shop responds.
 */
export function lazyRouteComponent(
  importer: () => Promise<Record<string, ComponentType<object>>>,
  exportName = 'default',
): Lazy {
  let loading: Promise<void> | undefined;
  let Component: ComponentType<object> | undefined;
  let failure: { error: Error; reloading?: Promise<never> } | undefined;
  const load = () => {
    failure = undefined;
    loading ??= loadScript(importer).then(
      (module) => {
        Component = module[exportName];
        LazyRoute.preload = undefined;
      },
      (error: Error) => {
        failure = { error };
        loading = undefined;
      },
    );
    return loading;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each route, while modules are loaded.
  const LazyRoute: Lazy = (props) => {
    if (failure) {
      // Not in `load`, which also runs when the user only points at a link. All further renders wait for the same
      // reload; until then the previous page stays.
      failure.reloading ??= reloadForScript(failure.error);
      use(failure.reloading);
    }
    if (!Component) use(load());
    return Component ? <Component {...props} /> : null;
  };
  LazyRoute.preload = load;
  return LazyRoute;
}
