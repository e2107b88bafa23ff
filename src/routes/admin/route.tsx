import { createFileRoute, Outlet } from '@tanstack/react-router';
import { LoadingPanel } from './-frame/loading-panel.tsx';

/**
 * The back office. Its page is an empty shell, the same for everybody: what it shows is asked for by the
 * browser, operation by operation, and each is refused to whom it is not meant for.
 */
export const Route = createFileRoute('/admin')({
  ssr: false,
  head: () => ({ meta: [{ title: 'Back office' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: LoadingPanel,
  component: Outlet,
});
