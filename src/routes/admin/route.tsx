import { createFileRoute, Outlet } from '@tanstack/react-router';
import { LoadingPanel } from './-frame/loading-panel.tsx';

/**
 * The back office. Its page is an empty shell, the same for every user: the browser requests the data, and
 * each operation checks the user's rights.
 */
export const Route = createFileRoute('/admin')({
  ssr: false,
  // Its pending component is not part of the shop's script either.
  codeSplitGroupings: [['component', 'pendingComponent']],
  headers: () => ({ 'cache-control': 'no-store' }),
  head: () => ({ meta: [{ title: 'Back office' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: LoadingPanel,
  component: Outlet,
});

// Loaded with the server: otherwise the first page after a start would be empty, because nothing waits for
// the pending component of a page without server rendering.
if (import.meta.env.SSR) {
  void (Route.options.pendingComponent as { preload?: () => Promise<unknown> } | undefined)?.preload?.();
}
