import { useRouterState } from '@tanstack/react-router';
import { STALE_NOTICE_ID } from '#shared/stale-notice.ts';

/**
 * Empty, unless the server wrote into the finished page that its database could not be asked
 * (platform/html-cache). React leaves what stands there; the next page, which is read anew, has an empty one.
 */
export function StaleNoticeSlot() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return <Place key={path} />;
}

/** `id` stands first: the server looks for it so. */
export function Place() {
  return (
    <p
      id={STALE_NOTICE_ID}
      role="status"
      className="border-b-2 border-b-warning bg-warning-soft px-4 py-2 text-center text-foreground text-sm empty:hidden"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing; it is how React leaves the text be.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}
