import { createFileRoute, Outlet } from '@tanstack/react-router';
import { LoadingPanel } from './-frame/loading-panel.tsx';

/**
 * The back office. Its page is an empty shell, the same for everybody: what it shows is asked for by the
 * browser, operation by operation, and each is refused to whom it is not meant for.
 */
export const Route = createFileRoute('/admin')({
  ssr: false,
  // What shows while it loads is no part of the shop's script either.
  codeSplitGroupings: [['component', 'pendingComponent']],
  headers: () => ({ 'cache-control': 'no-store' }),
  head: () => ({ meta: [{ title: 'Back office' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: LoadingPanel,
  component: Outlet,
});

// Loaded with the server: without it the first page after a start would be drawn empty, since nothing waits for
// what a page without server rendering shows meanwhile.
if (import.meta.env.SSR) {
  void (Route.options.pendingComponent as { preload?: () => Promise<unknown> } | undefined)?.preload?.();
}
